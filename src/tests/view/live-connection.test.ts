import { expect } from 'vitest';
import { inLivePage } from '../support/live-page.js';
import { needing } from '../support/packages.js';
import { rowsOf } from '../support/trace-page.js';

const calls = '.call .method';

needing('chromium')('a lost connection is opened again, and nothing is shown twice [15.page-states]', async () => {
  await inLivePage({}, async ({ page, view }) => {
    view.feed('before');
    view.run(1, 'find', { text: 'a' });
    await page.waitForSelector('.call.passed');
    await view.stop();
    await page.locator('.connection', { hasText: 'Reconnecting' }).waitFor();
    expect(await page.textContent('.notice span')).toBe(
      'The connection to the server is lost. The page reconnects as soon as it can. What has been shown until now remains below.',
    );
    // What has been received can still be shown.
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    expect((await rowsOf(page))[0]).toBe('before');
    view.feed('\r\nmeanwhile');
    view.note('request', { id: 2, method: 'mark', params: {} });
    await view.start();
    await page.waitForSelector('.connection.good');
    await page.locator('.stage .row', { hasText: 'meanwhile' }).waitFor();
    await page.locator(calls, { hasText: 'mark' }).waitFor();
    expect(await page.locator(calls).allTextContents()).toEqual(['find', 'mark']);
    expect(await page.isHidden('.notice')).toBe(true);
    view.note('response', { id: 2, result: {} });
    await page.locator('.call.open').waitFor({ state: 'detached' });
  });
});

needing('chromium')('the end of the server is reported; Try again connects [15.page-states]', async () => {
  await inLivePage({}, async ({ page, view }) => {
    view.feed('last screen');
    await page.locator('.stage .row', { hasText: 'last screen' }).waitFor();
    view.close(1001);
    await page.locator('.connection.bad', { hasText: 'Ended' }).waitFor();
    expect(await page.textContent('.notice span')).toBe(
      'The server has ended. What has been shown until now remains below.',
    );
    expect((await rowsOf(page))[0]).toBe('last screen');
    await page.click('.notice button');
    await page.waitForSelector('.connection.good');
    expect(view.connections).toBe(2);
  });
});

needing('chromium')(
  'a wrong or missing token is distinguished from a server that is not there [15.page-states]',
  async () => {
    await inLivePage({}, async ({ page, view }) => {
      const open = async (hash: string): Promise<string | null> => {
        await page.evaluate('sessionStorage.clear()');
        await page.goto('about:blank');
        await page.goto(`${view.origin}/${hash}`);
        await page.locator('.connection.bad', { hasText: 'Not connected' }).waitFor();
        return await page.textContent('.notice span');
      };
      expect(await open('#token=wrong')).toMatch(/^The token in the address is not valid: .* Open the URL/);
      expect(await open('')).toMatch(/^The address has no token\. Open the URL/);
      // The address of the right server, in the same page.
      await page.evaluate(`location.hash = '#token=${view.token}'`);
      await page.waitForSelector('.connection.good');
      expect(await page.isHidden('.notice')).toBe(true);
      // It is kept for a reload, and remains in the address.
      await page.evaluate(`history.replaceState(null, '', '/')`);
      await page.reload();
      await page.waitForSelector('.connection.good');
    });
  },
);

needing('chromium')(
  'the token remains in the address, and is not part of what is copied [15.token-secret]',
  async () => {
    await inLivePage({}, async ({ page, view }) => {
      view.feed('a');
      view.run(1, 'find', {});
      await page.click('.call');
      await page.keyboard.press(',');
      expect(page.url()).toBe(view.url);
      expect(await page.locator('.copies button').allTextContents()).toEqual(['Screen', 'Markdown', 'Requests']);
    });
  },
);

needing('chromium').each([
  [1013, 'Waiting…', 'Too many pages show this session. This one connects when another one is closed.'],
  [1008, 'Reconnecting…', 'This page has sent too many messages, so the server has disconnected it. It reconnects.'],
])('close code %i is explained, and the page connects again [15.page-states]', async (code, label, text) => {
  await inLivePage({}, async ({ page, view }) => {
    view.closesWith = [code];
    view.close(code);
    await page.locator('.connection.busy', { hasText: label }).waitFor();
    expect(await page.textContent('.notice span')).toBe(text);
    view.closesWith = undefined;
    await page.waitForSelector('.connection.good');
  });
});

needing('chromium')('a page that was too slow connects again [15.page-states]', async () => {
  await inLivePage({}, async ({ page, view }) => {
    view.closesWith = [1013, 'The viewer is too slow.'];
    view.close(1013, 'The viewer is too slow.');
    await page.locator('.notice', { hasText: 'too slow' }).waitFor();
    view.closesWith = undefined;
    await page.waitForSelector('.connection.good');
  });
});

needing('chromium')('a server without a session; a session that ends and another one [15.relaunch]', async () => {
  await inLivePage({ session: null }, async ({ page, view }) => {
    expect(await page.textContent('.placeholder')).toBe(
      'No session yet. The screen appears when a client starts a program.',
    );
    view.send({ type: 'session', session: 'first' });
    await page.locator('h1', { hasText: 'first' }).waitFor();
    expect(await page.textContent('.placeholder')).toBe('No screen yet. It appears when a program runs.');
    view.feed('hello');
    await page.locator('.stage .row', { hasText: 'hello' }).waitFor();
    view.send({ type: 'session', session: null });
    await page.locator('.meta', { hasText: 'the session is closed' }).waitFor();
    expect((await rowsOf(page))[0]).toBe('hello');
    view.send({ type: 'session', session: 'second', theme: { background: '#102030' } });
    view.launch();
    await page.locator('h1', { hasText: 'second' }).waitFor();
    expect(await page.title()).toBe('second · tuispec');
    expect(
      await page.$eval('.window .screen', ({ style }: { style: { background: string } }) => style.background),
    ).toBe('rgb(16, 32, 48)');
  });
});

needing('chromium')(
  'the end of a program is shown once, with its report, until another one runs [15.page-exit]',
  async () => {
    await inLivePage({}, async ({ page, view }) => {
      const report = {
        type: 'pty_exited',
        session_id: 'demo',
        pane_id: 'p1',
        exit_code: 143,
        last_lines: ['one', '\x1b[31mtwo\x1b[m'],
        session_title: 'Checkout <b>tests</b>',
        session_description: null,
        parent_agent: 'reviewer',
        timed_out: false,
        signal: 'SIGTERM',
        timeout_kind: null,
      };
      view.feed('one\r\n\x1b[31mtwo');
      view.exit({ exitCode: null, signal: 'SIGTERM', isTimedOut: false }, report);
      await page.waitForSelector('.exit:not([hidden])');
      expect(await page.textContent('.how')).toBe('[process exited with code 143, SIGTERM]');
      expect(await page.textContent('.facts')).toBe('Checkout <b>tests</b> · started by reviewer');
      expect(await page.textContent('.badge')).toBe('ended by SIGTERM');
      expect(await page.locator('.details pre').textContent()).toBe('one\ntwo');
      // The server repeats it.
      view.close(4000);
      await view.waitForConnections(2);
      view.run(1, 'currentView', {});
      await page.locator(calls, { hasText: 'currentView' }).waitFor();
      expect(await page.locator(calls).allTextContents()).toEqual(['pty_exited', 'currentView']);
      view.launch();
      await page.waitForSelector('.exit', { state: 'hidden' });
      await page.keyboard.press(',');
      await page.waitForSelector('.exit:not([hidden])');
    });
  },
);

needing('chromium')('a program that was killed because of a time limit [15.page-exit]', async () => {
  await inLivePage({}, async ({ page, view }) => {
    view.exit(
      { exitCode: null, signal: 'SIGKILL', isTimedOut: true },
      { type: 'pty_exited', exit_code: 137, last_lines: [], timed_out: true, signal: 'SIGKILL', timeout_kind: 'idle' },
    );
    await page.waitForSelector('.exit:not([hidden])');
    expect(await page.textContent('.exit')).toBe('[process timed out and was killed]');
  });
});

needing('chromium')('hostile messages are shown as text or ignored', async () => {
  await inLivePage({}, async ({ page, view, problems }) => {
    const markup = '<img src=x onerror="document.title=1">';
    view.send({ type: 'session', session: markup, theme: { background: 'url(x)', palette: [1, {}, markup] } });
    view.send({ type: 'screen', screen: { at: 'x', set: [0] } });
    view.send({ type: 'event', event: { timestampMicros: 1, direction: 'request', line: '{' } });
    view.note('request', { id: 1, method: markup, params: { text: markup } });
    view.feed(markup);
    await page.locator('.stage .row', { hasText: '<img' }).waitFor();
    await page.locator(calls, { hasText: '<img' }).waitFor();
    expect([await page.locator('img').count(), await page.title()]).toEqual([0, `${markup} · tuispec`]);
    expect(problems).toEqual([]);
  });
});
