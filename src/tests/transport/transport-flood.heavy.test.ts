import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseOptions } from '../../cli/options.js';
import { serverOptions, toServerOptions } from '../../cli/server-options.js';
import { StdioServer } from '../../server/stdio-server.js';
import { TestServer } from '../support/client.js';
import { readPeakMebibytes } from '../support/processes.js';

const mebibyte = 1024 * 1024;
// An idle server uses about 50 MiB, a flooded one 120.
const maxMebibytes = 240;
// Five times the second in which the server may read the remaining input.
// If the server accepts nothing for this long, it has stopped reading; otherwise the test is only less strict.
const stuckMs = 1000;
const hasProc = existsSync('/proc/self/status');

const createRequests = (method: string, first: number, count: number): string =>
  listIntegers(count)
    .map((index) => `{"jsonrpc":"2.0","id":${first + index},"method":"${method}"}\n`)
    .join('');
const listIntegers = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

/** A server with a program, whose client writes up to `count` requests while they are accepted, and reads nothing. */
async function startFlooded(method: string, count: number): Promise<{ server: TestServer; sent: number }> {
  const server = new TestServer({ isNew: true });
  await server.launch('sh', ['-c', 'yes yäs 語 🚀 | head -n 30; echo ready; exec cat'], {
    readySelector: { type: 'exact', text: 'ready' },
  });
  server.process.stdout?.pause();
  const step = 1000;
  let sent = 0;
  for (let isTaken = true; isTaken && sent < count; sent += step) {
    const piece = createRequests(method, sent, step);
    const taken = new Promise<boolean>((resolve) => server.process.stdin?.write(piece, () => resolve(true)));
    isTaken = await Promise.race([taken, sleep(stuckMs, false)]);
  }
  return { server, sent };
}

const methods = ['server.ping', 'currentView', 'rpc.discover'];

test.skipIf(!hasProc).each(methods.slice(0, 2))(
  'a client that reads late receives all of up to 100,000 %s responses in order, with bounded memory (needs /proc) [1.slow-client]',
  async (method) => {
    const { server, sent } = await startFlooded(method, 100_000);
    server.process.stdout?.resume();
    await server.inbox.waitForResponse(sent - 1);
    expect(server.inbox.messages.slice(2).map((message) => (message as { id: number }).id)).toEqual(listIntegers(sent));
    expect(readPeakMebibytes(server.pid)).toBeLessThan(maxMebibytes);
    expect(await server.end()).toBe(0);
  },
);

test.skipIf(!hasProc).each(methods)(
  'after up to a million %s requests of a client that never reads, SIGTERM ends the server in time, with bounded memory (needs /proc) [1.slow-client, 1.flush]',
  async (method) => {
    const { server } = await startFlooded(method, 1_000_000);
    expect(readPeakMebibytes(server.pid)).toBeLessThan(maxMebibytes);
    server.process.kill('SIGTERM');
    expect(await server.waitForExit()).toBe(0);
  },
);

test.skipIf(!hasProc)('many requests for long responses use bounded memory (needs /proc) [1.slow-client]', async () => {
  const server = new TestServer({ isNew: true });
  const count = 4000;
  server.process.stdin?.write(createRequests('rpc.discover', 0, count));
  await server.inbox.waitForResponse(count - 1);
  expect(server.inbox.messages.map((message) => (message as { id: number }).id)).toEqual(listIntegers(count));
  expect(readPeakMebibytes(server.pid)).toBeLessThan(maxMebibytes);
});

/** A client that reads nothing until it is resumed. */
class StuckClient extends Writable {
  length = 0;
  lines = 0;
  #isStuck = true;
  #done: () => void = () => {};

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.length += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.lines += 1;
    if (this.#isStuck) this.#done = done;
    else done();
  }

  release(): void {
    this.#isStuck = false;
    this.#done();
  }
}

test.each(['server.ping', 'currentView'])(
  'the server stops reading %s while too much is pending, and continues when the client reads [1.slow-client]',
  async (method) => {
    const input = new PassThrough();
    const client = new StuckClient();
    const options = toServerOptions(parseOptions(serverOptions, [], {}));
    const server = new StdioServer(options, { input, output: client, log: () => {}, variables: {} }).start();
    const piece = createRequests(method, 0, 100);
    let sent = 0;
    while (!input.isPaused()) {
      if (!input.write(piece)) await Promise.race([once(input, 'drain'), once(input, 'pause')]);
      sent += 100;
    }
    // The limit is 32 MiB of pending responses or of queued requests.
    expect(sent).toBeGreaterThan(10_000);
    expect(sent).toBeLessThan(800_000);
    client.release();
    input.end();
    expect(await server.ended).toBe(0);
    expect(client.lines).toBe(sent);
  },
);

test.skipIf(!hasProc)(
  'an endless line is rejected at once with bounded memory, and the next line is parsed (needs /proc) [1.line-too-long, 1.line-memory, 1.resync]',
  async () => {
    const server = new TestServer({ isNew: true });
    server.process.stdin?.write(Buffer.alloc(17 * mebibyte, 'x'));
    expect(await server.inbox.waitForResponse(null)).toMatchObject({ error: { code: -32600 } });
    for (let count = 0; count < 20; count += 1)
      await new Promise((resolve) => server.process.stdin?.write(Buffer.alloc(10 * mebibyte, '['), resolve));
    server.send('');
    expect(await server.request('server.ping')).toMatchObject({ pong: true });
    expect(server.inbox.messages).toHaveLength(2);
    expect(readPeakMebibytes(server.pid)).toBeLessThan(200);
  },
);

test.each([
  ['16 MiB', 16 * mebibyte, [], undefined],
  ['16 MiB and a byte', 16 * mebibyte + 1, [], -32600],
  ['1,000 bytes of --max-line-bytes 1000', 1000, ['--max-line-bytes', '1000'], undefined],
  ['1,001 bytes of --max-line-bytes 1000', 1001, ['--max-line-bytes', '1000'], -32600],
])('the line limit applies to a line of %s [1.line-too-long]', async (_, length, args, code) => {
  const server = new TestServer({ args });
  const head = '{"jsonrpc":"2.0","id":null,"method":"server.ping","padding":"';
  server.send(`${head}${'x'.repeat(length - head.length - 2)}"}`);
  expect((await server.inbox.waitForResponse(null))['error']).toEqual(
    code === undefined ? undefined : expect.objectContaining({ code }),
  );
  expect(await server.request('server.ping')).toMatchObject({ pong: true });
});

test.each([
  ['an array of two million numbers', `[${'1,'.repeat(2_000_000)}1]`, -32600],
  [
    'two million invalid arguments',
    `{"jsonrpc":"2.0","id":null,"method":"launch","params":{"command":"x","args":[${'1,'.repeat(2_000_000)}1]}}`,
    -32602,
  ],
  [
    '199,000 invalid arguments',
    `{"jsonrpc":"2.0","id":null,"method":"launch","params":{"command":"x","args":[${'1,'.repeat(199_000)}1]}}`,
    -32602,
  ],
  [
    '199,000 unknown members',
    `{"jsonrpc":"2.0","id":null,"method":"launch","params":{${listIntegers(199_000).map((n) => `"m${n}":1`)}}}`,
    -32602,
  ],
  ['4 MiB of brackets', '['.repeat(4 * mebibyte), -32700],
  ['a method of 1 MiB', `{"jsonrpc":"2.0","id":null,"method":"${'m'.repeat(mebibyte)}"}`, -32601],
  [
    'an unknown member of 1 MiB',
    `{"jsonrpc":"2.0","id":null,"method":"close","params":{"${'m'.repeat(mebibyte)}":1}}`,
    -32602,
  ],
])(
  '%s: rejected quickly, with an error that is not much longer [1.params-limit, 1.batch-limit, 2.-32602]',
  async (_, line, code) => {
    const server = new TestServer({ isNew: true });
    server.send(line);
    expect(await server.inbox.waitForResponse(null)).toMatchObject({ error: { code } });
    expect((server.inbox.lines[0] ?? '').length).toBeLessThan(line.length * 2 + 10_000);
    expect(await server.request('server.ping')).toMatchObject({ pong: true });
  },
);
