import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent } from '../support/films.js';
import { needing } from '../support/packages.js';
import { inTrace, rowsOf, selectedIn, writeTracePage } from '../support/trace-page.js';

const request = (atMs: number, id: number, method: string, params: object): TimedEvent => [
  atMs,
  messageEvent('request', { id, method, params }),
];
const result = (atMs: number, id: number, value: object): TimedEvent => [
  atMs,
  messageEvent('response', { id, result: value }),
];
const match = { row: 2, col: 1, endRow: 2, endCol: 4, text: 'beta' };
const error = {
  code: -32004,
  message: 'expectVisible failed: No match for "delta". Closest text: "beta" (row 2, column 1).',
  data: { kind: 'timeout', screen: 'alpha\nbeta\ngamma\n', nearest: { text: 'beta', row: 2, col: 1 } },
};

/** A session with a match at 1.2 s, a pause of 10 s, and a failure at 12 s. */
const session: readonly TimedEvent[] = [
  ...encodeFrames(
    screensAfter(['alpha', '\r\nbeta', '\r\ngamma']).map(([, screen], index) => [
      [0, 1100, 11_500][index] ?? 0,
      screen,
    ]),
  ),
  request(100, 1, 'step', { title: 'Find things' }),
  result(101, 1, { ok: true }),
  request(500, 2, 'sendText', { text: 'b' }),
  result(510, 2, { ok: true }),
  request(600, 3, 'waitForText', { selector: { type: 'exact', text: 'beta' } }),
  result(1200, 3, { ok: true, elapsedMs: 600, revision: 3, match, matchCount: 1 }),
  request(11_000, 4, 'batch', { steps: [{ method: 'sendKey', params: { key: 'Enter' } }] }),
  result(11_010, 4, { ok: true, completed: 1, results: [{ ok: true }] }),
  request(11_600, 5, 'expectVisible', { selector: { type: 'exact', text: 'delta' } }),
  [12_000, messageEvent('response', { id: 5, error })],
  request(12_100, 6, 'currentView', {}),
  result(12_101, 6, { text: 'alpha' }),
];

needing('chromium')(
  'opens from a file at the failure, without a request or a console message [14.trace-file, 14.trace-opens-at-failure, 14.trace-policy]',
  async () => {
    await inTrace(writeTracePage(session), async ({ page, problems }) => {
      expect(await page.title()).toBe('✗ recording');
      expect(await rowsOf(page)).toEqual(['alpha', 'beta', 'gamma', '']);
      expect(await selectedIn(page)).toBe('expectVisible "delta"');
      expect(await page.textContent('.banner')).toBe(`expectVisible failed${error.message.slice(22)}`);
      expect(await page.locator('.mark.is-nearest').count()).toBe(1);
      expect(await page.locator('#static').count()).toBe(0);
      expect(problems).toEqual([]);
      // The policy rejects anything that is not part of the page.
      await page.evaluate(`{
        const script = document.createElement('script');
        script.textContent = 'document.title = "changed"';
        document.body.append(script);
      }`);
      expect(await page.title()).toBe('✗ recording');
      expect(problems.join()).toMatch(/violates the following Content Security Policy directive "?'?script-src/);
      await page.evaluate(`{
        const style = document.createElement('style');
        style.textContent = '* { display: none }';
        document.body.append(style);
        const picture = new Image();
        picture.src = 'http://127.0.0.1:9/x.png';
        document.body.append(picture);
      }`);
      expect(await page.isVisible('.banner')).toBe(true);
      await expect.poll(() => problems.join()).toMatch(/style-src[\s\S]*img-src/);
    });
  },
);

needing('chromium')(
  'the list shows steps, durations and failures, and filters them [14.trace-list, 14.trace-before-after]',
  async () => {
    await inTrace(writeTracePage(session), async ({ page }) => {
      const rows = (): Promise<string[]> =>
        page.$$eval('.call', (calls) => calls.map((call) => call.textContent ?? ''));
      expect(await rows()).toEqual([
        'Find things',
        'sendText"b"10 ms',
        'waitForText"beta"600 ms',
        'batch1 step10 ms',
        'sendKey"Enter"',
        'expectVisible"delta"400 ms',
        'currentView1.0 ms',
      ]);
      // The recording has only the times of the whole batch.
      await page.click('.call.batch-step');
      expect(await page.textContent('.details dl')).toBe('step of request4at11.00 s');
      await page.click('.toggle');
      expect(await rows()).toEqual(['expectVisible"delta"400 ms']);
      await page.click('.toggle');
      await page.fill('.filter input', 'BETA');
      expect(await rows()).toEqual(['waitForText"beta"600 ms', 'expectVisible"delta"400 ms']);
      await page.click('.call:first-child');
      expect(await page.textContent('.details')).toContain('"matchCount": 1');
      expect(await page.locator('.mark.is-match').count()).toBe(1);
      expect((await rowsOf(page))[1]).toBe('beta');
      await page.getByRole('button', { name: 'before' }).first().click();
      expect((await rowsOf(page))[1]).toBe('');
      expect(await page.locator('.mark').count()).toBe(0);
    });
  },
);

needing('chromium')(
  'searches all screens for a text or a regex; Enter goes to the next hit [14.trace-search, 14.trace-keyboard]',
  async () => {
    await inTrace(writeTracePage(session), async ({ page }) => {
      const count = (): Promise<string | null> => page.textContent('.search output');
      await page.keyboard.press('/');
      await page.keyboard.type('gamma');
      expect(await count()).toBe('1 hit');
      await page.keyboard.press('Enter');
      expect(await count()).toBe('1 / 1');
      expect(await page.locator('.mark.is-search').count()).toBe(1);
      await page.fill('.search input', '/^(alpha|beta)$/');
      expect(await count()).toBe('2 hits');
      await page.keyboard.press('Enter');
      expect([await count(), page.url()]).toEqual(['1 / 2', expect.stringMatching(/#t=0$/)]);
      await page.keyboard.press('Enter');
      expect([await count(), page.url()]).toEqual(['2 / 2', expect.stringMatching(/#t=1\.1$/)]);
      await page.keyboard.press('Shift+Enter');
      expect(await count()).toBe('1 / 2');
      await page.fill('.search input', '/(/');
      expect(await count()).toBe('Invalid regex');
    });
  },
);

needing('chromium')('#t= and #r= open a moment; moving changes the link [14.trace-links]', async () => {
  await inTrace(
    writeTracePage(session),
    async ({ page, open }) => {
      expect(await selectedIn(page)).toBe('waitForText "beta"');
      expect((await rowsOf(page))[1]).toBe('beta');
      await page.keyboard.press('ArrowUp');
      expect(page.url()).toMatch(/#r=2$/);
      await open('#t=0.3');
      expect(await rowsOf(page)).toEqual(['alpha', '', '', '']);
      await page.evaluate(`location.hash = '#r=5'`);
      await page.waitForSelector('.banner:not([hidden])');
      await open('#t=99999999&nonsense');
      expect(await selectedIn(page)).toBe('expectVisible "delta"');
    },
    { hash: '#r=3' },
  );
});

needing('chromium')(
  'keys select, play and step; idle time is folded [14.trace-keyboard, 14.trace-play, 14.trace-timeline]',
  async () => {
    await inTrace(writeTracePage(session), async ({ page }) => {
      const press = async (keys: string): Promise<void> => {
        for (const key of keys.split(' ')) await page.keyboard.press(key);
      };
      await press('Home');
      expect(await page.getAttribute('canvas', 'aria-valuenow')).toBe('0.00');
      await press('n n n');
      expect(await selectedIn(page)).toBe('waitForText "beta"');
      await press('e');
      expect(await selectedIn(page)).toBe('expectVisible "delta"');
      await press(',');
      expect(await page.getAttribute('canvas', 'aria-valuenow')).toBe('1.10');
      await press('.');
      expect(await page.getAttribute('canvas', 'aria-valuenow')).toBe('11.50');
      // The browser closes the dialog after the key, and while it is open, all keys are for it.
      await press('? Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
      await press('Home < <');
      expect(await page.getAttribute('canvas', 'aria-valuenow')).toBe('0.00');
      expect(await page.inputValue('select')).toBe('0.25');
      await press('Space');
      await page.waitForSelector('.play[aria-label="Pause"]');
      await press('Space');
      await page.waitForSelector('.play[aria-label="Play"]');
      // 12 s of recording, of which 9 s are idle, take less than a second.
      await press('> > > > > Space');
      expect(await page.inputValue('select')).toBe('8');
      await page.waitForSelector('canvas[aria-valuenow="12.10"]');
      await page.waitForSelector('.play[aria-label="Play"]');
      await page.focus('.list');
      expect(await page.getAttribute('.list', 'aria-activedescendant')).toBe('call-6');
    });
  },
);

needing('chromium')('copies the screen, Markdown, the requests and a link [14.trace-copy]', async () => {
  const path = writeTracePage(session);
  await inTrace(
    path,
    async ({ page }) => {
      const copied = async (key: string, done: string): Promise<string> => {
        await page.keyboard.press(key);
        await page.waitForSelector(`.toast.visible:text-is("${done} copied")`);
        return String(await page.evaluate('navigator.clipboard.readText()'));
      };
      expect(await copied('c', 'Screen')).toBe('alpha\nbeta\ngamma\n');
      const markdown = await copied('m', 'Markdown');
      expect(markdown).toMatch(/^## expectVisible failed\n\nexpectVisible failed: No match for "delta"/);
      expect(markdown).toContain('```text\nalpha\nbeta\ngamma\n```');
      expect(markdown).toContain('- ✗ 5 expectVisible "delta" (400 ms)');
      const requests = (await copied('r', 'Requests')).trim().split('\n');
      expect(requests.map((line) => JSON.parse(line).method)).toEqual([
        'step',
        'sendText',
        'waitForText',
        'batch',
        'expectVisible',
      ]);
      expect(await copied('l', 'Link')).toBe(`file://${path}#t=12`);
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.stage .rows'))`);
      await page.keyboard.press('Control+c');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('alpha\nbeta\ngamma\n');
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
});

needing('chromium')('without JavaScript the failure is readable [14.trace-static]', async () => {
  await inTrace(
    writeTracePage(session),
    async ({ page, problems }) => {
      const text = await page.locator('#static').textContent();
      expect(text).toContain('✗ expectVisible failed');
      expect(text).toMatch(/alpha\nbeta\ngamma/);
      expect(text).toContain('✗ 5 expectVisible {"type":"exact","text":"delta"} (400 ms)');
      expect(problems).toEqual([]);
    },
    { javaScriptEnabled: false },
  );
});

needing('chromium')('with the policy of a Jenkins server the failure is readable [14.trace-static]', async () => {
  const path = writeTracePage(session);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'";
    response.setHeader('content-security-policy', policy);
    response.end(readFileSync(path));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await inTrace(path, async ({ page }) => {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/trace.html`);
      expect(await page.locator('h1').textContent()).toBe('✗ expectVisible failed');
      expect(await page.locator('pre').textContent()).toContain('alpha\nbeta\ngamma');
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

needing('chromium')('follows the light or dark setting, and t changes it [14.trace-colors]', async () => {
  const path = writeTracePage(session);
  for (const colorScheme of ['light', 'dark'] as const)
    await inTrace(
      path,
      async ({ page }) => {
        const scheme = (): Promise<unknown> => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
        expect(await scheme()).toBe(colorScheme);
        await page.keyboard.press('t');
        expect(await scheme()).toBe(colorScheme === 'light' ? 'dark' : 'light');
      },
      { colorScheme },
    );
});
