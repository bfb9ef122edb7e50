import { appendFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { renderScreen } from '../../terminal/emulator.js';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent, writeRecording } from '../support/films.js';
import { difficultOutputs } from '../support/layouts.js';
import { needing } from '../support/packages.js';
import { inTrace, rowsOf, traceOf, writeTracePage } from '../support/trace-page.js';

const attacks = [
  '</script><script>document.title="run"</script>',
  '<img src="http://127.0.0.1:9/x" onerror="document.title=\'run\'">',
  '<svg onload="document.title=\'run\'"><style>@import "http://127.0.0.1:9/y"</style>',
  '--><!--<script><!--</pre></main><iframe src="javascript:parent.document.title=1"></iframe>',
  '$& $` $\' $$ ${document.title="run"} \u2028 \ud800 \udfff \0 \u202e',
];
const text = attacks.join(' ');
// Conversion to a text throws.
const object = { toString: 1 };

const members = 'title command args cols rows text selector type flags kind screen nearest cursor diff'.split(' ');
const objects = { ...Object.fromEntries(members.map((name) => [name, object])), row: object, col: object };

/** Every text of a recording is an attack. */
function hostileEvents(): TimedEvent[] {
  const screens = screensAfter([`\x1b]0;${attacks[0]}\x07${text}`], { cols: 200, rows: 10 });
  const params = { [text]: text, selector: { type: 'exact', text }, steps: text, title: text, args: { length: 1e9 } };
  const data = { kind: text, screen: text, nearest: { text, row: 1, col: 1 }, matches: text, diff: text, cursor: text };
  return [
    ...encodeFrames(screens),
    [10, messageEvent('request', { id: text, method: text, params })],
    [20, messageEvent('response', { id: text, error: { code: -32004, message: text, data } })],
    ...['step', 'launch', 'batch', 'resize', 'find'].flatMap((method, index): TimedEvent[] => [
      [21, messageEvent('request', { id: `object ${index}`, method, params: { ...objects, steps: [objects] } })],
      [
        22,
        messageEvent('response', { id: `object ${index}`, error: { code: object, message: object, data: objects } }),
      ],
    ]),
    [30, messageEvent('notification', { method: text, params })],
    ...['step', 'launch', 'batch', 'resize', '__proto__', 'constructor'].flatMap((method, index): TimedEvent[] => [
      [40, messageEvent('request', { id: index, method, params })],
      [50, messageEvent('response', { id: index, result: { ok: false, error: params, results: text, match: params } })],
    ]),
  ];
}

needing('chromium')('nothing in a recording runs or is loaded [14.trace-hostile]', async () => {
  const path = writeTracePage(hostileEvents(), '--title', text.replaceAll('\0', ''));
  await inTrace(path, async ({ page, problems }) => {
    const title = await page.title();
    for (let call = 0; call < 22; call += 1) {
      await page.keyboard.press(call === 0 ? 'Home' : 'n');
      for (const key of ['b', 'a', 'd', 'm']) await page.keyboard.press(key);
    }
    expect((await rowsOf(page))[0]).toContain('</script>');
    expect(await page.title()).toBe(title);
    expect(await page.locator('img, iframe, svg style').count()).toBe(0);
    expect(problems).toEqual([]);
  });
  await inTrace(
    path,
    async ({ page, problems }) => {
      expect(await page.textContent('#static p')).toContain('</script>');
      expect(await page.locator('img, iframe').count()).toBe(0);
      expect(problems).toEqual([]);
    },
    { javaScriptEnabled: false },
  );
});

/** Only visible rows have elements for their styles, at most two for each run that is permitted. */
async function expectFewElements(page: Page): Promise<void> {
  const count = await page.locator('.stage .row span').count();
  expect(count).toBeGreaterThan(5000);
  expect(count).toBeLessThan(25_000);
}

needing('chromium')(
  'huge, deeply nested and truncated recordings are shown [14.trace-hostile]',
  async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const huge = renderScreen(`\x1b[41m${'x日'.repeat(200_000)}`, 1000, 1000);
    const recording = writeRecording([
      ...encodeFrames([
        [0, huge],
        ...difficultOutputs.map(
          ([, output], index) => [index * 10 + 10, renderScreen(Buffer.from(output).toString(), 40, 8)] as const,
        ),
      ]),
      [1000, messageEvent('request', { id: 1, method: 'sendText', params: { text: 'y'.repeat(3_000_000) } })],
      [1001, messageEvent('request', { id: 2, method: 'find', params: { selector: 'a' } })],
      [1002, { direction: 'response', line: `{"id":2,"result":${nested}}` }],
      [1003, { direction: 'request', line: `{"id":${nested},"method":"find","params":{"selector":${nested}}}` }],
    ]);
    appendFileSync(recording, '{"timestampMicros":1795000000000000,"direction":"frame","li');
    await inTrace(traceOf(recording), async ({ page, problems }) => {
      await page.keyboard.press('Home');
      expect((await rowsOf(page)).length).toBe(1000);
      await expectFewElements(page);
      expect(await page.locator('.stage .row:last-child').getAttribute('class')).toBe('row plain');
      // What is not visible can be selected and found.
      await page.evaluate("getSelection().selectAllChildren(document.querySelector('.stage .rows'))");
      expect(((await page.evaluate('getSelection().toString()')) as string).split('\n').length).toBe(1000);
      await page.evaluate('getSelection().removeAllRanges()');
      await page.locator('.stage .row:nth-child(500)').scrollIntoViewIfNeeded();
      await page.waitForSelector('.stage .row:nth-child(500):not(.plain)');
      await expectFewElements(page);
      expect(await page.locator('.stage .row').first().getAttribute('class')).toBe('row plain');
      await page.keyboard.press('End');
      await page.keyboard.press('p');
      await page.keyboard.press('m');
      expect(await page.textContent('.meta')).toContain('The last line is incomplete');
      expect(problems).toEqual([]);
    });
  },
  120_000,
);
