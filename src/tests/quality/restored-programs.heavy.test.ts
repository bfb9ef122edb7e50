// What real programs leave behind: the definitions of `expectRestored` accuse none that behaves.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import type { debianPackages } from '../support/debian-packages.js';
import { needing } from '../support/packages.js';

interface Row {
  readonly program: keyof typeof debianPackages;
  readonly args: readonly string[];
  /** What it displays when it is ready. */
  readonly start: string;
  readonly quit: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it leaves after SIGTERM; undefined if that does not end it, or ends it before its pager. */
  readonly afterTerm?: readonly string[];
}
const [settings, paste] = ['termios', 'bracketedPaste'];
const vimQuit = ['Escape', ':', 'q', '!', 'Enter'];
const editorText = 'int main';
const table: readonly Row[] = [
  {
    program: 'vim',
    args: ['-u', 'NONE', '-i', 'NONE', '-c', 'set mouse=a', 'f.c'],
    start: editorText,
    quit: vimQuit,
    afterTerm: ['mouseTracking', settings],
  },
  { program: 'nvim', args: ['-u', 'NONE', 'f.c'], start: editorText, quit: vimQuit, afterTerm: [] },
  { program: 'emacs', args: ['-nw', '-Q', 'f.c'], start: editorText, quit: ['Ctrl+x', 'Ctrl+c'], afterTerm: [] },
  { program: 'kak', args: ['-n', 'f.c'], start: editorText, quit: [':', 'q', '!', 'Enter'], afterTerm: [] },
  { program: 'nano', args: ['f.c'], start: editorText, quit: ['Ctrl+x'], afterTerm: [] },
  { program: 'less', args: ['f.c'], start: editorText, quit: ['q'], afterTerm: [] },
  { program: 'man', args: ['-l', 'page.1'], start: 'PAGE(1)', quit: ['q'], env: { PAGER: 'less' } },
  {
    program: 'git',
    args: ['-c', 'core.pager=less', 'log'],
    start: 'commit',
    quit: ['q'],
    env: { LESS: '' },
    afterTerm: [],
  },
  { program: 'htop', args: [], start: 'Load average', quit: ['q'], afterTerm: [] },
  { program: 'top', args: [], start: 'load average', quit: ['q'], afterTerm: [] },
  {
    program: 'mc',
    args: ['--nomouse'],
    start: 'f.c',
    quit: ['F10'],
    afterTerm: ['alternateScreen', paste, 'applicationCursorKeys', settings],
  },
  {
    program: 'fzf',
    args: [],
    start: '50/50',
    quit: ['Escape'],
    env: { FZF_DEFAULT_COMMAND: 'seq 50' },
    afterTerm: [],
  },
  { program: 'dialog', args: ['--yesno', 'Go on?', '9', '30'], start: 'Go on', quit: ['Enter'], afterTerm: [] },
  { program: 'watch', args: ['-n', '100', 'echo watched'], start: 'watched', quit: ['Ctrl+c'], afterTerm: [] },
  {
    program: 'tmux',
    args: ['-L', 'own', '-f', '/dev/null', 'new', 'echo up; cat'],
    start: 'up',
    quit: ['Ctrl+c'],
    afterTerm: [],
  },
  { program: 'python3', args: ['-q'], start: '>>>', quit: ['Ctrl+d'], afterTerm: [settings] },
  { program: 'bash', args: ['--norc'], start: '$', quit: ['Ctrl+d'] },
  { program: 'zsh', args: ['-f'], start: '$', quit: ['Ctrl+d'] },
  { program: 'fish', args: [], start: 'Type help', quit: ['Ctrl+d'], afterTerm: [paste, settings] },
];

function commitOnce(cwd: string): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  for (const args of [['init'], [...author, 'commit', '--allow-empty', '-m', `title\n\n${'line\n'.repeat(60)}`]])
    execFileSync('git', args, { cwd, stdio: 'ignore', env: { ...process.env, HOME: cwd } });
}

async function start({ program, args, start: text, env: more = {} }: Row): Promise<TestServer> {
  const server = new TestServer();
  const cwd = createTemporaryDirectory();
  writeFileSync(join(cwd, 'f.c'), 'int main(void) { return 0; }\n');
  writeFileSync(join(cwd, 'page.1'), `.TH PAGE 1\n${'.PP\ntext\n'.repeat(60)}`);
  if (program === 'git') commitOnce(cwd);
  await server.request('initialize', { terminalCols: 80, terminalRows: 24, timeoutSeconds: 60 });
  const env = { HOME: cwd, TMUX_TMPDIR: cwd, TMUX: '', PS1: '$ ', ...more };
  const command = program === 'bash' || program === 'zsh' ? [program, ...args, '-i'] : [program, ...args];
  await server.request('launch', {
    command: command[0] as string,
    args: command.slice(1),
    cwd,
    env,
    readySelector: { type: 'nth', index: 0, selector: { type: 'exact', text } },
    readyModes: { raw: true },
  });
  await server.request('waitForStable', { debounceMs: 200 });
  return server;
}

for (const row of table)
  needing(row.program)(`${row.program} leaves what it is known to leave [19.restored-programs]`, async () => {
    const server = await start(row);
    await server.request('sendKey', { keys: [...row.quit], settleMs: 50 });
    expect((await server.request('expectRestored')).ok).toBe(true);
    if (row.afterTerm === undefined) return;
    const other = await start(row);
    await other.request('signal', { name: 'SIGTERM' });
    const found = await other.request('expectRestored').then(
      () => [],
      (error: { data: { changes: { what: string }[] } }) => error.data.changes.map(({ what }) => what),
    );
    expect(found).toEqual(row.afterTerm);
  });
