import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FakeView } from '../support/fake-view.js';
import { inLivePage, type OpenLivePage } from '../support/live-page.js';
import { needing } from '../support/packages.js';

const screen = '.window .screen';

interface TypingPage {
  readonly page: Page;
  readonly view: FakeView;
  readonly devTools: CDPSession;
  /** Resolves with what the page has sent so far, without numbers; `last` is the last message. */
  receive(last: Readonly<Record<string, unknown>>): Promise<unknown[]>;
}

/** Opens an interactive session, and clicks its screen. */
async function inTyping(act: (typing: TypingPage) => Promise<void>): Promise<void> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const run = async ({ page, view, problems }: OpenLivePage): Promise<void> => {
    view.feed('$ ');
    await page.click(screen);
    await page.waitForSelector('.window.typing');
    const receive: TypingPage['receive'] = async (last) => {
      await view.inbox.waitForMessage((message) => isLike(message, last));
      const messages = view.inbox.messages.map((message) => {
        const { seq: _, ...rest } = message as Record<string, unknown>;
        return rest;
      });
      view.inbox.clear();
      return messages;
    };
    await act({ page, view, devTools: await page.context().newCDPSession(page), receive });
    expect(problems).toEqual([]);
  };
  await inLivePage({ interactive: true }, run, { permissions });
}

const isLike = (message: object, wanted: object): boolean =>
  Object.entries(wanted).every(([name, value]) => (message as Record<string, unknown>)[name] === value);
const key = (name: string): object => ({ type: 'key', key: name });

needing('chromium')(
  'keys are sent by name, with modifiers; the shortcuts of the page are off [15.page-input]',
  async () => {
    await inTyping(async ({ page, receive }) => {
      const names = ['a', 'Shift+B', '?', 'Enter', 'Escape', 'Tab', 'Shift+Tab', 'Backspace', 'ArrowUp', 'F5', 'F12'];
      for (const name of [...names, 'Control+c', 'Control+w', 'Alt+x', 'Control+Shift+ArrowLeft', ' ', 'End'])
        await page.keyboard.press(name);
      expect(await receive(key('End') as Record<string, unknown>)).toEqual(
        [
          ...['a', 'B', '?', 'Enter', 'Escape', 'Tab', 'Shift+Tab', 'Backspace', 'ArrowUp', 'F5', 'F12'],
          ...['Ctrl+c', 'Ctrl+w', 'Alt+x', 'Ctrl+Shift+ArrowLeft', 'Space', 'End'],
        ].map(key),
      );
      expect(await page.locator('dialog[open]').count()).toBe(0);
    });
  },
);

needing('chromium')(
  'composed text is sent when it is complete, and shown at the cursor until then [15.page-input]',
  async () => {
    await inTyping(async ({ page, devTools, receive }) => {
      await devTools.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
      await page.waitForSelector('.keyboard.composing');
      expect(await page.inputValue('.keyboard')).toBe('かん');
      const [field, cursor] = [
        await page.locator('.keyboard').boundingBox(),
        await page.locator('.window .cursor').boundingBox(),
      ];
      expect([field?.x, field?.y]).toEqual([cursor?.x, cursor?.y]);
      await devTools.send('Input.insertText', { text: '漢字' });
      // An emoji of a picker, and an accent from a dead key.
      await page.keyboard.insertText('👩‍💻');
      await devTools.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 });
      await devTools.send('Input.insertText', { text: 'é' });
      await page.keyboard.press('x');
      expect(await receive({ key: 'x' })).toEqual([
        ...['漢字', '👩‍💻', 'é'].map((text) => ({ type: 'text', text })),
        key('x'),
      ]);
      expect([await page.inputValue('.keyboard'), await page.locator('.composing').count()]).toEqual(['', 0]);
    });
  },
);

needing('chromium')('a character after a dead key is the one that the browser inserts [15.page-input]', async () => {
  await inTyping(async ({ devTools, receive, page }) => {
    await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ê', code: 'KeyE', text: 'ê' });
    // Some accents and letters do not combine.
    await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'x', code: 'KeyX', text: '^x' });
    await page.keyboard.press('y');
    expect(await receive({ key: 'y' })).toEqual([{ type: 'text', text: 'ê' }, { type: 'text', text: '^x' }, key('y')]);
  });
});

needing('chromium')('the characters of AltGr are typed without Ctrl and Alt [15.page-input]', async () => {
  await inTyping(async ({ devTools, receive, page }) => {
    const altGraph = { code: 'AltRight', key: 'AltGraph', windowsVirtualKeyCode: 225, location: 2 };
    await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...altGraph });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: '@', code: 'KeyQ', text: '@' });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...altGraph });
    await page.keyboard.press('y');
    expect(await receive({ key: 'y' })).toEqual([key('@'), key('y')]);
  });
});

needing('chromium')(
  'a long paste is sent in pieces, each complete and below the limit of messages [15.page-input]',
  async () => {
    await inTyping(async ({ page, receive }) => {
      const paste = async (text: string): Promise<void> => {
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
        await page.keyboard.press('Shift+Insert');
      };
      await paste('one\ntwo\n');
      await paste('漢😀'.repeat(40_000));
      await page.keyboard.press('x');
      const [short, ...pieces] = (await receive({ key: 'x' })).slice(0, -1) as { text: string; more?: true }[];
      expect(short).toEqual({ type: 'paste', text: 'one\rtwo\r' });
      expect(pieces.map(({ text }) => text).join('')).toBe('漢😀'.repeat(40_000));
      expect(pieces.map(({ more }) => more)).toEqual([...pieces.slice(1).map(() => true), undefined]);
      for (const piece of pieces) expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThan(65_000);
      await paste('x'.repeat(2_000_000));
      await page.locator('.toast.visible', { hasText: 'up to 1 MB' }).waitFor();
    });
  },
);

needing('chromium')('the mouse is sent as cells; movements within a cell are not [15.page-input]', async () => {
  await inTyping(async ({ page, receive }) => {
    const box = await page.locator(screen).boundingBox();
    if (box === null) throw new Error('no screen');
    const [width, height] = [box.width / 40, box.height / 8];
    const at = (row: number, col: number): [number, number] => [
      box.x + (col - 0.5) * width,
      box.y + (row - 0.5) * height,
    ];
    await page.mouse.move(...at(2, 3));
    expect(await receive({ action: 'move' })).toEqual([
      { type: 'mouse', action: 'move', row: 2, col: 3, modifiers: [] },
    ]);
    await page.keyboard.down('Control');
    await page.mouse.down();
    await page.keyboard.up('Control');
    await page.mouse.move(...at(3, 5));
    await receive({ action: 'move' });
    await page.mouse.move(at(3, 5)[0] + 1, at(3, 5)[1] + 1);
    // Outside of the screen: the nearest cell.
    await page.mouse.move(box.x - 50, box.y + box.height + 50);
    await page.mouse.up();
    expect(await receive({ action: 'release' })).toEqual([
      { type: 'mouse', action: 'move', row: 8, col: 1, button: 'left', modifiers: [] },
      { type: 'mouse', action: 'release', row: 8, col: 1, button: 'left', modifiers: [] },
    ]);
    await page.mouse.click(...at(1, 40), { button: 'right' });
    expect((await receive({ action: 'release' })).at(-1)).toEqual({
      type: 'mouse',
      action: 'release',
      row: 1,
      col: 40,
      button: 'right',
      modifiers: [],
    });
    await page.mouse.wheel(0, 250);
    await page.mouse.wheel(0, -50);
    await page.mouse.wheel(-100, 0);
    expect(await receive({ button: 'left' })).toEqual(
      ['down', 'down', 'left'].map((button) => ({
        type: 'mouse',
        action: 'wheel',
        row: 1,
        col: 40,
        button,
        modifiers: [],
      })),
    );
  });
});

needing('chromium')(
  'with Shift, or without a program that wants the mouse, text can be selected [15.page-input]',
  async () => {
    await inTyping(async ({ page, view }) => {
      view.feed('select me');
      const drag = async (): Promise<string> => {
        const box = await page.locator('.window .row').first().boundingBox();
        if (box === null) throw new Error('no row');
        await page.mouse.move(box.x + 2, box.y + 5);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 2, box.y + 5, { steps: 4 });
        await page.mouse.up();
        return await page.evaluate('getSelection().toString().trim()');
      };
      await page.locator('.window .row', { hasText: 'select me' }).waitFor();
      await page.mouse.move(5, 5);
      await page.keyboard.down('Shift');
      expect(await drag()).toBe('$ select me');
      await page.keyboard.up('Shift');
      view.send({ type: 'modes', mouse: false });
      await page.keyboard.press('Enter');
      await page.waitForSelector('.window.typing');
      view.inbox.clear();
      expect(await drag()).toBe('$ select me');
      expect(view.inbox.messages).toEqual([]);
    });
  },
);

needing('chromium')(
  'Ctrl+Shift+Enter or a click outside leaves; Enter returns, to the present [15.page-input]',
  async () => {
    await inTyping(async ({ page, view, receive }) => {
      expect(await page.textContent('.hint')).toContain('Your input goes to the program.');
      await page.keyboard.press('Control+Shift+Enter');
      await page.waitForSelector('.window:not(.typing)');
      expect(await page.textContent('.hint')).toBe('Click the screen or press Enter to type into the program.');
      view.feed('x');
      await page.locator('.window .row', { hasText: '$ x' }).waitFor();
      await page.keyboard.press(',');
      expect(await page.getAttribute('.live', 'aria-pressed')).toBe('false');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.window.typing');
      expect(await page.getAttribute('.live', 'aria-pressed')).toBe('true');
      await page.keyboard.press('b');
      expect(await receive({ key: 'b' })).toEqual([key('b')]);
      await page.click('.requests');
      await page.waitForSelector('.window:not(.typing)');
      await page.keyboard.press('t');
      expect(await page.getAttribute('html', 'data-theme')).not.toBeNull();
      expect(view.inbox.messages).toEqual([]);
    });
  },
);

needing('chromium')(
  'an input that is not accepted is reported, and the end of the program ends typing [15.page-input]',
  async () => {
    await inTyping(async ({ page, view }) => {
      await page.keyboard.press('Control+1');
      const { seq } = await view.inbox.waitForMessage(({ type }) => type === 'key');
      view.send({ type: 'ack', seq, ok: false, error: { message: 'Cannot encode "Ctrl+1".' } });
      await page.locator('.toast.visible', { hasText: 'Cannot encode "Ctrl+1".' }).waitFor();
      // Programs without an encoding for it receive the key without Shift.
      await page.keyboard.press('Shift+Enter');
      const shifted = await view.inbox.waitForMessage((message) => message['key'] === 'Shift+Enter');
      view.send({ type: 'ack', seq: shifted['seq'], ok: false, error: { message: 'Cannot encode' } });
      await view.inbox.waitForMessage((message) => message['key'] === 'Enter');
      view.exit({ exitCode: 0, signal: null, isTimedOut: false }, { type: 'pty_exited', exit_code: 0, last_lines: [] });
      await page.waitForSelector('.window:not(.typing)');
      expect(await page.isHidden('.hint')).toBe(true);
      view.launch();
      await page.waitForSelector('.hint:not([hidden])');
    });
  },
);

needing('chromium')(
  'a view that is not interactive sends nothing; keys are those of the page [15.page-input, 15.read-only]',
  async () => {
    await inLivePage({}, async ({ page, view }) => {
      view.feed('abc');
      await page.locator('.window .row', { hasText: 'abc' }).waitFor();
      await page.click(screen);
      await page.keyboard.press('Enter');
      await page.keyboard.type('hello,world');
      await page.mouse.wheel(0, 500);
      expect(await page.isHidden('.hint')).toBe(true);
      expect(await page.getAttribute('.live', 'aria-pressed')).toBe('false');
      view.close(1001);
      await page.locator('.connection', { hasText: 'Ended' }).waitFor();
      expect(view.inbox.messages).toEqual([]);
    });
  },
);
