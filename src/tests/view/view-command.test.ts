import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { needing } from '../support/packages.js';
import { runCli } from '../support/run.js';
import { TmuxServer } from '../support/tmux-server.js';
import { parseViewUrl, type ViewAddress, ViewClient } from '../support/view-client.js';

/** A running `tuispec view`. */
interface ViewRun {
  readonly process: ChildProcess;
  readonly directory: string;
  readonly address: ViewAddress;
  readonly viewer: ViewClient;
  /** What has been written to standard error. */
  readError(): string;
  /** Waits for a text on standard error. */
  waitForError(text: string): Promise<void>;
}

async function openView(args: readonly string[]): Promise<ViewRun> {
  const directory = createTemporaryDirectory();
  const view = spawn(process.execPath, [resolve('dist/cli.js'), 'view', ...args], {
    env: { ...process.env, TMPDIR: directory, TMUX_TMPDIR: directory, TMUX: '', NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void view.kill('SIGKILL'));
  let stderr = '';
  view.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const waitForError = async (text: string): Promise<void> => {
    while (!stderr.includes(text)) await once(view.stderr as NodeJS.EventEmitter, 'data');
  };
  await waitForError('\n');
  const [, url = stderr] = /^tuispec: view at (\S+)\n/.exec(stderr) ?? [];
  const address = parseViewUrl(url);
  return {
    process: view,
    directory,
    address,
    viewer: await ViewClient.open(address),
    readError: () => stderr,
    waitForError,
  };
}

const waitForExit = async (view: ChildProcess): Promise<number | string | null> => {
  if (view.exitCode === null && view.signalCode === null) await once(view, 'exit');
  return view.exitCode ?? view.signalCode;
};

test('a program is shown, and the command ends with its exit code when the page has been closed [15.command]', async () => {
  const run = await openView([
    '--cols',
    '40',
    '--rows',
    '5',
    '--',
    'sh',
    '-c',
    'echo "$1 $COLUMNS"; exit 3',
    'sh',
    '--help',
  ]);
  await run.viewer.waitForText('--help');
  expect(run.viewer.lines).toHaveLength(5);
  expect(await run.viewer.waitFor(({ type }) => type === 'pty_exited')).toMatchObject({
    exit_code: 3,
    session_id: 'sh',
  });
  await run.waitForError('The program has ended with exit code 3.');
  expect(run.process.exitCode).toBeNull();
  run.viewer.socket.close();
  expect(await waitForExit(run.process)).toBe(3);
  expect(readdirSync(run.directory)).toEqual([]);
});

test('with --interactive, viewers can type [15.command]', async () => {
  const run = await openView(['--interactive', '--', 'cat']);
  expect((await run.viewer.input({ type: 'text', text: 'hello' }))['ok']).toBe(true);
  await run.viewer.waitForText('hello');
  run.process.kill('SIGINT');
  expect(await waitForExit(run.process)).toBe('SIGINT');
  // The end of the program is no news to the person who pressed Ctrl+C.
  expect(run.readError()).toMatch(/^tuispec: view at \S+\n$/);
  expect(readdirSync(run.directory)).toEqual([]);
});

test('the examples of --help work when pasted [15.command, 10.help-examples]', async () => {
  const { stdout } = await runCli(['view', '--help']);
  const examples = [...stdout.matchAll(/^ {2}tuispec view (.*)$/gm)].map(([, args = '']) => args.split(' '));
  expect(examples.map((args) => args.at(-1))).toEqual(['top', 'bash', 'work:1.0']);
  for (const args of examples.filter(([first]) => first !== '--tmux')) {
    const run = await openView(args);
    await run.viewer.waitFor(({ type }) => type === 'screen' || type === 'event');
    run.process.kill('SIGINT');
    expect(await waitForExit(run.process)).toBe('SIGINT');
  }
});

test('a page that is opened after the end of the program shows it [15.command]', async () => {
  const run = await openView(['--', 'echo', 'short']);
  await run.waitForError('The program has ended with exit code 0.');
  const late = await ViewClient.open(run.address);
  await late.waitForText('short');
  run.viewer.socket.close();
  late.socket.close();
  expect(await waitForExit(run.process)).toBe(0);
});

const usage = [
  [['--'], 'Missing argument COMMAND after --, as in: tuispec view -- top.'],
  [['--interactive', 'top'], 'Unexpected argument top. The command follows --, as in: tuispec view -- top.'],
  [['--tmux', '%1', '--', 'top'], '--tmux shows an existing pane and takes no COMMAND.'],
  [['--all', '--', 'top'], '--all is for sessions; it takes no COMMAND, --tmux, --allow-host, --cols or --rows.'],
  [['--listen', 'x', '--', 'top'], '--listen must be [HOST:]PORT, with a port from 0 to 65535, not "x".'],
] as const;

test.each(usage)('tuispec view %j is a usage error [15.command]', async (args, message) => {
  expect(await runCli(['view', ...args])).toEqual({ exitCode: 2, stdout: '', stderr: `tuispec: ${message}\n` });
});

test('a program that cannot be started is one more line, and exit code 1 [15.command]', async () => {
  const { exitCode, stderr } = await runCli(['view', '--', 'no-such-program']);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^tuispec: view at .*\ntuispec: launch failed: .*no-such-program.*\n$/);
});

test('--help after -- belongs to the program [15.command]', async () => {
  expect((await runCli(['view', '--help'])).stdout).toContain('Usage: tuispec view [options] -- COMMAND [ARG]...');
});

needing('tmux')(
  '--tmux shows a pane, in which viewers can type with --interactive [15.command-tmux] (needs tmux)',
  async () => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('send-keys', '-t', 'main', 'written before', 'Enter');
    await tmux.waitForText('written before');
    const path = tmux.read('#{socket_path}');
    const run = await openView(['--interactive', '--tmux', 'main:0.0', '--tmux-socket', path]);
    await run.viewer.waitForText('written before');
    expect((await run.viewer.input({ type: 'text', text: 'from the page' }))['ok']).toBe(true);
    await tmux.waitForText('from the page');
    run.process.kill('SIGINT');
    expect(await waitForExit(run.process)).toBe('SIGINT');
    expect(tmux.run('list-clients')).toBe('');
    expect(tmux.capture()).toContain('from the page');
  },
);

needing('tmux')('--tmux without a tmux server says how to name it [15.command-tmux] (needs tmux)', async () => {
  const { exitCode, stderr } = await runCli(['view', '--tmux', 'main', '--tmux-socket', 'tuispec-test-absent']);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/\ntuispec: attach failed: No tmux server was found: .* Start tmux, .*--tmux-socket/);
});
