import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

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

needing('emacs')('emacs recognizes every key [4.in-use, 4.modify-other-keys] (needs emacs)', async ({ terminal }) => {
  const emacs = await terminal.launch('emacs', { args: ['-nw', '-Q'], ready: '*scratch*' });
  // Emacs enables it after some terminal queries.
  const readModes = async (): Promise<object> => (await emacs.state()).modes;
  await expect.poll(readModes, { timeout: 60_000 }).toMatchObject({ modifyOtherKeys: 1 });
  for (const [key, name] of keys) {
    await emacs.press('C-h', 'c', key);
    await expect(emacs).toHaveText(`${name} `);
    await emacs.press('C-g');
    await expect(emacs).toHaveText('Quit');
  }
});
