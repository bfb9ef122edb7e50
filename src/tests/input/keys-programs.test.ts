import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

const lines = Array.from({ length: 200 }, (_, index) => `line ${String(index + 1).padStart(3, '0')}`);

needing('less')('less interprets scrolling and search keys [4.in-use] (needs less)', async ({ terminal }) => {
  const less = await terminal.launch('less', { args: ['lines.txt'], files: { 'lines.txt': `${lines.join('\n')}\n` } });
  const steps: [key: string, top: number][] = [
    ['Down', 2],
    ['Enter', 3],
    ['Up', 2],
    ['PageDown', 25],
    ['Space', 48],
    ['PageUp', 25],
    ['End', 178],
    ['Home', 1],
    ['C-n', 2],
    ['^F', 25],
    ['M-v', 2],
    ['G', 178],
    ['M-<', 1],
  ];
  const top = less.region({ row: 1, col: 1, width: 80, height: 1 });
  await expect(top.getByText('line 001')).toBeVisible();
  for (const [key, number] of steps) {
    await less.press(key);
    await expect(top.getByText(lines[number - 1] as string)).toBeVisible();
  }
  await less.press('/', ...'e 15', '0', 'Enter');
  await expect(top.getByText('line 150')).toBeVisible();
  await less.press('q');
  await expect(less).toHaveExited();
});

needing('nano')('nano interprets editing keys [4.in-use] (needs nano)', async ({ terminal }) => {
  const files = { 'nano.txt': 'one two three\n' };
  const nano = await terminal.launch('nano', { args: ['-I', 'nano.txt'], files, ready: '^X Exit' });
  await expect(nano).toHaveText('one two three');
  await nano.press(
    'Ctrl+Right',
    '<',
    'End',
    '!',
    'Enter',
    ...'last',
    'Ctrl+Home',
    '(',
    'Ctrl+Delete',
    'Down',
    'End',
    ')',
  );
  await expect(nano).toHaveText('(two three!\nlast)');
  await nano.press('Up', 'Home', 'Delete', 'Delete', 'x', 'M-U');
  await nano.press('F1');
  await expect(nano).toHaveText(/Main nano help text/i);
  await nano.press('Ctrl+x');
  await expect(nano).toHaveText('^X Exit');
  await expect(nano).toHaveText('\nwo three!\nlast)\n');
  await nano.press('C-o', 'Enter');
  await expect(nano).toHaveText(/Wrote \d lines?/);
  await nano.press('C-x');
  await expect(nano).toHaveExited();
  expect(readFileSync(join(terminal.dir, 'nano.txt'), 'utf8')).toBe('wo three!\nlast)\n');
});

needing('htop')('htop interprets function keys [4.in-use] (needs htop)', async ({ terminal }) => {
  const htop = await terminal.launch('htop', { args: ['-d', '10'], rows: 50, ready: /F1Help.*F10Quit/ });
  await htop.press('F1');
  await expect(htop).toHaveText('Press any key to return');
  await htop.press('Space');
  await expect(htop).toHaveText('F10Quit');
  await htop.press('F6');
  await expect(htop).toHaveText('Sort by');
  await htop.press('Escape');
  await expect(htop).toHaveText('F10Quit');
  await htop.press('F3', ...'nothing-of-this-name');
  await expect(htop).toHaveText('nothing-of-this-name');
  await htop.press('Escape');
  await expect(htop).toHaveText('F10Quit');
  await htop.press('F10');
  await expect(htop).toHaveExited();
});

needing('tmux')('tmux interprets its prefix and forwards other keys [4.in-use] (needs tmux)', async ({ terminal }) => {
  const tmux = await terminal.launch('tmux', {
    args: ['-f', 'tmux.conf', 'new', 'cat -v'],
    // A busy tmux treats keys that arrive within a millisecond as a paste, in which its prefix has no effect.
    files: { 'tmux.conf': 'set -g assume-paste-time 0\nset -g destroy-unattached on\n' },
    env: { SHELL: '/bin/sh', PS1: '> ' },
    ready: '[0] 0:',
  });
  await tmux.press('Up', 'Ctrl+Right', 'M-x', 'F5', 'Shift+Tab', 'Home', 'Enter');
  await expect(tmux).toHaveText('^[[A^[[1;5C^[x^[[15~^[[Z^[[1~');
  await tmux.press('C-b', '%');
  await expect(tmux).toHaveText('│');
  await tmux.press('C-b', ':');
  await tmux.sendLine('rename-window renamed', { answer: '0:renamed' });
  await tmux.press('C-b', 'M-2');
  await expect(tmux).toHaveText('────');
  await tmux.press('C-b', 'd');
  await expect(tmux).toHaveExited();
});
