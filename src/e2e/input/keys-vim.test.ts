import { expect } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { waitForScreen } from '../../testing/wait-for-screen.js';

const vim = needing('vim');

async function startVim(server: TestServer, commands: readonly string[] = []): Promise<void> {
  const args = [
    '-u',
    'NONE',
    '-i',
    'NONE',
    '-n',
    '-N',
    '--cmd',
    'set esckeys backspace=2 shortmess+=I',
    ...commands.flatMap((one) => ['-c', one]),
  ];
  await server.launch('vim', args, { env: { TERM: 'xterm-256color' } }, { terminalCols: 80, terminalRows: 24 });
  await waitForScreen(server, '~');
}

vim('vim interprets editing keys [4.in-use] (needs vim)', async () => {
  const server = new TestServer();
  await startVim(server);
  await server.request('sendKey', { key: 'i' });
  await server.request('sendText', { text: 'hello brave world' });
  await server.request('sendKey', {
    keys: ['Ctrl+Left', 'X', 'Home', 'H', 'End', 'E', 'Ctrl+Left', 'Ctrl+Left', 'Delete', 'B'],
  });
  await waitForScreen(server, 'Hhello Brave XworldE');
  // Escape followed immediately by a letter: as Alt+j it would type another character.
  await server.request('sendKey', {
    keys: ['Escape', 'o', ...'second', 'Escape', 'k'],
  });
  await server.request('sendKey', { keys: ['0', 'PageDown', 'PageUp', 'Insert', '→', 'Escape'] });
  await waitForScreen(server, /^→Hhello Brave XworldE\nsecond\n/);
  await server.request('sendKey', {
    keys: ['u', 'Ctrl+r', 'j', 'A', 'Backspace', 'Backspace', 'Ctrl+w', 'd', 'Up', 'é', 'Escape'],
  });
  await waitForScreen(server, /^→éHhello Brave XworldE\nd\n/);
  await server.request('sendLine', { text: ':q!', settleMs: 1000 });
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

vim('vim recognizes every key [4.in-use, 4.modify-other-keys] (needs vim)', async () => {
  const server = new TestServer();
  const names = [...new Set(keys.map(([, name]) => name))];
  const mappings = names.map((name, index) => `inoremap <${name}> [${index}]`);
  // Vim accepts at most ten commands from its command line.
  await startVim(server, ['set timeoutlen=100 ttimeoutlen=50', `exe ${JSON.stringify(mappings.join('\n'))}`]);
  await server.request('sendKey', { key: 'i' });
  for (const [key, name] of keys) {
    await server.request('sendKey', { key });
    await waitForScreen(server, `[${names.indexOf(name)}]`);
    // Clear the line.
    await server.request('sendKey', { key: 'Ctrl+u' });
  }
  expect(names.length).toBeGreaterThan(60);
});
