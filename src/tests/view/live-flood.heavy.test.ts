import type { CDPSession } from 'playwright-core';
import { expect } from 'vitest';
import type { FakeView } from '../support/fake-view.js';
import { inLivePage } from '../support/live-page.js';
import { needing } from '../support/packages.js';

const [rows, cols] = [40, 134];
// The server discards the rows that it has sent from time to time.
const screensBetweenResets = 200;

/** Sends screens that have nothing in common, and requests with their responses; returns the number of characters. */
function flood(view: FakeView, from: number, to: number): number {
  let length = 0;
  for (let index = from; index < to; index += 1) {
    const add = Array.from({ length: rows }, (_, row) => [[`${index} ${row} `.padEnd(cols, 'text of a long line ')]]);
    const at = (index % screensBetweenResets) * rows;
    const set = add.flatMap((_, row) => [row, at + row]);
    const isFirst = at === 0;
    const screen = {
      type: 'frame',
      at: index * 33,
      ...(isFirst ? { reset: true, rows, cols, cursor: null } : {}),
      add,
      set,
    };
    view.send({ type: 'screen', screen });
    length += JSON.stringify(screen).length;
  }
  return length;
}

/** The memory of the page after garbage collection, in bytes. */
async function measureHeap(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  return (await devTools.send('Runtime.getHeapUsage')).usedSize;
}

needing('chromium')(
  'in a flood, memory is bounded, and each animation frame renders at most once [15.page-memory]',
  async () => {
    await inLivePage({ session: null }, async ({ page, view, problems }) => {
      const devTools = await page.context().newCDPSession(page);
      await page.evaluate(`{
      window.counts = { frames: 0, renders: 0 };
      const count = () => { counts.frames += 1; requestAnimationFrame(count); };
      requestAnimationFrame(count);
      new MutationObserver(() => { counts.renders += 1; }).observe(document.querySelector('.time'), { childList: true });
    }`);
      const shown = (index: number): Promise<void> =>
        page.locator('.stage .row', { hasText: `${index} 39 ` }).waitFor();
      let sent = 0;
      const heaps: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        sent += flood(view, round * 2000, (round + 1) * 2000);
        await shown((round + 1) * 2000 - 1);
        heaps.push(await measureHeap(devTools));
      }
      // The limit is 16 MB.
      expect(sent).toBeGreaterThan(40_000_000);
      expect(Math.max(...heaps)).toBeLessThan((heaps[0] ?? 0) * 1.5 + 10_000_000);
      expect(await page.textContent('.begin')).toBe('earlier events are no longer kept');
      expect(await page.isVisible('.begin')).toBe(true);
      const { frames, renders } = (await page.evaluate('counts')) as { frames: number; renders: number };
      expect(renders).toBeGreaterThan(0);
      expect(renders).toBeLessThanOrEqual(frames + 1);
      // What is kept can be shown; what is not is never shown as something else.
      await page.keyboard.press('Home');
      const first = Number(
        await page
          .locator('.stage .row')
          .first()
          .textContent()
          .then((text) => text?.split(' ')[0]),
      );
      expect(first).toBeGreaterThan(4000);
      await page.keyboard.press('.');
      await page.locator('.stage .row', { hasText: `${first + 1} 39 ` }).waitFor();
      expect(problems).toEqual([]);
    });
  },
);

needing('chromium')('many requests are listed, and the oldest ones are forgotten [15.page-memory]', async () => {
  await inLivePage({ session: null }, async ({ page, view }) => {
    const requests = 30_000;
    for (let id = 1; id <= requests; id += 1) view.run(id, 'sendText', { text: `text ${id} ${'x'.repeat(500)}` });
    await page.locator('.call', { hasText: `text ${requests} ` }).waitFor();
    const total = Number(await page.locator('.call').first().getAttribute('aria-setsize'));
    expect(total).toBeGreaterThan(5000);
    expect(total).toBeLessThan(requests);
    expect(await page.locator('.call').count()).toBeLessThan(100);
    expect(await page.isVisible('.begin')).toBe(true);
  });
});
