import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { TestServer } from '../../testing/client.js';
import { needing } from '../../testing/packages.js';
import { exact, regex } from '../../testing/selectors.js';
import { waitForScreen } from '../../testing/wait-for-screen.js';

const size = { terminalCols: 80, terminalRows: 24, timeoutSeconds: 20 };

function writeLines(server: TestServer): string {
  const path = join(server.directory, 'lines.txt');
  const lines = Array.from({ length: 200 }, (_, index) => `line ${String(index + 1).padStart(3, '0')} alpha beta\n`);
  writeFileSync(path, lines.join(''));
  return path;
}

needing('vim')(
  'vim moves the cursor on a click, scrolls with the wheel and selects with a drag [4.mouse-in-use] (needs vim)',
  async () => {
    const server = new TestServer();
    const path = writeLines(server);
    const args = ['-u', 'NONE', '-i', 'NONE', '-n', '-N', '--cmd', 'set mouse=a showmode ruler', path];
    await server.launch('vim', args, { readySelector: exact('line 001') }, size);
    await server.request('click', { selector: regex('(?<=line 005 )alpha') });
    await server.request('sendKey', { keys: ['c', 'w'] });
    await server.request('sendText', { text: 'clicked' });
    await server.request('sendKey', { key: 'Escape' });
    await waitForScreen(server, 'line 005 clicked beta');
    await server.request('scroll', { direction: 'down', amount: 2 });
    await waitForScreen(server, /^line 007/);
    await server.request('drag', {
      from: { selector: regex('(?<=line 010 )alpha') },
      to: { selector: regex('(?<=line 011 alpha )beta') },
    });
    await waitForScreen(server, '-- VISUAL --');
    await server.request('sendKey', { key: 'd' });
    await waitForScreen(server, /^line 010 eta$/m);
    await server.request('click', { selector: regex('(?<=line 013 )alpha'), count: 2 });
    await waitForScreen(server, '-- VISUAL --');
    await server.request('sendKey', { keys: ['d', 'Z', 'Z'] });
    await server.request('waitForExit');
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.slice(8, 12)).toEqual([
      'line 009 alpha beta',
      'line 010 eta',
      'line 012 alpha beta',
      'line 013  beta',
    ]);
  },
);

needing('less')('less scrolls with the wheel [4.mouse-in-use] (needs less)', async () => {
  const server = new TestServer();
  const env = { LESS: null, LESSOPEN: null, LESSHISTFILE: '-' };
  await server.launch('less', ['--mouse', '--wheel-lines=2', writeLines(server)], { env }, size);
  await waitForScreen(server, /^line 001/);
  await server.request('scroll', { direction: 'down', amount: 3 });
  await waitForScreen(server, /^line 007/);
  await server.request('scroll', { direction: 'up' });
  await waitForScreen(server, /^line 005/);
});

needing('htop')('htop responds to clicks on its buttons and its table [4.mouse-in-use] (needs htop)', async () => {
  const server = new TestServer();
  const env = { HOME: server.directory, HTOPRC: join(server.directory, 'htoprc') };
  await server.launch('htop', ['-d', '10'], { env, rows: 50, readySelector: exact('F10') }, size);
  await server.request('click', { selector: exact('Help') });
  await waitForScreen(server, 'Press any key to return');
  await server.request('sendKey', { key: 'Space' });
  // The help also contains MEM%.
  await waitForScreen(server, 'F10Quit');
  await server.request('click', { selector: exact('MEM%'), timeoutMs: 20_000 });
  await waitForScreen(server, 'MEM%▽');
  await server.request('click', { selector: exact('Quit'), timeoutMs: 20_000 });
  await server.request('waitForExit');
});

needing('mc')('mc responds to clicks on files, menus and buttons [4.mouse-in-use] (needs mc)', async () => {
  const server = new TestServer();
  const folder = join(server.directory, 'folder');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'file.txt'), 'shown by mc\n');
  writeFileSync(join(folder, 'inner', 'deep.txt'), '');
  const env = { HOME: server.directory, SHELL: '/bin/sh' };
  await server.launch('mc', ['-u', folder, folder], { env, readySelector: exact('10Quit') }, size);
  // Its hints may contain the same words.
  const within = (rect: object, text: string): object => ({ type: 'within', rect, selector: exact(text) });
  const inLeft = (text: string): object => within({ col: 1, row: 2, width: 40, height: 20 }, text);
  const inMenu = (text: string): object => within({ col: 1, row: 1, width: 80, height: 1 }, text);
  const onButton = (text: string): object => within({ col: 1, row: 24, width: 80, height: 1 }, text);
  await server.request('click', { selector: inLeft('file.txt') });
  await server.request('click', { selector: onButton('View') });
  await waitForScreen(server, 'shown by mc');
  await server.request('click', { selector: onButton('10Quit') });
  await server.request('click', { selector: inLeft('/inner'), count: 2, timeoutMs: 20_000 });
  await waitForScreen(server, 'deep.txt');
  await server.request('click', { selector: inMenu('Command') });
  await server.request('click', { selector: exact('Find file'), timeoutMs: 20_000 });
  await server.request('click', { selector: exact('[ Cancel ]'), timeoutMs: 20_000 });
  await server.request('waitForText', { selector: exact('[ Cancel ]'), state: 'hidden' });
  await server.request('click', { selector: onButton('10Quit') });
  await server.request('waitForExit');
});

needing('dialog')('dialog responds to a click on a button [4.mouse-in-use] (needs dialog)', async () => {
  const server = new TestServer();
  for (const [button, exitCode] of [
    ['< No  >', 1],
    ['< Yes >', 0],
  ] as const) {
    if (exitCode === 1) await server.request('initialize', size);
    const launch = { command: 'dialog', args: ['--yesno', 'Shall we?', '7', '40'], readySelector: exact('Shall we?') };
    await server.request('launch', launch);
    await server.request('click', { selector: exact(button), timeoutMs: 20_000 });
    expect(await server.request('waitForExit')).toMatchObject({ exitCode });
  }
});

needing('fzf')('fzf moves with the wheel and selects with a double click [4.mouse-in-use] (needs fzf)', async () => {
  const server = new TestServer();
  const command = 'seq 1 50 | fzf > chosen.txt';
  const cwd = server.directory;
  await server.launch('sh', ['-c', command], { cwd, readySelector: exact('50/50') }, size);
  await server.request('scroll', { direction: 'up', amount: 2 });
  await waitForScreen(server, /^> 3\s/m);
  await server.request('click', { selector: regex('(?<=^ *)12(?!\\d)'), count: 2 });
  await server.request('waitForExit');
  expect(readFileSync(join(cwd, 'chosen.txt'), 'utf8')).toBe('12\n');
});

needing('tmux')(
  'tmux selects a pane with a click, moves its border with a drag and scrolls with the wheel [4.mouse-in-use] (needs tmux)',
  async () => {
    const server = new TestServer();
    const env = { TMUX_TMPDIR: server.directory, SHELL: '/bin/sh', PS1: '> ' };
    onTestFinished(() => void spawnSync('tmux', ['kill-server'], { env: { ...process.env, ...env } }));
    const commands = ['set -g mouse on', 'set -g status-right ""', 'split-window -h', 'select-pane -L'];
    const args = ['-f', '/dev/null', 'new', ...commands.flatMap((one) => [';', ...one.split(' ')])];
    await server.launch('tmux', args, { env, readySelector: exact('│') }, { ...size, ambiguityMode: 'first' });
    await server.request('sendLine', { text: 'seq 1 100', expectAfter: regex('^100') });
    await server.request('click', { col: 60, row: 5 });
    await server.request('sendLine', { text: 'echo right"-"hand', expectAfter: exact('right-hand') });
    const findBorder = async (): Promise<number> =>
      (await server.request('find', { selector: exact('│') })).matches[0]?.col ?? 0;
    const before = await findBorder();
    await server.request('drag', { from: { selector: exact('│') }, to: { col: before - 10, row: 3 } });
    await server.request('waitForText', { selector: { type: 'at', col: before - 10, row: 1 } });
    expect(await findBorder()).toBe(before - 10);
    await server.request('scroll', { direction: 'up', amount: 3, col: 5, row: 5 });
    await waitForScreen(server, /\[\d+\/\d+\]/);
  },
);
