import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent } from '../support/films.js';
import { inLivePage } from '../support/live-page.js';
import { needing } from '../support/packages.js';
import { sample } from '../support/tier.js';
import { inTrace, writeTracePage } from '../support/trace-page.js';

// Off by default: what is visible must be part of the accessible name.
const options = { rules: { 'label-content-name-mismatch': { enabled: true } } };

/** What axe-core finds on a page: the rule, the element and why, of each violation. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target, failureSummary].join(' '))))`)) as string[];
}

/** The size of the page, without what scrolls in a region of its own, and of the window. */
const widthsOf = async (page: Page): Promise<number[]> =>
  (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[];

const failure = {
  code: -32004,
  message: 'expectVisible failed: No match for "delta".',
  data: { kind: 'timeout', screen: 'alpha\nbeta\n', nearest: { text: 'beta', row: 2, col: 1 } },
};
const requests = [
  ['step', { title: 'Find things' }, { ok: true }],
  ['sendText', { text: 'b' }, { ok: true }],
  ['waitForText', { selector: { type: 'exact', text: 'beta' } }, { ok: true, elapsedMs: 600 }],
  ['expectVisible', { selector: 'delta' }, undefined],
  ['currentView', {}, { text: 'alpha', revision: 3, isWritten: true }],
] as const;
const recording: readonly TimedEvent[] = [
  ...encodeFrames(screensAfter(['alpha', '\r\nbeta', '\r\n\x1b[7mgamma'], { cols: 134, rows: 40, everyMs: 400 })),
  ...requests.flatMap(([method, params, result], index): TimedEvent[] => [
    [200 * index + 10, messageEvent('request', { id: index, method, params })],
    [200 * index + 90, messageEvent('response', { id: index, ...(result ? { result } : { error: failure }) })],
  ]),
  [990, messageEvent('notification', { method: 'session.exited', params: { exitCode: 0 } })],
];

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  needing('chromium')('a trace is accessible, whichever request is selected [14.trace-accessible]', async () => {
    await inTrace(
      writeTracePage(recording),
      async ({ page }) => {
        expect(await violationsOn(page)).toEqual([]);
        await page.keyboard.press('Home');
        for (const _ of requests) {
          await page.keyboard.press('n');
          expect(await violationsOn(page)).toEqual([]);
        }
        await page.keyboard.press('/');
        await page.keyboard.type('beta');
        expect(await violationsOn(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.locator('.search input').blur();
        await page.keyboard.press('?');
        expect(await violationsOn(page)).toEqual([]);
      },
      { colorScheme },
    );
  });

  needing('chromium')('a live page is accessible, in each state [15.page-accessible]', async () => {
    await inLivePage(
      { interactive: true },
      async ({ page, view }) => {
        expect(await violationsOn(page)).toEqual([]);
        view.feed('alpha');
        view.note('request', { id: 1, method: 'waitForText', params: { text: 'beta' } });
        view.note('response', { id: 1, error: failure });
        view.run(2, 'sendText', { text: 'beta' });
        await page.locator('.call.passed').waitFor();
        expect(await violationsOn(page)).toEqual([]);
        for (const _ of [1, 2]) {
          await page.keyboard.press('p');
          await page.waitForSelector('.call[aria-selected="true"]');
          expect(await violationsOn(page)).toEqual([]);
        }
        await page.keyboard.press('Enter');
        await page.waitForSelector('.window.typing');
        expect(await violationsOn(page)).toEqual([]);
        view.exit(
          { exitCode: 1, signal: null, isTimedOut: false },
          { type: 'pty_exited', exit_code: 1, last_lines: [] },
        );
        await page.locator('.badge.exited').waitFor();
        expect(await violationsOn(page)).toEqual([]);
        view.close(1001);
        await page.locator('.notice.bad').waitFor();
        expect(await violationsOn(page)).toEqual([]);
      },
      { colorScheme },
    );
  });
});

describe.each(
  sample([
    [320, 256],
    [400, 800],
  ] as const),
)('%i × %i pixels', (width, height) => {
  needing('chromium')('a trace scrolls in one direction at most [14.trace-accessible]', async () => {
    await inTrace(
      writeTracePage(recording),
      async ({ page }) => {
        for (const key of ['Home', 'e', '/']) {
          await page.keyboard.press(key);
          expect(await widthsOf(page)).toEqual([width, width]);
          expect(await violationsOn(page)).toEqual([]);
        }
        expect((await page.locator('.stage').boundingBox())?.height).toBeGreaterThan(100);
      },
      { viewport: { width, height } },
    );
  });

  needing('chromium')('a live page scrolls in one direction at most [15.page-accessible]', async () => {
    await inLivePage(
      { interactive: true, cols: 134, rows: 40 },
      async ({ page, view }) => {
        view.feed('alpha');
        view.run(1, 'sendText', { text: 'beta' });
        await page.locator('.call.passed').waitFor();
        expect(await widthsOf(page)).toEqual([width, width]);
        await page.keyboard.press('p');
        await page.waitForSelector('.call[aria-selected="true"]');
        expect(await widthsOf(page)).toEqual([width, width]);
        expect(await violationsOn(page)).toEqual([]);
      },
      { viewport: { width, height } },
    );
  });
});
