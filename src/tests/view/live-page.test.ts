import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FakeView } from '../support/fake-view.js';
import { inLivePage } from '../support/live-page.js';
import { needing } from '../support/packages.js';
import { rowsOf } from '../support/trace-page.js';

/** Resolves when a row of the screen contains a text. */
const showsRow = (page: Page, text: string): Promise<void> => page.locator('.stage .row', { hasText: text }).waitFor();

/** Three screens, and a request between them. */
function play(view: FakeView): void {
  view.feed('alpha');
  view.run(1, 'sendText', { text: 'beta' });
  view.feed('\r\nbeta');
  view.feed('\r\ngamma');
}

needing('chromium')(
  'the screen, the requests and the timeline are shown as they happen, without a console message [15.page]',
  async () => {
    await inLivePage({}, async ({ page, view, problems }) => {
      expect(await page.title()).toBe('demo · tuispec');
      view.feed('alpha');
      await showsRow(page, 'alpha');
      view.note('request', { id: 1, method: 'waitForText', params: { text: 'beta' } });
      await page.waitForSelector('.call.open');
      expect(await page.textContent('.call')).toBe('waitForText"beta"');
      view.feed('\r\nbeta');
      view.note('response', { id: 1, result: { ok: true } });
      await page.waitForSelector('.call.passed');
      await showsRow(page, 'beta');
      expect((await rowsOf(page)).slice(0, 3)).toEqual(['alpha', 'beta', '']);
      expect(await page.textContent('.time')).toBe('0.22 s / 0.22 s');
      expect(await page.getAttribute('.live', 'aria-pressed')).toBe('true');
      expect(problems).toEqual([]);
    });
  },
);

needing('chromium')('going back stops following; LIVE returns to the present [15.page]', async () => {
  await inLivePage({}, async ({ page, view }) => {
    play(view);
    await showsRow(page, 'gamma');
    await page.keyboard.press(',');
    expect(await page.getAttribute('.live', 'aria-pressed')).toBe('false');
    expect((await rowsOf(page)).slice(0, 3)).toEqual(['alpha', 'beta', '']);
    view.feed('\r\ndelta');
    await page.locator('.time', { hasText: '/ 0.42 s' }).waitFor();
    expect((await rowsOf(page)).slice(0, 3)).toEqual(['alpha', 'beta', '']);
    await page.click('.live');
    expect((await rowsOf(page)).slice(0, 4)).toEqual(['alpha', 'beta', 'gamma', 'delta']);
    // Space holds the present and returns to it; on the button, it would press that.
    await page.locator('.live').blur();
    await page.keyboard.press(' ');
    expect(await page.getAttribute('.live', 'aria-pressed')).toBe('false');
    await page.keyboard.press(' ');
    expect(await page.getAttribute('.live', 'aria-pressed')).toBe('true');
    // Playback ends in the present.
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await page.waitForSelector('.live[aria-pressed="true"]');
    view.feed('\r\nepsilon');
    await showsRow(page, 'epsilon');
  });
});

needing('chromium')('a page that is opened later shows the last requests and the screen [15.page]', async () => {
  await inLivePage(
    {},
    async ({ page }) => {
      await showsRow(page, 'gamma');
      expect(await page.$$eval('.call', (calls) => calls.map(({ textContent }) => textContent))).toEqual([
        'sendText"beta"10 ms',
      ]);
    },
    { prepare: play },
  );
});
