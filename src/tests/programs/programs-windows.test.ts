import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Terminal, type TerminalFactory } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

// tmux treats keys less than a millisecond apart as a paste, and its server survives its terminal.
const tmuxConf = 'set -g default-command "exec sh"\nset -g assume-paste-time 0\nset -g destroy-unattached on\n';

/** Starts tmux with a shell in it. */
const startTmux = async (terminal: TerminalFactory): Promise<Terminal> =>
  await terminal.launch('tmux', {
    args: ['-f', 'tmux.conf', 'new'],
    files: { 'tmux.conf': tmuxConf },
    env: { SHELL: '/bin/sh', PS1: '> ' },
  });

needing('tmux')(
  'tmux: the same result of a repeated command is new [5.alternate-scrolled] (needs tmux)',
  async ({ terminal }) => {
    const tmux = await startTmux(terminal);
    await expect(tmux).toHaveText(/^>/);
    for (const last of [100, 100, 30, 30, 30]) await tmux.sendLine(`seq ${last}`, { answer: new RegExp(`^${last}$`) });
  },
);

needing('tmux')(
  'tmux splits, separates its panes and handles a resize [11.programs] (needs tmux)',
  async ({ terminal }) => {
    const tmux = await startTmux(terminal);
    // Its status line.
    await expect(tmux.getByText(/^\[0\] 0:sh\*/)).toHaveStyle({ fg: 'black', bg: 'green' });
    await tmux.sendLine('echo left 日本 $((6*7))', { answer: /^left 日本 42$/ });
    await tmux.press('C-b', '%');
    await expect(tmux.getByText('│', { style: { fg: 'green' } })).toBeVisible();
    await expect(tmux).toHaveText(/│> $|│>$/);
    await tmux.sendLine('echo right 👍 $((6*8))', { answer: /│right 👍 48$/ });
    await expect(tmux).toHaveText(/^left 日本 42 +│/);
    await tmux.press('C-b', '"');
    await expect(tmux).toHaveText(/├─+$/);
    await tmux.press('C-b', 'z');
    // The pane fills the screen.
    await expect(tmux).toHaveText(/^\[0\] 0:sh\*Z/);
    await expect(tmux).not.toHaveText('│');
    await tmux.resize(100, 30);
    await expect(tmux).toHaveText(/(?:.*\n){29}\[0\] 0:sh\*Z/);
    await tmux.press('C-b', 'z');
    await expect(tmux).toHaveText(/├─+$/);
    await tmux.press('C-b', ':');
    await expect(tmux.getByText(':')).toHaveStyle({ bg: 'yellow' });
    await tmux.sendLine('kill-server');
    await expect(tmux).toHaveExited();
  },
);

needing('mc')('mc makes a directory, copies, views and deletes [11.programs] (needs mc)', async ({ terminal }) => {
  const text = 'first line\nsecond 日本 line\n';
  const mc = await terminal.launch('mc', { args: ['-u', '--nosubshell', '.', '.'], files: { 'note.txt': text } });
  // The cursor position when no dialog is open that would receive the next key.
  const waitForPrompt = async (): Promise<void> => await expect(mc).toHaveCursor(23, 3);
  await expect(mc.getByText('┌<─')).toHaveStyle({ fg: 'white', bg: 'blue' });
  await expect(mc).toHaveText(/10Quit$/);
  await waitForPrompt();
  await mc.press('F9');
  await mc.press('Down');
  await expect(mc).toHaveText(/│ File listing +│/);
  await mc.press('Escape', 'Escape');
  await expect(mc).not.toHaveText('File listing');
  await waitForPrompt();
  await mc.press('F7');
  await expect(mc).toHaveText('Create a new Directory');
  await mc.sendLine('made');
  await expect(mc).not.toHaveText('Create a new Directory');
  await expect(mc).toHaveText('/made');
  await waitForPrompt();
  await mc.press('End');
  await mc.press('F5');
  await expect(mc).toHaveText('to:');
  await mc.sendLine('copy.txt');
  await expect(mc).not.toHaveText('to:');
  await expect(mc).toHaveText('copy.txt');
  await waitForPrompt();
  await mc.press('F3');
  await expect(mc).toHaveText(/^second 日本 line/);
  await mc.press('F10');
  await expect(mc).toHaveText('Name');
  await waitForPrompt();
  await mc.press('F8');
  await expect(mc.getByText('Delete file')).toHaveStyle({ bg: 'red' });
  await mc.press('Enter');
  await expect(mc).not.toHaveText('note.txt');
  await waitForPrompt();
  await mc.press('F10');
  await expect(mc).toHaveExited(0);
  expect(existsSync(join(terminal.dir, 'made'))).toBe(true);
  expect(readFileSync(join(terminal.dir, 'copy.txt'), 'utf8')).toBe(text);
  expect(existsSync(join(terminal.dir, 'note.txt'))).toBe(false);
});

needing('dialog')('dialog marks items and returns the selection [11.programs] (needs dialog)', async ({ terminal }) => {
  const items = 'a Apple on b Bänana off c 日本 off';
  const command = `dialog --no-shadow --title Fruit --checklist "Which ones?" 12 40 4 ${items} 2>chosen`;
  const dialog = await terminal.launch('sh', { args: ['-c', command] });
  await expect(dialog.getByText('Which ones?')).toHaveStyle({ bg: 'white' });
  await expect(dialog).toHaveText('┌');
  // The frame is straight after wide characters.
  const ends = await Promise.all([dialog.waitForText(/\] a {2}Apple +│ │$/), dialog.waitForText(/\] c {2}日本 +│ │$/)]);
  expect(new Set(ends.map(({ match }) => match?.endCol)).size).toBe(1);
  await dialog.press('Down', 'Space', 'Down', 'Space');
  await expect(dialog).toHaveText('[*] c  日本');
  await dialog.press('Up', 'Up', 'Space');
  await expect(dialog).toHaveText('[ ] a  Apple');
  await expect(dialog).toHaveText('[*] b  Bänana');
  await dialog.press('Enter');
  await expect(dialog).toHaveExited(0);
  expect(readFileSync(join(terminal.dir, 'chosen'), 'utf8')).toBe('b c');
});

needing('fzf')('fzf filters, highlights matches and marks entries [11.programs] (needs fzf)', async ({ terminal }) => {
  const list = Array.from(
    { length: 200 },
    (_, index) => `entry ${index + 1} ${index % 2 === 0 ? '日本' : '👍'}\n`,
  ).join('');
  const fzf = await terminal.launch('sh', {
    args: ['-c', 'fzf --multi <list >chosen'],
    files: { list },
    ready: '200/200',
  });
  await fzf.type("'19 日");
  await expect(fzf).toHaveText(/ 7\/200/);
  // The first entry is current.
  await expect(fzf).toHaveText(/^> entry 19 日本/m);
  await fzf.press('Tab');
  await expect(fzf).toHaveText('(1)');
  await fzf.press('Up');
  await fzf.press('Tab', 'Enter');
  await expect(fzf).toHaveExited(0);
  expect(readFileSync(join(terminal.dir, 'chosen'), 'utf8')).toContain('entry 19 日本\n');
});
