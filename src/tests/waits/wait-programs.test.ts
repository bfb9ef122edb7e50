import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}.\n`).join('');

needing('less')(
  'waits follow paging, searching and quitting in less (needs less) [5.programs]',
  async ({ terminal }) => {
    const less = await terminal.launch('less', { args: ['lines'], files: { lines }, rows: 12, ready: 'line 11.' });
    await less.press('Space');
    await expect(less).toHaveText('line 22.', { since: 'lastInput' });
    await expect(less).not.toHaveText('line 11.');
    await less.sendLine('/line 200', { answer: 'line 200.' });
    await expect(less).toHaveText('line 200.', { forMs: 50 });
    expect(await less.find('line 200.')).toMatchObject([{ row: 1, col: 1 }]);
    await less.press('q');
    await expect(less).toHaveExited(0);
  },
);

needing('vim')(
  'waits follow the modes of vim until the file is written (needs vim) [5.programs]',
  async ({ terminal }) => {
    // Without -N, vim takes the answer to its query of the terminal for an Escape that ends the insert mode.
    const args = ['-N', '-u', 'NONE', '-i', 'NONE', '-n', '--cmd', 'set showmode ttimeout ttimeoutlen=50', 'text.txt'];
    const vim = await terminal.launch('vim', { args, rows: 12, ready: '[New' });
    await vim.press('i');
    await expect(vim).toHaveText('-- INSERT --', { since: 'lastInput' });
    await vim.type('hello\nworld');
    await expect(vim).toHaveText('hello\nworld');
    await vim.press('Escape');
    await expect(vim).not.toHaveText('-- INSERT --', { forMs: 50 });
    await vim.waitForStable(50, { styles: true, cursor: true });
    await vim.sendLine(':wq');
    const ended = await vim.waitFor({ anyOf: [{ visible: /^E32:/ }, { exited: true }] });
    expect(ended).toMatchObject({ index: 1, exitCode: 0 });
    expect(readFileSync(join(terminal.dir, 'text.txt'), 'utf8')).toBe('hello\nworld\n');
  },
);

needing('bash')(
  'sendLine finds the output of each of 20 lines in bash (needs bash) [5.programs] [5.since.echo]',
  async ({ terminal }) => {
    const args = ['--norc', '--noprofile', '-i'];
    const bash = await terminal.launch('bash', { args, env: { PS1: '$ ' }, cols: 60, rows: 12, ready: '$ ' });
    for (let number = 1; number <= 20; number += 1)
      await bash.sendLine(`echo answer $((${number}*2))`, { answer: `answer ${number * 2}`, ambiguity: 'fail' });
    // The same output as before is new.
    await bash.sendLine('echo answer 40', { answer: /^answer 40/, ambiguity: 'fail' });
    await bash.sendLine('clear', { answer: '$ ', ambiguity: 'fail' });
    await bash.sendLine('exit 5');
    await expect(bash).toHaveExited(5);
  },
);
