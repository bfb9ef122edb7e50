import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

const pathIn = (driver: Driver, name: string): string => join(driver.server.directory, name);

/** Starts tmux with a shell in it. */
async function startTmux(): Promise<Driver> {
  const env = { SHELL: '/bin/sh', PS1: '> ', ENV: null };
  const files = { 'tmux.conf': 'set -g default-command "exec sh"\n' };
  const driver = await Driver.start('sh', ['-c', 'TMUX_TMPDIR=$PWD exec tmux -f tmux.conf new'], files, env);
  onTestFinished(() => {
    const tmux = { ...process.env, TMUX_TMPDIR: driver.server.directory };
    spawnSync('tmux', ['kill-server'], { env: tmux });
  });
  return driver;
}

needing('tmux')('tmux: the same result of a repeated command is new [5.alternate-scrolled] (needs tmux)', async () => {
  const driver = await startTmux();
  await driver.waitForText(/^>/);
  for (const last of [100, 100, 30, 30, 30])
    await driver.server.request('sendLine', {
      text: `seq ${last}`,
      expectAfter: { type: 'regex', pattern: `^${last}$` },
    });
});

needing('tmux')('tmux splits, separates its panes and handles a resize [11.programs] (needs tmux)', async () => {
  const driver = await startTmux();
  // Its status line.
  await driver.waitForText(/^\[0\] 0:sh\*/, { fg: 'black', bg: 'green' });
  await driver.typeLine('echo left 日本 $((6*7))');
  await driver.waitForText(/^left 日本 42$/);
  // tmux treats keys less than a millisecond apart as a paste.
  await driver.press(['C-b', '%'], 20);
  await driver.waitForText('│', { fg: 'green' });
  await driver.waitForText(/│> $|│>$/);
  await driver.typeLine('echo right 👍 $((6*8))');
  await driver.waitForText(/^left 日本 42 +│/);
  await driver.waitForText(/│right 👍 48$/);
  await driver.press(['C-b', '"'], 20);
  await driver.waitForText(/├─+$/);
  await driver.press(['C-b', 'z'], 20);
  // The pane fills the screen.
  await driver.waitForText(/^\[0\] 0:sh\*Z/);
  await driver.waitUntilHidden('│');
  await driver.server.request('resize', { cols: 100, rows: 30 });
  await driver.waitForScreen(/(?:.*\n){29}\[0\] 0:sh\*Z/);
  await driver.press(['C-b', 'z'], 20);
  await driver.waitForText(/├─+$/);
  await driver.press(['C-b', ':'], 20);
  await driver.waitForText(':', { bg: 'yellow' });
  await driver.typeLine('kill-server');
  await driver.waitForExit();
});

needing('mc')('mc makes a directory, copies, views and deletes [11.programs] (needs mc)', async () => {
  const text = 'first line\nsecond 日本 line\n';
  const driver = await Driver.start('mc', ['-u', '--nosubshell', '.', '.'], { 'note.txt': text });
  // The cursor position when no dialog is open that would receive the next key.
  const waitForPrompt = async (): Promise<void> => await driver.waitForCursor(23, 3);
  await driver.waitForText('┌<─', { fg: 'white', bg: 'blue' });
  await driver.waitForText(/10Quit$/);
  await waitForPrompt();
  await driver.press(['F9']);
  await driver.press(['Down']);
  await driver.waitForText(/│ File listing +│/);
  await driver.press(['Escape', 'Escape']);
  await driver.waitUntilHidden('File listing');
  await waitForPrompt();
  await driver.press(['F7']);
  await driver.waitForText('Create a new Directory');
  await driver.typeLine('made');
  await driver.waitUntilHidden('Create a new Directory');
  await driver.waitForText('/made');
  await waitForPrompt();
  await driver.press(['End']);
  await driver.press(['F5']);
  await driver.waitForText('to:');
  await driver.typeLine('copy.txt');
  await driver.waitUntilHidden('to:');
  await driver.waitForText('copy.txt');
  await waitForPrompt();
  await driver.press(['F3']);
  await driver.waitForText(/^second 日本 line/);
  await driver.press(['F10']);
  await driver.waitForText('Name');
  await waitForPrompt();
  await driver.press(['F8']);
  await driver.waitForText('Delete file', { bg: 'red' });
  await driver.press(['Enter']);
  await driver.waitUntilHidden('note.txt');
  await waitForPrompt();
  await driver.press(['F10']);
  expect(await driver.waitForExit()).toBe(0);
  expect(existsSync(pathIn(driver, 'made'))).toBe(true);
  expect(readFileSync(pathIn(driver, 'copy.txt'), 'utf8')).toBe(text);
  expect(existsSync(pathIn(driver, 'note.txt'))).toBe(false);
});

needing('dialog')('dialog marks items and returns the selection [11.programs] (needs dialog)', async () => {
  const items = 'a Apple on b Bänana off c 日本 off';
  const command = `dialog --no-shadow --title Fruit --checklist "Which ones?" 12 40 4 ${items} 2>chosen`;
  const driver = await Driver.start('sh', ['-c', command], {}, { DIALOGRC: null });
  await driver.waitForText('Which ones?', { bg: 'white' });
  await driver.waitForText('┌');
  // The frame is straight after wide characters.
  const ends = await Promise.all([driver.waitForText(/\] a {2}Apple +│ │$/), driver.waitForText(/\] c {2}日本 +│ │$/)]);
  expect(new Set(ends.map(({ endCol }) => endCol)).size).toBe(1);
  await driver.press(['Down', 'Space', 'Down', 'Space']);
  await driver.waitForText('[*] c  日本');
  await driver.press(['Up', 'Up', 'Space']);
  await driver.waitForText('[ ] a  Apple');
  await driver.waitForText('[*] b  Bänana');
  await driver.press(['Enter']);
  expect(await driver.waitForExit()).toBe(0);
  expect(readFileSync(pathIn(driver, 'chosen'), 'utf8')).toBe('b c');
});

needing('fzf')('fzf filters, highlights matches and marks entries [11.programs] (needs fzf)', async () => {
  const env = { FZF_DEFAULT_OPTS: null, FZF_DEFAULT_COMMAND: null };
  const list = Array.from(
    { length: 200 },
    (_, index) => `entry ${index + 1} ${index % 2 === 0 ? '日本' : '👍'}\n`,
  ).join('');
  const driver = await Driver.start('sh', ['-c', 'fzf --multi <list >chosen'], { list }, env);
  await driver.waitForText('200/200');
  await driver.type("'19 日");
  await driver.waitForText(/ 7\/200/);
  // The first entry is current.
  await driver.waitForText(/^> entry 19 日本/m);
  await driver.press(['Tab']);
  await driver.waitForText('(1)');
  await driver.press(['Up']);
  await driver.press(['Tab', 'Enter']);
  expect(await driver.waitForExit()).toBe(0);
  expect(readFileSync(pathIn(driver, 'chosen'), 'utf8')).toContain('entry 19 日本\n');
});
