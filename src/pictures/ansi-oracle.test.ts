// Compares the ANSI writer with @xterm/addon-serialize 0.14. The addon is not used at run time: it loses underline styles
// and colors, the background of trailing blank cells and a hidden cursor.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serialize from '@xterm/addon-serialize';
import { expect, test } from 'vitest';
import { renderScreen } from '../terminal/emulator.js';
import { openTerminal } from '../terminal/xterm/terminal.js';
import { Random } from '../tests/support/random.js';
import { visibleCellsOf } from '../tests/support/same-screen.js';
import { encodeAnsi } from './ansi.js';

const folder = 'fixtures/screens';
const lossyScreens: readonly string[] = ['hidden-cursor.in', 'styles.in'];

/** Serializes the screen that results from the output with the addon. */
function serializeByAddon(output: string, cols: number, rows: number): string {
  const { terminal } = openTerminal({ cols, rows, scrollback: 0 });
  const addon = new serialize.SerializeAddon();
  addon.activate(terminal as never);
  // Input makes the next write parse at once.
  terminal.input('', true);
  terminal.write(output);
  const ansi = addon.serialize({ excludeModes: true, excludeAltBuffer: true });
  addon.dispose();
  terminal.dispose();
  return ansi;
}

const cellsAfter = (output: string, cols: number, rows: number): unknown =>
  visibleCellsOf(renderScreen(output, cols, rows));

/** Expects that the output of the writer and that of the addon give the same screen. */
function expectSameAsAddon(output: string, cols: number, rows: number): void {
  const ours = encodeAnsi(renderScreen(output, cols, rows));
  expect(cellsAfter(ours, cols, rows)).toEqual(cellsAfter(serializeByAddon(output, cols, rows), cols, rows));
}

const screens = readdirSync(folder).filter((file) => file.endsWith('.in'));

test.each(screens.filter((file) => !lossyScreens.includes(file)))(
  'the writer and the addon agree on %s [7.ansi-same]',
  (file) => {
    expectSameAsAddon(readFileSync(join(folder, file), 'utf8'), 40, 8);
  },
);

test.each(lossyScreens)('the addon still does not preserve all of %s', (file) => {
  expect(() => expectSameAsAddon(readFileSync(join(folder, file), 'utf8'), 40, 8)).toThrow();
});

const texts = ['a', 'word', 'two words', '0123456789', 'é', 'e\u0301', '日本', '😀', '👍🏽', '🇩🇪', '│─┼', '█'];
const styles = '0 1 3 5 7 9 31 42 97 104 38;5;208 48;5;16 38;2;1;2;3 48;2;9;8;7'.split(' ');

/**
 * Styled text and gaps on each row but the last, where long text may wrap to; then the cursor anywhere. The addon loses
 * the style of blank cells, bold next to dim, and the cursor after a full last row: none of these occurs.
 */
function randomText(random: Random, cols: number, rows: number): string {
  const piece = (): string => `\x1b[${random.pick(styles)}m${random.pick(texts)}\x1b[m\x1b[${1 + random.below(4)}C`;
  const rowOf = (row: number): string => `\x1b[${row + 1};1H${Array.from({ length: random.below(3) }, piece).join('')}`;
  const body = [...Array(rows - 2).keys()].map(rowOf).join('');
  const end = `\x1b[${rows - 1};1H${random.below(2) === 0 ? '日本語'.padEnd(cols, '-') : piece()}`;
  return `${body}${end}\x1b[${1 + random.below(rows)};${1 + random.below(cols)}H`;
}

test.each([
  [40, 3],
  [50, 6],
  [80, 12],
])('the writer and the addon agree on random text of %i × %i [7.ansi-same]', (cols, rows) => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const output = randomText(new Random(seed * 1000 + cols), cols, rows);
    try {
      expectSameAsAddon(output, cols, rows);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(output)}`, { cause: error });
    }
  }
});
