import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { pollUntil } from '../support/processes.js';
import { exact } from '../support/selectors.js';

test('server.ping returns the version [10.ping]', async () => {
  const server = new TestServer();
  expect(await server.request('server.ping')).toEqual({ pong: true, version: packageJson.version });
});

interface OpenRpc {
  readonly openrpc: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly methods: readonly {
    readonly name: string;
    readonly paramStructure: string;
    readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
    readonly result: { readonly schema: object };
  }[];
  readonly 'x-notifications': readonly Readonly<Record<string, unknown>>[];
}

test('rpc.discover returns an OpenRPC document of every method with named params, from the same schemas [10.discover]', async () => {
  const server = new TestServer();
  const document = (await server.request('rpc.discover')) as unknown as OpenRpc;
  expect(document.openrpc).toMatch(/^1\.\d+\.\d+$/);
  expect(document.info).toMatchObject({ title: 'tuispec', version: packageJson.version });
  const files = readdirSync('schemas/methods').map((file) => basename(file, '.json'));
  expect(document.methods.map(({ name }) => name).sort()).toEqual(files.sort());
  const notifications = document['x-notifications'].map((one) => [one['name'], Object.keys(one)]);
  const members = ['name', 'description', 'params'];
  expect(notifications).toEqual([
    ['session.availability', members],
    ['session.exited', members],
    ['view.changed', members],
  ]);
  for (const { name, paramStructure, params, result } of document.methods) {
    const source = JSON.parse(readFileSync(join('schemas/methods', `${name}.json`), 'utf8')) as {
      params: { properties: object; required?: string[] };
    };
    expect(paramStructure, name).toBe('by-name');
    expect(params.map((param) => param.name).sort(), name).toEqual(Object.keys(source.params.properties).sort());
    const required = params.filter((param) => param.required === true).map((param) => param.name);
    expect(required.sort(), name).toEqual([...(source.params.required ?? [])].sort());
    for (const { schema } of [...params, result]) expect(schema, name).toBeTypeOf('object');
  }
});

test('every reference inside the OpenRPC document has a target [10.discover]', async () => {
  const server = new TestServer();
  const document: unknown = await server.request('rpc.discover');
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path]) => path ?? '');
  expect(references.length).toBeGreaterThan(0);
  for (const path of new Set(references)) {
    const target = path.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
    expect(target, path).toBeTypeOf('object');
  }
});

test('on a terminal the server explains on standard error that it waits for requests, and Ctrl+D ends it [10.tty]', async () => {
  const server = new TestServer();
  const args = [resolve('dist/cli.js'), 'server'];
  await server.launch(
    process.execPath,
    args,
    { readySelector: exact('waits for JSON-RPC requests') },
    { notifyExit: true, timeoutSeconds: 25 },
  );
  const request = '{"jsonrpc":"2.0","id":1,"method":"server.ping"}';
  await server.request('sendLine', { text: request, expectAfter: exact('"pong":true') });
  await server.request('sendKey', { key: 'Ctrl+d' });
  expect(await server.inbox.waitForNotification('session.exited')).toMatchObject({ exitCode: 0, signal: null });
});

test('--output-log contains the raw output of every program, byte for byte [10.output-log]', async () => {
  const log = join(createTemporaryDirectory(), 'raw');
  const server = new TestServer({ args: ['--output-log', log] });
  const print = (octal: string): object => ({ command: 'sh', args: ['-c', `printf '${octal}'`] });
  await server.request('initialize', { notifyExit: true });
  await server.request('launch', print('\\033[31mred\\377\\000\\n'));
  await server.inbox.waitForNotification('session.exited');
  // Without the wait, the end of the input would end the program before it prints.
  await server.request('launch', { ...print('second'), readySelector: exact('second') });
  expect(await server.end()).toBe(0);
  expect(readFileSync(log, 'latin1')).toBe('\x1b[31mred\xff\0\r\nsecond');
});

test('the file of --output-log is accessible to its owner only [10.output-log]', () => {
  const directory = createTemporaryDirectory();
  const log = join(directory, 'raw');
  const args = [resolve('dist/cli.js'), 'server', '--artifact-dir', directory, '--output-log', log];
  execFileSync('sh', ['-c', 'umask 0; exec "$0" "$@"', process.execPath, ...args], { input: '' });
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test('a disk that becomes full ends the --output-log, and the session continues [10.output-log]', async () => {
  const server = new TestServer({ args: ['--output-log', '/dev/full'] });
  await server.launch('cat');
  for (const text of ['one', 'two']) await server.request('sendLine', { text, expectAfter: { type: 'exact', text } });
  expect(await server.end()).toBe(0);
  expect(server.stderr).toMatch(/^tuispec error: Cannot write to the output log \/dev\/full: ENOSPC[^\n]*\n$/);
});

test('an unread --output-log ends, and the session continues [10.output-log]', async () => {
  const log = join(createTemporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [log]);
  // Open, but never read: the pipe has room for 64 KiB.
  await using _ = await open(log, 'r+');
  const server = new TestServer({ args: ['--output-log', log] });
  await server.launch('sh', ['-c', 'seq 50000; cat'], { readySelector: exact('50000') }, { timeoutSeconds: 25 });
  await server.request('sendLine', { text: 'alive', expectAfter: exact('alive') });
  expect(await server.end()).toBe(0);
  expect(server.stderr).toBe(
    `tuispec error: Cannot write to the output log ${log}: the reader accepts no data. No more output is logged.\n`,
  );
});

test('rejects an --output-log that is a pipe without a reader [10.output-log]', () => {
  const log = join(createTemporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [log]);
  const args = [resolve('dist/cli.js'), 'server', '--output-log', log];
  const { status, stderr } = spawnSync(process.execPath, args, { input: '', encoding: 'utf8', timeout: 100_000 });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^tuispec: Cannot open the file of --output-log: ENXIO[^\n]*\n$/),
  });
});

const failing = 20_000;

test('--log-level debug logs each request and its outcome [1.log-debug]', async () => {
  const server = new TestServer({ args: ['--log-level', 'debug'] });
  await server.launch('cat');
  const wait = { selector: { type: 'exact', text: 'never' }, timeoutMs: 2_147_483_647 };
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 'wait', method: 'waitForText', params: wait }));
  await server.request('server.ping');
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"wait"}}');
  await server.request('server.ping');
  server.send('{"jsonrpc":"2.0","method":"nope"}');
  expect(await server.end()).toBe(0);
  const lines = server.stderr.replaceAll(/\d+ ms$/gm, 'N ms').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'tuispec debug: request 1 initialize {}',
      'tuispec debug: response 1 initialize ok N ms',
      'tuispec debug: request "wait" waitForText {"selector":{"type":"exact","text":"never"},"timeoutMs":2147483647}',
      'tuispec debug: response "wait" waitForText error -32800 N ms',
      'tuispec debug: response 3 server.ping ok N ms',
      'tuispec debug: response notification nope error -32601 N ms',
    ]),
  );
});

test('a lower --log-level logs no requests [1.log-debug]', async () => {
  const server = new TestServer({ args: ['--log-level', 'info'] });
  await server.request('server.ping');
  expect(await server.end()).toBe(0);
  expect(server.stderr).toBe('');
});

/** Sends requests that each write a line to the unread standard error; resolves with the number of responses. */
async function countResponsesWithUnreadErrors(stderr: number | 'pipe', env: NodeJS.ProcessEnv = {}): Promise<number> {
  const args = [resolve('dist/cli.js'), 'server', '--log-level', 'info'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', stderr], env: { ...process.env, ...env } });
  const line = (_: unknown, id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"currentView"}\n`;
  child.stdin?.end(Array.from({ length: failing }, line).join(''));
  const [stdout] = await Promise.all([text(child.stdout as NonNullable<typeof child.stdout>), once(child, 'exit')]);
  child.stderr?.destroy();
  return stdout.split('\n').length - 1;
}

test('a client that does not read standard error still receives responses: a socket [1.log-level, 1.stderr-never-blocks]', async () => {
  expect(await countResponsesWithUnreadErrors('pipe')).toBe(failing);
});

/** The other processes whose standard output is a file. */
const listWriters = (path: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return Number(pid) !== process.pid && readlinkSync(`/proc/${pid}/fd/1`) === path;
    } catch {
      return false;
    }
  });

// `posix`: a pipe cannot be opened again there.
test.each(['linux', 'posix'])(
  'a client that does not read standard error still receives responses: a pipe, %s [1.log-level, 1.stderr-never-blocks, 22.stderr]',
  async (system) => {
    const path = join(createTemporaryDirectory(), 'fifo');
    execFileSync('mkfifo', [path]);
    const fifo = openSync(path, constants.O_RDWR);
    try {
      expect(await countResponsesWithUnreadErrors(fifo, { TUISPEC_SYSTEM: system })).toBe(failing);
      await pollUntil(() => listWriters(path).length === 0);
    } finally {
      closeSync(fifo);
    }
  },
);

test('without /proc, what is said on standard error through a pipe is complete, also at the exit [22.stderr]', () => {
  const script = `"$0" dist/cli.js nonsense 2>&1 >/dev/null | cat`;
  const env = { ...process.env, TUISPEC_SYSTEM: 'posix' };
  const said = execFileSync('sh', ['-c', script, process.execPath], { encoding: 'utf8', env });
  expect(said).toBe('tuispec: Unknown command "nonsense". Run tuispec --help to list the commands.\n');
});
