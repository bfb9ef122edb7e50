import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

// The key, and its name in kakoune, which enables flags 1 and 4 of the kitty keyboard protocol.
const keys: readonly (readonly [key: string, kakoune: string])[] = [
  ['Ctrl+i', '<c-i>'],
  ['Tab', '<tab>'],
  ['Shift+Tab', '<s-tab>'],
  ['Ctrl+Tab', '<c-tab>'],
  ['Ctrl+m', '<c-m>'],
  ['Enter', '<ret>'],
  ['Shift+Enter', '<s-ret>'],
  ['Ctrl+Enter', '<c-ret>'],
  ['Alt+Enter', '<a-ret>'],
  ['Ctrl+;', '<c-semicolon>'],
  ['Ctrl+1', '<c-1>'],
  ['Ctrl+Space', '<c-space>'],
  ['Ctrl+Backspace', '<c-backspace>'],
  ['Alt+x', '<a-x>'],
  ['Alt+X', '<a-X>'],
  ['Ctrl+Alt+x', '<c-a-x>'],
  ['Alt+[', '<a-[>'],
  ['Ctrl+Left', '<c-left>'],
  ['Shift+F5', '<s-F5>'],
  ['F3', '<F3>'],
  ['F4', '<F4>'],
  ['Escape', '<esc>'],
  ['x', 'x'],
  ['?', '?'],
];

needing('kak')('kakoune recognizes every key [4.in-use, 4.kitty-flags] (needs kakoune)', async ({ terminal }) => {
  const mappings = keys.map(([, name], index) => `map global normal ${name} ': echo [${index}]<ret>'`);
  const kakoune = await terminal.launch('kak', {
    args: ['-n', '-e', mappings.join('\n')],
    ready: '*scratch* 1:1',
  });
  for (const [index, [key]] of keys.entries()) {
    await kakoune.press(key);
    await expect(kakoune).toHaveText(`[${index}]`);
  }
});
