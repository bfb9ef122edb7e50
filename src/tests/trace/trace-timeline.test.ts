import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent } from '../support/films.js';
import { needing } from '../support/packages.js';
import { inTrace, writeTracePage } from '../support/trace-page.js';

const call = (fromMs: number, toMs: number, id: number, method: string, outcome: object): TimedEvent[] => [
  [fromMs, messageEvent('request', { id, method, params: { selector: 'x' } })],
  [toMs, messageEvent('response', { id, ...outcome })],
];
const failure = { error: { code: -32004, message: 'expectVisible failed: No match.', data: { kind: 'timeout' } } };

/** A session of one second: three screens, an input, a wait, a failure and a read. */
const session: readonly TimedEvent[] = [
  ...encodeFrames(
    screensAfter(['alpha', '\r\nbeta', '\r\ngamma']).map(([, screen], index) => [[0, 300, 900][index] ?? 0, screen]),
  ),
  ...call(100, 200, 1, 'sendText', { result: { ok: true } }),
  ...call(300, 400, 2, 'waitForText', { result: { ok: true } }),
  ...call(500, 700, 3, 'expectVisible', failure),
  ...call(800, 1000, 4, 'currentView', { result: {} }),
];

/** The parts of a row of the timeline that have a color of the page, as thousandths of its width, rounded to 20. */
async function findParts(page: Page, color: string, y: number): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const canvas = document.querySelector('.timeline canvas');
    const context = canvas.getContext('2d');
    const sample = new OffscreenCanvas(1, 1).getContext('2d');
    sample.fillStyle = getComputedStyle(canvas.parentElement).getPropertyValue('--${color}');
    sample.fillRect(0, 0, 1, 1);
    const wanted = sample.getImageData(0, 0, 1, 1).data.join();
    const { data } = context.getImageData(0, ${y}, canvas.width, 1);
    const at = [...Array(canvas.width).keys()].filter((x) => data.slice(x * 4, x * 4 + 4).join() === wanted);
    // Bars of one screen can be one pixel apart.
    const starts = at.filter((x) => !at.includes(x - 1) && !at.includes(x - 2));
    const ends = at.filter((x) => !at.includes(x + 1) && !at.includes(x + 2));
    const round = (x) => Math.round((x / canvas.width) * 50) * 20;
    return starts.map((x, index) => round(x) + '-' + round(ends[index] + 1));
  })()`)) as string[];
}

const lanes = { requests: 8, events: 1, activity: 37, hits: 42 } as const;

needing('chromium')(
  'the timeline has activity, requests, failures and hits at their times [14.trace-timeline, 14.trace-search]',
  async () => {
    await inTrace(writeTracePage(session), async ({ page }) => {
      expect(await findParts(page, 'input', lanes.requests)).toEqual(['100-200']);
      expect(await findParts(page, 'wait', lanes.requests)).toEqual(['300-400']);
      expect(await findParts(page, 'read', lanes.requests)).toEqual(['800-1000']);
      expect(await findParts(page, 'fail', lanes.requests)).toEqual(['500-700']);
      // A line over the whole height at the end of the failure.
      expect(await findParts(page, 'fail', lanes.activity)).toEqual(['700-700']);
      expect(await findParts(page, 'activity', lanes.activity)).toEqual(['0-0', '300-300', '900-900']);
      expect(await findParts(page, 'hit', lanes.hits)).toEqual([]);
      await page.keyboard.press('/');
      await page.keyboard.type('beta');
      expect(await findParts(page, 'hit', lanes.hits)).toEqual(['300-300']);
      // A click goes to the moment.
      const { x = 0, y = 0, width = 0 } = (await page.locator('.timeline canvas').boundingBox()) ?? {};
      await page.mouse.click(x + width * 0.6, y + 5);
      expect(Number(await page.getAttribute('.timeline canvas', 'aria-valuenow'))).toBeCloseTo(0.6, 1);
    });
  },
);

needing('chromium')('idle time is folded [14.trace-timeline]', async () => {
  const idle = session.map(([atMs, event]): TimedEvent => [atMs < 900 ? atMs : atMs + 60_000, event]);
  await inTrace(writeTracePage(idle), async ({ page }) => {
    const folds = await findParts(page, 'fold', lanes.hits);
    expect(folds).toHaveLength(1);
    const [from = 0, to = 0] = folds[0]?.split('-').map(Number) ?? [];
    // A minute takes the room of half a second.
    expect(to - from).toBeGreaterThan(200);
    expect(to - from).toBeLessThan(500);
  });
});

needing('chromium')('events are marks on the timeline, and rows of the list [19.events-trace]', async () => {
  const event = (params: object): TimedEvent[1] => messageEvent('notification', { method: 'terminal.event', params });
  const events: readonly TimedEvent[] = [
    ...session,
    [250, event({ type: 'notification', title: 'Build', body: 'done' })],
    [850, event({ type: 'command', text: 'make all', exitCode: 2, output: '' })],
  ];
  await inTrace(writeTracePage(events), async ({ page, problems }) => {
    expect(await findParts(page, 'event', lanes.events)).toEqual(['240-260', '840-860']);
    const rows = await page.$$eval('.call.notification', (all) => all.map((row) => row.getAttribute('title')));
    expect(rows).toEqual(['terminal.event notification Build done', 'terminal.event command make all 2']);
    expect(problems).toEqual([]);
  });
  await inTrace(writeTracePage(events, '--no-input'), async ({ page }) => {
    const rows = await page.$$eval('.call.notification', (all) => all.map((row) => row.getAttribute('title')));
    expect(rows).toEqual(['terminal.event notification Build done', 'terminal.event command ••• 2']);
  });
});
