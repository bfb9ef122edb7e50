import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectTerminal, launch, type ScreenAssertionError } from 'tuispec';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { requestFailure } from '../support/library-failure.js';
import { LibraryPrinter, openShell, openTerminal } from '../support/library-terminal.js';

afterEach(() => vi.unstubAllEnvs());

test('by default the terminal has 80 × 24 cells, and `cols` and `rows` change that [13.launch-size]', async () => {
  const usual = await openShell('stty size', { ready: '24 80' });
  expect([usual.cols, usual.rows]).toEqual([80, 24]);
  const small = await openShell('stty size', { cols: 30, rows: 7, ready: '7 30' });
  expect([small.cols, small.rows]).toEqual([30, 7]);
});

test('`args` and the pid are those of the program [13.launch-args]', async () => {
  const terminal = await openTerminal('sh', { args: ['-c', 'echo "$0|$1|" $$', 'a b', "'*'"], ready: "a b|'*'|" });
  expect(await terminal.text()).toContain(`| ${terminal.pid}`);
});

describe('environment', () => {
  const script = 'echo "A=${A-unset} B=${B-unset} C=${C-unset} H=${HOME+set}."';

  test('`env` sets variables; null and undefined remove them [13.launch-env]', async () => {
    vi.stubEnv('A', 'outer');
    vi.stubEnv('B', 'outer');
    await openShell(script, { env: { A: null, B: undefined, C: 'given' }, ready: 'A=unset B=unset C=given H=set.' });
  });

  test('changes of `process.env` after the server was started reach the program [13.launch-env-changes]', async () => {
    vi.stubEnv('A', 'first');
    await (await openShell(script, { ready: 'A=first B=unset C=unset' })).close();
    vi.stubEnv('A', undefined);
    vi.stubEnv('B', 'second');
    await openShell(script, { ready: 'A=unset B=second C=unset H=set.' });
  });

  test('`inheritEnv: false` gives the program only what `env` contains [13.launch-env]', async () => {
    vi.stubEnv('A', 'outer');
    const env = { PATH: process.env['PATH'], B: 'given' };
    await openShell(script, { inheritEnv: false, env, ready: 'A=unset B=given C=unset H=.' });
  });
});

describe('working directory', () => {
  test('the default is that of the process, also after `process.chdir` [13.launch-cwd]', async () => {
    const before = process.cwd();
    const directory = realpathSync(createTemporaryDirectory());
    mkdirSync(join(directory, 'inner'));
    await openShell('pwd', { ready: before, cols: 200 });
    // vitest runs test files in processes, so that this concerns no other file.
    process.chdir(directory);
    try {
      const here = await openShell('echo "in $(pwd)."', { ready: /in .*\./, cols: 200 });
      expect(await here.text()).toContain(`in ${directory}.`);
      const inner = await openShell('echo "in $(pwd)."', { cwd: 'inner', ready: /in .*\./, cols: 200 });
      expect(await inner.text()).toContain(`in ${directory}/inner.`);
    } finally {
      process.chdir(before);
    }
  });

  test('a directory or command that does not exist is kind `spawn` [13.launch-spawn]', async () => {
    const failure = await requestFailure(launch('sh', { cwd: '/does/not/exist' }));
    expect(failure).toMatchObject({ kind: 'spawn', code: -32004, method: 'launch' });
    expect(await requestFailure(launch('does-not-exist'))).toMatchObject({ kind: 'spawn' });
  });
});

describe('ready', () => {
  test.each([
    ['a text', 'R.ady'],
    ['a regular expression', /r\.[a-z]+$/i],
    ['a selector', { type: 'regex', pattern: 'R\\..dy' } as const],
  ])('%s that must be on the screen before `launch` resolves [13.launch-ready]', async (_, ready) => {
    const terminal = await openShell('sleep 0.1; echo Ready R.ady; sleep 100', { ready });
    expect(await terminal.text()).toContain('R.ady');
  });

  test('`readyTimeout` limits the wait; the error shows the screen, and the program is ended [13.launch-ready]', async () => {
    const directory = createTemporaryDirectory();
    const options = { args: ['-c', 'echo Early; sleep 100'], cwd: directory };
    const failure = await requestFailure(launch('sh', { ...options, ready: 'Early.', readyTimeout: 100 }));
    expect(failure).toMatchObject({ kind: 'timeout', method: 'launch', data: { nearest: { text: 'Early' } } });
    expect(failure.message).toMatch(/\n│ Early +│\n/);
    expect(findProcessesIn(directory)).toEqual([]);
  });

  test('without `readyTimeout`, `timeout` applies [13.launch-ready]', async () => {
    vi.stubEnv('TUISPEC_TIMEOUT_SECONDS', '3600');
    const options = { args: ['-c', 'sleep 1000'], ready: 'x', timeout: 70 };
    expect((await requestFailure(launch('sh', options))).kind).toBe('timeout');
  });
});

test('`timeout` is the default of all waits, and one of a wait overrides it [13.launch-timeout]', async () => {
  vi.stubEnv('TUISPEC_TIMEOUT_SECONDS', '3600');
  const { terminal } = await LibraryPrinter.showing('text', { timeout: 60 });
  expect((await requestFailure(terminal.waitForText('missing'))).kind).toBe('timeout');
  const longer = await requestFailure(terminal.waitForText('missing', { timeout: 150.5 }));
  expect(longer.data['elapsedMs']).toBeGreaterThanOrEqual(150);
});

test.each(['', 'soon'])('TUISPEC_TIMEOUT_SECONDS=%j counts as unset [13.launch-timeout]', async (value) => {
  vi.stubEnv('TUISPEC_TIMEOUT_SECONDS', value);
  await openShell('sleep 0.05; echo Done; sleep 100', { ready: 'Done' });
});

test('an infinite timeout is the longest possible one [13.launch-timeout]', async () => {
  const { terminal, end } = await LibraryPrinter.showing('text', { timeout: Number.POSITIVE_INFINITY });
  const path = join(createTemporaryDirectory(), 'recording.jsonl');
  await terminal.record(path);
  const wait = terminal.waitForText('never', { timeout: Number.POSITIVE_INFINITY });
  await end();
  expect(await requestFailure(wait)).toMatchObject({ kind: 'exited' });
  expect(await requestFailure(terminal.waitForText('never'))).toMatchObject({ kind: 'exited' });
  await terminal.close();
  expect(readFileSync(path, 'utf8').match(/2147483647/g)).toHaveLength(2);
});

test('`ambiguity` decides what happens with several matches [13.launch-ambiguity]', async () => {
  const { terminal } = await LibraryPrinter.showing('a a');
  expect(await requestFailure(terminal.waitForText('a'))).toMatchObject({ kind: 'ambiguous' });
  expect((await terminal.waitForText('a', { ambiguity: 'last' })).match?.col).toBe(3);
  const failure = await requestFailure(
    launch('sh', { args: ['-c', 'echo a a; read line'], ready: 'a', readyTimeout: 100 }),
  );
  expect(failure.message).toMatch(/2 matches .*\. Take a longer text, or set `ambiguity`\.\n/);
  const lenient = await LibraryPrinter.showing('a a', { ambiguity: 'first' });
  expect((await lenient.terminal.waitForText('a')).match?.col).toBe(1);
});

test('`theme` sets the colors of pictures, and an unknown one is rejected [13.launch-theme]', async () => {
  const { terminal } = await LibraryPrinter.showing('x', { theme: 'pty-default-light' });
  const { metaPath } = await terminal.snapshot('picture');
  expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toMatchObject({ theme: 'pty-default-light' });
  expect(await requestFailure(launch('sh', { theme: 'no-such-theme' }))).toMatchObject({ code: -32602 });
});

test('`scrollback` limits the lines that can be searched [13.launch-scrollback]', async () => {
  const script = 'for i in 1 2 3 4 5 6 7 8 9; do echo line $i; done; echo end; sleep 100';
  const none = await openShell(script, { rows: 3, scrollback: 2, ready: 'end' });
  expect(await none.find(/line \d/, { scope: 'scrollback' })).toHaveLength(3);
  const all = await openShell(script, { rows: 3, ready: 'end' });
  expect(await all.find(/line \d/, { scope: 'scrollback' })).toHaveLength(9);
});

test('`name`, `artifactDir` and `snapshotDir` decide where files are stored; `title` is part of exit events [13.launch-names]', async () => {
  const [artifactDir, snapshotDir] = [createTemporaryDirectory(), createTemporaryDirectory()];
  const options = { name: 'My Session', title: 'the title', artifactDir, snapshotDir };
  const terminal = await openShell('read -r line; exit 4', options);
  const { snapshotPath } = await terminal.snapshot('one');
  expect(snapshotPath).toBe(join(realpathSync(artifactDir), 'sessions/my-session/snapshots/one.ansi.txt'));
  await terminal.request('expectSnapshot', { name: 'base', update: 'all' });
  expect(readdirSync(snapshotDir)).toContain('base.ansi.txt');
  const { promise, resolve } = promiseWithResolver<unknown>();
  using _ = terminal.on('exit', resolve);
  await terminal.press('Enter');
  expect(await promise).toMatchObject({ sessionName: 'My Session', title: 'the title', exitCode: 4 });
});

test('relative directories start at the working directory of the process [13.launch-names]', async () => {
  const before = process.cwd();
  const directory = realpathSync(createTemporaryDirectory());
  await (await openShell('echo first')).close();
  process.chdir(directory);
  try {
    const terminal = await openShell('echo hello; sleep 100', { artifactDir: 'files', ready: 'hello' });
    expect(await terminal.screenshot()).toMatch(new RegExp(`^${directory}/files/sessions/`));
    await terminal.request('expectSnapshot', { name: 'base', update: 'all' });
    expect(existsSync(join(directory, '__screens__/base.ansi.txt'))).toBe(true);
  } finally {
    process.chdir(before);
  }
});

test('a relative command is searched in the working directory of the program [13.launch-args]', async () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'tool'), '#!/bin/sh\necho "it runs"\nsleep 100\n', { mode: 0o755 });
  await openTerminal('./tool', { cwd: directory, ready: 'it runs' });
});

test('a server that cannot be started is an error with the reason [13.launch-server]', async () => {
  const failure = await requestFailure(launch('sh', { server: ['/does/not/exist'] }));
  expect(failure.message).toContain('Cannot start the server "/does/not/exist": ');
  expect(failure.message).toContain('ENOENT');
  expect((await requestFailure(launch('sh', { server: [] }))).message).toContain('Cannot start the server ""');
  const talking = await requestFailure(launch('sh', { server: ['sh', '-c', 'echo no JSON; sleep 100'] }));
  expect(talking.message).toContain('not JSON: "no JSON"');
  const silent = await requestFailure(launch('sh', { server: ['sh', '-c', 'echo the reason >&2; exit 3'] }));
  expect(silent.message).toMatch(/exit code 3\. It wrote to stderr:\nthe reason/);
});

function promiseWithResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfill) => {
    resolve = fulfill;
  });
  return { promise, resolve };
}

test('`secrets`, and input with `secret`, are hidden in errors and recordings, and not in live reads [13.launch-secrets]', async () => {
  const directory = createTemporaryDirectory();
  const options = { secrets: ['tulip-77'], artifactDir: directory, trace: 'on', ready: 'tulip-77' } as const;
  const terminal = await openShell('echo tulip-77; read -r a; read -r b; echo "$a $b"; sleep 1000', options);
  await terminal.type('typed-1\r', { secret: true });
  await terminal.sendLine('typed-2', { secret: true, answer: 'typed-1 typed-2' });
  expect(await terminal.text()).toContain('tulip-77');
  expect(await terminal.getByText('typed-1 typed-2').count()).toBe(1);
  const failure = await requestFailure(terminal.waitForText('absent', { timeout: 0 }));
  expect(failure.screen).toMatch(/^•{8}\n•{7}\n•{7}\n•{7} •{7}\n/);
  await terminal.close();
  const trace = readFileSync(failure.data.tracePath?.replace('.html', '.jsonl') ?? '', 'utf8');
  for (const text of [trace, failure.message]) {
    expect(text).toContain('•••••••');
    expect(text).not.toMatch(/tulip-77|typed-[12]/);
  }
});

test('`trace` writes a trace of a session with a failure, and the failure names it [13.launch-trace]', async () => {
  const artifactDir = createTemporaryDirectory();
  const terminal = await launch('cat', { trace: 'on-failure', artifactDir });
  const failure = await expectTerminal(terminal)
    .toHaveText('missing', { timeout: 0 })
    .then(
      () => expect.unreachable(),
      (error: ScreenAssertionError) => error,
    );
  await terminal.close();
  expect(failure.message).toContain(`Trace: ${failure.tracePath}`);
  expect(readFileSync(failure.tracePath ?? '', 'utf8')).toContain('missing');
});
