import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { pollUntil } from '../support/processes.js';
import { exact } from '../support/selectors.js';

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const ready = { type: 'exact', text: 'ready' };

/** Starts a program that ignores termination signals and has a job in its own process group. */
async function startStubborn(args: readonly string[] = []): Promise<TestServer> {
  const server = new TestServer({ args });
  await server.launch(resolve('fixtures/programs/stubborn.sh'), [], { readySelector: ready });
  expect(findProcessesIn(server.directory).length).toBeGreaterThan(2);
  return server;
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const endings: readonly [string, (server: TestServer) => void, number][] = [
  ...signals.map((name): (typeof endings)[number] => [name, ({ process }) => process.kill(name), 0]),
  ...(['SIGQUIT', 'SIGALRM', 'SIGABRT'] as const).map((name): (typeof endings)[number] => [
    name,
    ({ process }) => process.kill(name),
    0,
  ]),
  ['SIGTERM twice', ({ process }) => [process.kill('SIGTERM'), process.kill('SIGTERM')], 0],
  ['a client that stops reading and sends requests', disconnect, 0],
  ['a client that disconnects', (server) => [server.process.stdout?.destroy(), server.process.stdin?.end()], 0],
  ['the end of the input', ({ process }) => process.stdin?.end(), 0],
  ['server.shutdown', (server) => server.send(request('s', 'server.shutdown')), 0],
  ['server.shutdown now', (server) => server.send(request('s', 'server.shutdown', { now: true })), 0],
];

function disconnect(server: TestServer): void {
  server.process.stdout?.destroy();
  server.send(request('unread', 'server.ping'));
}

test.each(endings)(
  'after %s no process of the session remains, and the exit code is 0 [10.nothing-left, 10.signals, 1.epipe, 1.eof]',
  async (_, end, code) => {
    const server = await startStubborn();
    end(server);
    expect(await server.waitForExit()).toBe(code);
    expect(findProcessesIn(server.directory)).toEqual([]);
    expect(server.stderr).toBe('');
  },
);

test.each(signals)(
  '%s cancels a pending and a queued request with -32800, and the exit code is 0 [10.signals]',
  async (name) => {
    const server = await startStubborn();
    server.send(request('pending', 'sendKey', { keys: ['a', 'b'], delayMs: 2_147_483_647 }));
    server.send(request('queued', 'currentView'));
    await server.request('server.ping');
    server.process.kill(name);
    expect(await server.waitForExit()).toBe(0);
    for (const id of ['pending', 'queued'])
      expect(await server.inbox.waitForResponse(id)).toMatchObject({ error: { code: -32800 } });
    expect(findProcessesIn(server.directory)).toEqual([]);
  },
);

test('with --fail-fast an error terminates the program, and the exit code is 1 [1.fail-fast, 10.nothing-left]', async () => {
  const server = await startStubborn(['--fail-fast']);
  server.send(request(7, 'nope'));
  expect(await server.waitForExit()).toBe(1);
  expect(findProcessesIn(server.directory)).toEqual([]);
});

test('the server exits silently with code 0 when the reader of its output exits [1.epipe]', async () => {
  const directory = createTemporaryDirectory();
  const pipeline = '{ "$@"; echo "exit $?" >&2; } | head -n 1';
  const shell = spawn('sh', ['-c', pipeline, 'sh', process.execPath, resolve('dist/cli.js'), 'server'], {
    cwd: directory,
  });
  let stderr = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  shell.stdin.on('error', () => {});
  const closed = once(shell, 'close');
  let isOver = false;
  shell.on('exit', () => {
    isOver = true;
  });
  shell.stdout.resume();
  shell.stdin.write(`${request(1, 'initialize')}\n${request(2, 'launch', { command: 'cat' })}\n`);
  // The first responses after the reader has ended may still fit in the pipe.
  for (; !isOver; await turn())
    if (shell.stdin.writableLength === 0) shell.stdin.write(`${request(3, 'server.ping')}\n`);
  await closed;
  expect(stderr).toBe('exit 0\n');
  expect(findProcessesIn(directory)).toEqual([]);
});

const longScript = Array.from({ length: 60 }, (_, id) => `${request(id, 'rpc.discover')}\n`).join('');

test.each([
  ['the end of the input', (server: TestServer) => server.process.stdin?.end()],
  ['SIGTERM', ({ process }: TestServer) => process.kill('SIGTERM')],
  ['server.shutdown now', (server: TestServer) => server.send(request('s', 'server.shutdown', { now: true }))],
])(
  'a client that does not read megabytes of responses does not delay the exit with code 0 after %s [1.flush, 10.nothing-left]',
  async (_, end) => {
    const server = await startStubborn();
    const { path } = await server.request('recording.start', { path: 'r.jsonl' });
    server.process.stdout?.pause();
    await new Promise((resolve) => server.process.stdin?.write(longScript, resolve));
    end(server);
    expect(await server.waitForExit()).toBe(0);
    expect(findProcessesIn(server.directory)).toEqual([]);
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true);
  },
);

test.each([
  ['the end of its input', '', 60],
  ['server.shutdown', `${request('last', 'server.shutdown')}\n`, 61],
])('a client that reads slowly after %s receives every response [1.eof, 1.flush]', async (_, last, count) => {
  const server = new TestServer();
  server.process.stdout?.removeAllListeners('data').pause();
  const { stdin } = server.process;
  if (last === '') stdin?.end(longScript);
  else stdin?.write(longScript + last);
  // After the last request, up to 1 MiB is still unread, which takes several seconds.
  const slowly = `import sys, time\nfor line in sys.stdin:\n  print('got', flush=True)\n  time.sleep(${last === '' ? 0.05 : 0.15})`;
  const reader = spawn('python3', ['-c', slowly]);
  server.process.stdout?.pipe(reader.stdin);
  let said = '';
  reader.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await once(reader, 'close');
  expect(said).toBe('got\n'.repeat(count));
  expect(await server.waitForExit()).toBe(0);
});

test.each([
  ['standard output', '2> /dev/null', []],
  ['standard error', '> /dev/null', ['--log-level', 'debug']],
])('a signal ends a server whose terminal is stopped: %s [1.stopped-terminal]', async (_what, redirection, options) => {
  const server = new TestServer();
  const { directory } = server;
  writeFileSync(join(directory, 'requests'), '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
  const inner = `'${process.execPath}' '${resolve('dist/cli.js')}' server --artifact-dir inner ${options.join(' ')}`;
  const requests = '(until test -e go; do sleep 0.01; done; cat requests; exec sleep 1000) > in';
  const script = `mkfifo in; ${requests} & printf ready; exec ${inner} < in ${redirection}`;
  await server.launch('sh', ['-c', script], { cwd: directory, readySelector: exact('ready') });
  await server.request('sendKey', { key: 'Ctrl+s' });
  writeFileSync(join(directory, 'go'), '');
  await pollUntil(() => existsSync(join(directory, 'inner', 'sessions', 'session')));
  await server.request('signal', { name: 'TERM' });
  expect(await server.request('waitForExit')).toMatchObject({ exitCode: 0 });
});
