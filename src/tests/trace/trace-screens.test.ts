import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { formatRgb } from '../../base/colors.js';
import { runAtOnce } from '../../base/idle-queue.js';
import { layOut } from '../../pictures/layout.js';
import type { Screen } from '../../screen/screen.js';
import { renderScreen } from '../../terminal/emulator.js';
import { mismatchOf, startChanged } from '../support/expect-snapshot.js';
import { encodeFrames } from '../support/films.js';
import { difficultOutputs } from '../support/layouts.js';
import { needing } from '../support/packages.js';
import { theme } from '../support/render-png.js';
import { inTrace, rowsOf, writeTracePage } from '../support/trace-page.js';

/** A run of cells: where it is, its text, and how it looks. */
type Shown = readonly [row: number, col: number, width: number, text: string, color: string, background: string];

const names = readdirSync('fixtures/screens')
  .filter((file) => file.endsWith('.in'))
  .map((file) => file.slice(0, -3));
const screens: readonly (readonly [name: string, screen: Screen])[] = [
  ...names.map((name) => [name, renderScreen(readFileSync(`fixtures/screens/${name}.in`, 'utf8'), 40, 8)] as const),
  ...difficultOutputs.map(([name, output]) => [name, renderScreen(Buffer.from(output).toString(), 40, 8)] as const),
];

/** Each cell that is not blank, as `row:col color background`. */
function expectedCells(screen: Screen): string[] {
  const { pieces, background } = runAtOnce(
    layOut({ ...screen, cursor: { ...screen.cursor, isVisible: false } }, theme),
  );
  return pieces
    .flat()
    .flatMap(({ row, col, width, fg, bg }) =>
      cellsOf(row, col, width, formatRgb(fg), formatRgb(bg ?? background), screen),
    );
}

const cellsOf = (row: number, col: number, width: number, fg: string, bg: string, screen: Screen): string[] =>
  Array.from({ length: width }, (_, index) => col + index)
    .filter((at) => screen.lines[row]?.isBlank(at) === false || bg !== formatRgb(theme.background))
    .map((at) => `${row}:${at} ${fg} ${bg}`);

const readRuns = `(() => {
  const toHex = (color) => '#' + (color.match(/\\d+/g) ?? []).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  const screen = document.querySelector('.stage .screen');
  const cell = Number.parseFloat(screen.style.getPropertyValue('--cell'));
  const left = screen.getBoundingClientRect().left;
  const own = toHex(getComputedStyle(screen).backgroundColor);
  return [...document.querySelectorAll('.stage .row')].flatMap((row, index) =>
    [...row.querySelectorAll('span')].map((span) => {
      const box = span.getBoundingClientRect();
      const { color, backgroundColor } = getComputedStyle(span);
      const background = backgroundColor === 'rgba(0, 0, 0, 0)' ? own : toHex(backgroundColor);
      return [index, (box.left - left) / cell, box.width / cell, span.textContent, toHex(color), background];
    }));
})()`;

async function runsOn(page: Page): Promise<Shown[]> {
  return (await page.evaluate(readRuns)) as Shown[];
}

needing('chromium')('text, colors and widths are those of the terminal [14.trace-exact, 14.film-exact]', async () => {
  const path = writeTracePage(encodeFrames(screens.map(([, screen], index) => [index * 100, screen] as const)));
  await inTrace(path, async ({ page }) => {
    for (const [index, [name, screen]] of screens.entries()) {
      await page.evaluate(`location.hash = '#t=${index / 10}'`);
      await page.waitForSelector(`[aria-label="Screen at ${(index / 10).toFixed(2)} seconds"]`);
      const runs = await runsOn(page);
      const cells = runs.flatMap(([row, col, width, , color, background]) => {
        expect([name, col, width]).toEqual([
          name,
          expect.closeTo(Math.round(col), 1),
          expect.closeTo(Math.round(width), 1),
        ]);
        return cellsOf(row, Math.round(col), Math.round(width), color, background, screen);
      });
      expect(runs.length > 0 || screen.lines.every(({ trimmed }) => trimmed === '')).toBe(true);
      expect([name, cells.toSorted()]).toEqual([name, expectedCells(screen).toSorted()]);
      const text = screen.lines.map((_, row) =>
        runs
          .filter(([one]) => one === row)
          .map(([, , , part]) => part)
          .join(''),
      );
      expect([name, text.map((line) => line.trimEnd())]).toEqual([name, screen.lines.map(({ trimmed }) => trimmed)]);
    }
  });
});

needing('chromium')('a snapshot mismatch shows expected, actual and difference [14.trace-comparison]', async () => {
  const program = await startChanged('one\r\ntwo\r\n\x1b[31mthree', 'one\r\n2wo\r\nthree', { trace: 'on-failure' });
  const { data } = await mismatchOf(program);
  await program.server.request('close');
  await inTrace(String(data['tracePath']), async ({ page, problems }) => {
    const choose = async (side: string): Promise<void> => {
      await page.getByRole('button', { name: side, exact: true }).click();
    };
    expect(await page.getAttribute('.switch [aria-pressed="true"]', 'aria-label')).toBe('difference');
    await choose('expected');
    expect(await rowsOf(page)).toEqual(['one', 'two', 'three', '']);
    await choose('actual');
    expect(await rowsOf(page)).toEqual(['one', '2wo', 'three', '']);
    expect(await page.locator('.mark').count()).toBe(0);
    await choose('difference');
    const places = await page.$$eval('.mark.is-difference', (marks) => marks.map((mark) => mark.getAttribute('style')));
    expect(places).toEqual([
      'top: calc(var(--row)*1); left: calc(var(--cell)*0); width: calc(var(--cell)*1);',
      'top: calc(var(--row)*2); left: calc(var(--cell)*0); width: calc(var(--cell)*5);',
    ]);
    expect(await page.textContent('.diff')).toContain('-two');
    expect(await page.textContent('.diff .removed .place')).toMatch(/^\\e\[[\d;]*31m$/);
    expect(problems).toEqual([]);
  });
});
