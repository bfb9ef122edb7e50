import { expect, type Terminal, type TerminalFactory } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

async function startVim(terminal: TerminalFactory, commands: readonly string[] = []): Promise<Terminal> {
  const options = ['-u', 'NONE', '-i', 'NONE', '-n', '-N', '--cmd', 'set esckeys backspace=2 shortmess+=I'];
  return await terminal.launch('vim', { args: [...options, ...commands.flatMap((one) => ['-c', one])], ready: /^~/ });
}

needing('vim')('vim interprets editing keys [4.in-use] (needs vim)', async ({ terminal }) => {
  const vim = await startVim(terminal);
  await vim.press('i');
  await vim.type('hello brave world');
  await vim.press('Ctrl+Left', 'X', 'Home', 'H', 'End', 'E', 'Ctrl+Left', 'Ctrl+Left', 'Delete', 'B');
  await expect(vim).toHaveText('Hhello Brave XworldE');
  // Escape followed immediately by a letter: as Alt+j it would type another character.
  await vim.press('Escape', 'o', ...'second', 'Escape', 'k');
  await vim.press('0', 'PageDown', 'PageUp', 'Insert', '→', 'Escape');
  await expect(vim).toHaveText(/^→Hhello Brave XworldE\nsecond$/);
  await vim.press('u', 'Ctrl+r', 'j', 'A', 'Backspace', 'Backspace', 'Ctrl+w', 'd', 'Up', 'é', 'Escape');
  await expect(vim).toHaveText(/^→éHhello Brave XworldE\nd$/);
  await vim.sendLine(':q!');
  await expect(vim).toHaveExited(0);
});

// The key, and its name in vim, which recognizes it by the terminfo entry of xterm-256color.
const keys: readonly (readonly [key: string, vim: string])[] = [
  ['Up', 'Up'],
  ['Down', 'Down'],
  ['Left', 'Left'],
  ['Right', 'Right'],
  ['Home', 'Home'],
  ['End', 'End'],
  ['PageUp', 'PageUp'],
  ['PageDown', 'PageDown'],
  ['Insert', 'Insert'],
  ['Delete', 'Del'],
  ['Backspace', 'BS'],
  ['Enter', 'CR'],
  ['Tab', 'Tab'],
  ['Shift+Tab', 'S-Tab'],
  ['Ctrl+a', 'C-a'],
  ['^]', 'C-]'],
  ['Ctrl+_', 'C-S-_'],
  ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `F${index + 1}`] as const),
  ...['Up', 'Down', 'Left', 'Right', 'Home', 'End', 'F1', 'F4', 'F5', 'F12'].flatMap((key) =>
    ['S', 'C', 'M', 'C-S'].map((held) => [`${held}-${key}`, `${held}-${key}`] as const),
  ),
  ['F13', 'S-F1'],
  ['F24', 'S-F12'],
  ['Ctrl+PageUp', 'C-PageUp'],
  ['Ctrl+Delete', 'C-Del'],
  ['Shift+Insert', 'S-Insert'],
  ['Keypad5', 'k5'],
  ['KPEnter', 'kEnter'],
  ['KP+', 'kPlus'],
  // Only with modifyOtherKeys, which vim enables.
  ['Ctrl+Space', 'C-Space'],
  ['Shift+Enter', 'S-CR'],
  ['Ctrl+Enter', 'C-CR'],
  ['Ctrl+Tab', 'C-Tab'],
  ['Alt+x', 'M-x'],
  ['Ctrl+1', 'C-1'],
  ['Ctrl+;', 'C-;'],
  ['Ctrl+Shift+a', 'C-S-A'],
];

needing('vim')('vim recognizes every key [4.in-use, 4.modify-other-keys] (needs vim)', async ({ terminal }) => {
  const names = [...new Set(keys.map(([, name]) => name))];
  const mappings = names.map((name, index) => `inoremap <${name}> [${index}]`);
  // Vim accepts at most ten commands from its command line.
  const setUp = ['set timeoutlen=100 ttimeoutlen=50', `exe ${JSON.stringify(mappings.join('\n'))}`];
  const vim = await startVim(terminal, setUp);
  await vim.press('i');
  for (const [key, name] of keys) {
    await vim.press(key);
    await expect(vim).toHaveText(`[${names.indexOf(name)}]`);
    // Clear the line.
    await vim.press('Ctrl+u');
  }
  expect(names.length).toBeGreaterThan(60);
});
