import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser } from '../support/browser.js';
import type { TestServer } from '../support/client.js';
import { needing } from '../support/packages.js';
import { rowsOf } from '../support/trace-page.js';
import { startView } from '../support/view-client.js';

const size = { terminalCols: 80, terminalRows: 24 };
const env = { PS1: '$ ', HISTFILE: '' };

interface RealView {
  readonly page: Page;
  readonly server: TestServer;
  /** Opens another page. */
  open(): Promise<Page>;
}

/** Opens pages of the view of a server in Chromium. */
async function inView(interactive: boolean, act: (view: RealView) => Promise<void>): Promise<void> {
  const { server, origin, token } = await startView({ interactive });
  await inBrowser({ files: {}, width: 1280, height: 800 }, async (first) => {
    const context = first.context();
    const problems: string[] = [];
    const open = async (): Promise<Page> => {
      const page = await context.newPage();
      page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${origin}/#token=${token}`);
      await page.waitForSelector('.connection.good');
      return page;
    };
    await act({ page: await open(), server, open });
    expect(problems).toEqual([]);
  });
}

/** Resolves when the page shows a text. */
const shows = (page: Page, text: string): Promise<void> =>
  page.locator('.stage .row', { hasText: text }).first().waitFor();

/** The rows of the terminal according to the server. */
async function linesOf(server: TestServer): Promise<string[]> {
  const { text } = await server.request('currentView');
  return text.split('\n').slice(0, size.terminalRows);
}

needing('chromium', 'vim')(
  'vim looks the same in pages that are opened early and late [15.page, 15.screens]',
  async () => {
    await inView(false, async ({ page, server, open }) => {
      await server.launch('vim', ['-u', 'NONE', '-N'], {}, size);
      await server.request('sendText', { text: 'ihello from vim' });
      await server.request('sendKey', { key: 'Escape' });
      await server.request('sendLine', { text: ':set number', expectAfter: '1 hello' });
      await shows(page, '1 hello from vim');
      const late = await open();
      await shows(late, '1 hello from vim');
      const lines = await linesOf(server);
      expect(await rowsOf(page)).toEqual(lines);
      expect(await rowsOf(late)).toEqual(lines);
      // Both list what the client has done.
      const methods = (of: Page): Promise<string[]> => of.locator('.call .method').allTextContents();
      await late.locator('.call', { hasText: 'currentView' }).waitFor();
      expect((await methods(late)).slice(0, 4)).toEqual((await methods(page)).slice(0, 4));
      await page.keyboard.press('Home');
      expect(await page.getAttribute('.live', 'aria-pressed')).toBe('false');
      await page.click('.live');
      expect(await rowsOf(page)).toEqual(lines);
    });
  },
);

needing('chromium')(
  'a person types into a shell, which ends and is started again [15.page-input, 15.page-exit]',
  async () => {
    await inView(true, async ({ page, server }) => {
      await server.launch('bash', ['--norc', '--noprofile'], { env }, size);
      await shows(page, '$');
      await page.click('.window .screen');
      await page.keyboard.type('echo "héllo $((6*7))"');
      await page.keyboard.insertText(' 漢字👩‍💻');
      await page.keyboard.press('Enter');
      await shows(page, 'héllo 42 漢字👩‍💻');
      // A shell does not distinguish Shift+Enter.
      await page.keyboard.type('echo again');
      await page.keyboard.press('Shift+Enter');
      await page.locator('.stage .row', { hasText: /^again/ }).waitFor();
      await page.keyboard.type('exit 3');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.exit:not([hidden])');
      expect(await page.textContent('.how')).toBe('[process exited with code 3]');
      await server.request('launch', { command: 'bash', args: ['--norc', '--noprofile'], env: { PS1: 'second> ' } });
      await shows(page, 'second>');
      expect(await page.isHidden('.exit')).toBe(true);
    });
  },
);

needing('chromium', 'mc')('the mouse opens a menu of mc [15.page-input]', async () => {
  await inView(true, async ({ page, server }) => {
    await server.launch('mc', ['--nosubshell', '/', '/'], { readySelector: { type: 'exact', text: '10Quit' } }, size);
    await shows(page, '10Quit');
    await page.click('.window .screen');
    const box = await page.locator('.window .screen').boundingBox();
    if (box === null) throw new Error('no screen');
    // "File" in the first row.
    await page.mouse.click(box.x + (box.width * 11.5) / 80, box.y + box.height / 48);
    await shows(page, 'View file');
    await page.keyboard.press('F10');
    await page.locator('.stage .row', { hasText: 'View file' }).waitFor({ state: 'detached' });
  });
});
