import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { waitForScreen } from '../../testing/wait-for-screen.js';

const lines = Array.from({ length: 200 }, (_, index) => `line ${String(index + 1).padStart(3, '0')}`);
const size = { terminalCols: 80, terminalRows: 24 };

function writeLines(server: TestServer): string {
  const path = join(server.directory, 'lines.txt');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

needing('less')('less interprets scrolling and search keys [4.in-use] (needs less)', async () => {
  const server = new TestServer();
  const env = { LESS: null, LESSOPEN: null, LESSHISTFILE: '-' };
  await server.launch('less', [writeLines(server)], { env }, { ...size, notifyExit: true });
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
  await waitForScreen(server, /^line 001\n/);
  for (const [key, top] of steps) {
    await server.request('sendKey', { key });
    await waitForScreen(server, new RegExp(`^${lines[top - 1]}\n`));
  }
  await server.request('sendKey', { keys: ['/', ...'e 15', '0', 'Enter'] });
  await waitForScreen(server, /^line 150\n/);
  await server.request('sendKey', { key: 'q' });
  await server.inbox.waitForNotification('session.exited');
});

needing('nano')('nano interprets editing keys [4.in-use] (needs nano)', async () => {
  const server = new TestServer();
  const path = join(server.directory, 'nano.txt');
  writeFileSync(path, 'one two three\n');
  await server.launch('nano', ['-I', path], { env: { HOME: server.directory } }, { ...size, notifyExit: true });
  await waitForScreen(server, 'one two three', '^X Exit');
  await server.request('sendKey', {
    keys: ['Ctrl+Right', '<', 'End', '!', 'Enter', ...'last', 'Ctrl+Home', '(', 'Ctrl+Delete', 'Down', 'End', ')'],
  });
  await waitForScreen(server, '(two three!\nlast)');
  await server.request('sendKey', { keys: ['Up', 'Home', 'Delete', 'Delete', 'x', 'M-U'] });
  await server.request('sendKey', { key: 'F1' });
  await waitForScreen(server, /Main nano help text/i);
  await server.request('sendKey', { keys: ['Ctrl+x'] });
  await waitForScreen(server, '^X Exit', '\nwo three!\nlast)\n');
  await server.request('sendKey', { keys: ['C-o', 'Enter'] });
  await waitForScreen(server, /Wrote \d lines?/);
  await server.request('sendKey', { key: 'C-x' });
  await server.inbox.waitForNotification('session.exited');
  expect(readFileSync(path, 'utf8')).toBe('wo three!\nlast)\n');
});

needing('htop')('htop interprets function keys [4.in-use] (needs htop)', async () => {
  const server = new TestServer();
  const env = { HOME: server.directory, HTOPRC: join(server.directory, 'htoprc') };
  await server.launch('htop', ['-d', '10'], { env, rows: 50 }, { ...size, notifyExit: true });
  await waitForScreen(server, 'F1Help', 'F10Quit');
  await server.request('sendKey', { key: 'F1' });
  await waitForScreen(server, 'Press any key to return');
  await server.request('sendKey', { key: 'Space' });
  await waitForScreen(server, 'F10Quit');
  await server.request('sendKey', { key: 'F6' });
  await waitForScreen(server, 'Sort by');
  await server.request('sendKey', { key: 'Escape' });
  await waitForScreen(server, 'F10Quit');
  await server.request('sendKey', { keys: ['F3', ...'nothing-of-this-name'] });
  await waitForScreen(server, 'nothing-of-this-name');
  await server.request('sendKey', { key: 'Escape' });
  await waitForScreen(server, 'F10Quit');
  await server.request('sendKey', { key: 'F10' });
  await server.inbox.waitForNotification('session.exited');
});

needing('tmux')('tmux interprets its prefix and forwards other keys [4.in-use] (needs tmux)', async () => {
  const server = new TestServer();
  const env = { TMUX_TMPDIR: server.directory, SHELL: '/bin/sh', PS1: '> ' };
  onTestFinished(() => void spawnSync('tmux', ['kill-server'], { env: { ...process.env, ...env } }));
  // A busy tmux treats keys that arrive within a millisecond as a paste, in which its prefix has no effect.
  const config = join(server.directory, 'tmux.conf');
  writeFileSync(config, 'set -g assume-paste-time 0\n');
  await server.launch('tmux', ['-f', config, 'new', 'cat -v'], { env }, { ...size, notifyExit: true });
  await waitForScreen(server, '[0] 0:');
  await server.request('sendKey', { keys: ['Up', 'Ctrl+Right', 'M-x', 'F5', 'Shift+Tab', 'Home', 'Enter'] });
  await waitForScreen(server, '^[[A^[[1;5C^[x^[[15~^[[Z^[[1~');
  await server.request('sendKey', { keys: ['C-b', '%'], delayMs: 50 });
  await waitForScreen(server, '│');
  await server.request('sendKey', { keys: ['C-b', ':'], delayMs: 50 });
  await server.request('sendLine', { text: 'rename-window renamed' });
  await waitForScreen(server, '0:renamed');
  await server.request('sendKey', { keys: ['C-b', 'M-2'], delayMs: 50 });
  await waitForScreen(server, '────');
  await server.request('sendKey', { keys: ['C-b', 'd'], delayMs: 50 });
  await server.inbox.waitForNotification('session.exited');
});
