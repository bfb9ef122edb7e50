import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { waitForScreen } from '../../testing/wait-for-screen.js';

// The key, and its name in emacs; all but the last two need modifyOtherKeys, which emacs enables.
const keys: readonly (readonly [key: string, emacs: string])[] = [
  ['Ctrl+;', 'C-;'],
  ['Ctrl+1', 'C-1'],
  ['Ctrl+!', 'C-!'],
  ['Ctrl+Enter', 'C-<return>'],
  ['Ctrl+Alt+Enter', 'C-M-<return>'],
  ['Ctrl+Tab', 'C-<tab>'],
  ['Ctrl+Shift+Tab', 'C-S-<tab>'],
  ['Ctrl+Alt+x', 'C-M-x'],
  ['Ctrl+Up', 'C-<up>'],
];

needing('emacs')('emacs recognizes every key [4.in-use, 4.modify-other-keys] (needs emacs)', async () => {
  const server = new TestServer();
  const env = { HOME: server.directory };
  await server.launch(
    'emacs',
    ['-nw', '-Q'],
    { env, readySelector: { type: 'exact', text: '*scratch*' } },
    {
      terminalCols: 80,
      terminalRows: 24,
      timeoutSeconds: 20,
    },
  );
  await waitForModifyOtherKeys(server);
  for (const [key, name] of keys) {
    await server.request('sendKey', { keys: ['C-h', 'c', key] });
    await waitForScreen(server, `${name} `);
    await server.request('sendKey', { key: 'C-g' });
    await waitForScreen(server, 'Quit');
  }
});

/** Resolves when emacs has enabled modifyOtherKeys, which it does after some terminal queries. */
async function waitForModifyOtherKeys(server: TestServer): Promise<void> {
  for (;;) {
    const { modes } = await server.request('terminalState');
    if (modes['modifyOtherKeys'] === 1) return;
    await server.request('sendText', { text: '', settleMs: 50 });
  }
}
