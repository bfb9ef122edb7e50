import { expect, type Terminal, type TerminalFactory } from 'tuispec/vitest';
import { pathOfProgram } from '../support/programs.js';
import { test } from '../support/terminal-test.js';

const startForm = async (terminal: TerminalFactory): Promise<Terminal> =>
  await terminal.launch(process.execPath, { args: [pathOfProgram('order.mjs')], ready: '80 × 24' });

test('Ink: fills in a form with the mouse and with keys that only the kitty protocol distinguishes [11.programs, 4.mouse-in-use]', async ({
  terminal,
}) => {
  const form = await startForm(terminal);
  await expect(form.getByText('❯ Tea 🍵')).toHaveStyle({ inverse: true });
  await form.press('Down');
  await expect(form.getByText('❯ Coffee ☕')).toHaveStyle({ inverse: true });
  await form.type('no sugar, é 👍🏽');
  const { match } = await form.waitForText(/^│Note: no sugar, é 👍🏽 +│$/);
  // Both use the same character widths, so the border is straight.
  expect(match?.endCol).toBe(30);
  await form.press('Shift+Enter');
  await expect(form).toHaveText(/^│ {28}│$/);
  await form.type('please!');
  await expect(form).toHaveText(/^│ {6}please! +│$/);
  await form.press('Backspace');
  await expect(form).toHaveText(/^│ {6}please +│$/);
  await form.click('Water');
  await expect(form.getByText('❯ 水 Water')).toHaveStyle({ inverse: true });
  await form.scroll('up');
  await expect(form.getByText('❯ Coffee ☕')).toHaveStyle({ inverse: true });
  await form.resize(40, 20);
  await expect(form).toHaveText('40 × 20');
  await form.press('Ctrl+Enter');
  await expect(form).toHaveExited(0);
  await expect(form).toHaveText('Ordered Coffee ☕ / no sugar, é 👍🏽 / please');
  expect((await form.state()).modes).toMatchObject({
    kittyKeyboard: 0,
    mouseTracking: 'none',
    alternateScreen: false,
    cursorVisible: true,
  });
});

test('Ink: Ctrl+C in the kitty protocol ends the program [11.programs]', async ({ terminal }) => {
  const form = await startForm(terminal);
  expect((await form.state()).modes).toMatchObject({ kittyKeyboard: 1 });
  await form.press('C-c');
  await expect(form).toHaveExited(0);
  await expect(form).toHaveText('Nothing ordered');
});
