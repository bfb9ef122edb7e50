import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { inject } from '../support/inject.js';
import { pollUntil, readProcessState } from '../support/processes.js';
import { pathOfProgram, runToExit, waitForExitNumber } from '../support/programs.js';
import { exact } from '../support/selectors.js';

const ready = { readySelector: exact('ready') };

describe('resize', () => {
  test('changes the terminal and the screen and notifies the program [3.resize] [3.winch]', async () => {
    const server = new TestServer();
    await server.launch(process.execPath, [pathOfProgram('report-signals.mjs'), 'SIGWINCH'], ready, {
      notifyExit: true,
    });
    expect(await server.request('resize', { cols: 71, rows: 19 })).toEqual({ ok: true, cols: 71, rows: 19 });
    expect(await server.request('currentView')).toMatchObject({ cols: 71, rows: 19 });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ lastLines: ['ready 134x40', 'SIGWINCH 71x19'] });
  });

  test.each([
    [2, 1],
    [1000, 1000],
  ])('accepts %d columns and %d rows [3.resize]', async (cols, rows) => {
    const server = new TestServer();
    await server.launch('sh', [], {}, { notifyExit: true });
    await server.request('resize', { cols, rows });
    expect(await server.request('currentView')).toMatchObject({ cols, rows });
    await server.request('sendLine', { text: `test "$(stty size)" = "${rows} ${cols}" && exit 77` });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: 77 });
  });

  test('sets the size of the next launch, and of the screen after the exit [3.resize]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    await server.request('resize', { cols: 50, rows: 10 });
    const { lastLines } = await runToExit(server, 'sh', ['-c', 'stty size']);
    expect(lastLines).toEqual(['10 50']);
    await server.request('resize', { cols: 60, rows: 12 });
    expect(await server.request('currentView')).toMatchObject({ cols: 60, rows: 12, exited: true });
  });

  test('applies the last of many sizes while output arrives [3.resize]', async () => {
    const server = new TestServer();
    await server.launch('sh', ['-c', 'while :; do echo flood flood flood; done'], {}, { notifyExit: true });
    const sizes = Array.from({ length: 100 }, (_, index) => ({
      cols: 2 + ((index * 37) % 200),
      rows: 1 + (index % 50),
    }));
    await Promise.all(sizes.map((size) => server.request('resize', size)));
    expect(await server.request('currentView')).toMatchObject(sizes.at(-1) ?? {});
    expect(await server.request('close')).toMatchObject({ signal: 'SIGHUP' });
  });
});

describe('signal', () => {
  // Paths may contain blanks and other characters that are hard to type.
  const env = { PS1: '> ', NODE: process.execPath, PROGRAM: pathOfProgram('report-signals.mjs') };

  test.each([
    ['INT', 'SIGINT'],
    ['TERM', 'SIGTERM'],
    ['HUP', 'SIGHUP'],
    ['USR1', 'SIGUSR1'],
    ['USR2', 'SIGUSR2'],
    ['KILL', 'SIGKILL'],
    ['QUIT', 'SIGQUIT'],
    ['ABRT', 'SIGABRT'],
    ['SIGALRM', 'SIGALRM'],
    ['sigterm', 'SIGTERM'],
  ])('%s terminates a program that does not handle it [3.signal] [3.exit-signal]', async (name, signal) => {
    const server = new TestServer();
    await server.launch('cat', [], {}, { notifyExit: true });
    expect(await server.request('signal', { name })).toEqual({ ok: true });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: null, signal });
  });

  test('reaches a program that handles it, in order [3.signal]', async () => {
    const server = new TestServer();
    const names = ['SIGUSR1', 'SIGWINCH', 'SIGUSR2', 'SIGHUP', 'SIGTERM'];
    await server.launch(process.execPath, [pathOfProgram('report-signals.mjs'), ...names], ready, { notifyExit: true });
    for (const name of names) await server.request('signal', { name: name.slice(3) });
    const { exitCode, lastLines } = await waitForExitNumber(server, 1);
    expect(exitCode).toBe(0);
    expect(lastLines).toContain('SIGTERM 134x40');
  });

  test('STOP stops the program and CONT continues it [3.signal]', async () => {
    const server = new TestServer();
    const pid = await server.launch(process.execPath, [pathOfProgram('report-signals.mjs'), 'SIGCONT'], ready, {
      notifyExit: true,
    });
    await server.request('signal', { name: 'STOP' });
    await pollUntil(() => readProcessState(pid)?.state === 'T');
    await server.request('signal', { name: 'CONT' });
    expect(await waitForExitNumber(server, 1)).toMatchObject({
      exitCode: 0,
      lastLines: ['ready 134x40', 'SIGCONT 134x40'],
    });
  });

  test('goes to the foreground job of an interactive shell, not to the shell [3.foreground]', async () => {
    const server = new TestServer();
    const shell = ['--norc', '-i'];
    await server.launch('bash', shell, { env, readySelector: exact('> ') }, { notifyExit: true });
    const job = '"$NODE" "$PROGRAM" SIGWINCH';
    await server.request('sendLine', { text: job, expectAfter: exact('ready') });
    await server.request('signal', { name: 'KILL' });
    await server.request('sendLine', { text: 'echo "status=$?"', expectAfter: exact('status=137') });
    await server.request('signal', { name: 'KILL' });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ signal: 'SIGKILL' });
  });

  // The kernel does not stop the leader of a session with SIGTSTP, because no parent shell could continue it.
  test('TSTP gives the terminal back to the shell, as Ctrl+Z does [3.signal] [3.foreground]', async () => {
    const server = new TestServer();
    const shell = ['--norc', '-i'];
    await server.launch('bash', shell, { env, readySelector: exact('> ') }, { notifyExit: true });
    const job = '"$NODE" "$PROGRAM" SIGCONT';
    await server.request('sendLine', { text: job, expectAfter: exact('ready') });
    await server.request('signal', { name: 'TSTP' });
    await server.request('sendLine', { text: 'jobs', expectAfter: exact('Stopped'), ambiguityMode: 'last' });
    await server.request('sendLine', { text: 'fg', expectAfter: exact('SIGCONT 134x40') });
  });

  test('reaches every process of the foreground group [3.foreground]', async () => {
    const server = new TestServer();
    const script = 'sh -c "echo inner; exec sleep 1000" | { read line; echo "got $line"; exec cat; }';
    await server.launch('sh', ['-c', script], { readySelector: exact('got inner') }, { notifyExit: true });
    await server.request('signal', { name: 'TERM' });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ signal: 'SIGTERM' });
  });

  test('is not lost if the program has just been launched [3.signal]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    for (let run = 1; run <= 50; run += 1) {
      // The response of launch is not awaited: both lines arrive together.
      void server.request('launch', { command: 'cat' });
      await server.request('signal', { name: 'KILL' });
      expect(await waitForExitNumber(server, run)).toMatchObject({ signal: 'SIGKILL' });
    }
  });

  test.each(['', 'NOPE', 'SIG', 'SIGSIGINT', 'constructor', '9'])(
    'rejects the unknown name %j with -32602 [3.signal]',
    async (name) => {
      const server = new TestServer();
      const pid = await server.launch('cat');
      expect((await failureOf(server.request('signal', { name }))).code).toBe(-32602);
      expect(readProcessState(pid)?.state).toMatch(/[SR]/);
    },
  );

  test('accepts every signal name of the system [3.signal]', async () => {
    const server = new TestServer();
    await server.request('initialize');
    for (const name of Object.keys(constants.signals)) {
      const { data } = await failureOf(server.request('signal', { name }));
      expect(data).toMatchObject({ kind: 'no-program' });
    }
  });
});

test('signal fails with kind io if the program runs as another user [3.signal]', async () => {
  const kill = process.kill.bind(process);
  // Simulates a program that has become root.
  const refusing = vi.spyOn(process, 'kill').mockImplementation((target, signal) => {
    if (signal === 'SIGUSR1' || signal === 0) throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    return kill(target, signal);
  });
  onTestFinished(() => refusing.mockRestore());
  const calls = [
    ['initialize', {}],
    ['launch', { command: 'cat' }],
    ['signal', { name: 'USR1' }],
  ] as const;
  const answers = await inject(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })));
  const details = 'Cannot send SIGUSR1: the program in the foreground runs as another user.';
  expect(answers.at(-1)).toMatchObject({ id: 2, error: { code: -32004, data: { kind: 'io', details } } });
});

test('a launch that is cancelled while the previous program terminates does not start a program [3.relaunch-cancelled] [1.cancel]', async () => {
  const server = new TestServer();
  const stubborn = 'trap "" HUP; echo ready; while :; do sleep 1; done';
  await server.launch('sh', ['-c', stubborn], ready);
  const params = { command: 'sh', args: ['-c', 'touch started; exec cat'] };
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 'l', method: 'launch', params }));
  // The launch has started, and waits for the exit of the program that ignores SIGHUP.
  await server.request('server.ping');
  server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'l' } }));
  expect(await server.inbox.waitForResponse('l')).toMatchObject({ error: { code: -32800 } });
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(await server.request('currentView')).toMatchObject({ exited: true });
  expect(existsSync(join(server.directory, 'started'))).toBe(false);
  await server.request('launch', { ...params, readySelector: undefined });
  expect(await server.request('currentView')).toMatchObject({ exited: false });
});
