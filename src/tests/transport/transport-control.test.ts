import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { pollUntil } from '../support/processes.js';
import { stillClock } from '../support/programs.js';

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const never = { type: 'exact', text: 'this never comes' };
const maxMs = 2_147_483_647;

/** Requests that stay pending until they are cancelled. */
const endless: readonly [string, string, object][] = [
  [
    'a launch whose readySelector is never visible',
    'launch',
    { command: 'cat', readySelector: never, readyTimeoutMs: maxMs },
  ],
  ['sendKey with a long pause', 'sendKey', { keys: ['a', 'b'], delayMs: maxMs }],
  ['sendText with a long settleMs', 'sendText', { text: 'x', settleMs: maxMs }],
  ['sendLine without a match', 'sendLine', { text: '', expectAfter: never, timeoutMs: maxMs, settleMs: 0 }],
];

async function startWithPending(method: string, params: object): Promise<TestServer> {
  const server = new TestServer();
  // Without echo and output, so that no reaction ends a wait.
  const silent = 'stty -echo; echo ready; exec sleep 1000';
  await server.launch('sh', ['-c', silent], { readySelector: { type: 'exact', text: 'ready' } });
  server.send(request('pending', method, params));
  server.send(request('queued', 'currentView'));
  return server;
}

const answerOf = (server: TestServer, id: unknown): unknown =>
  server.inbox.messages.find((message) => !Array.isArray(message) && message['id'] === id);

test.each(endless)('control requests are handled during %s [1.control]', async (_, method, params) => {
  const server = await startWithPending(method, params);
  expect(await server.request('server.ping')).toMatchObject({ pong: true });
  expect(await server.request('rpc.discover')).toMatchObject({ openrpc: expect.any(String) });
  expect(answerOf(server, 'pending')).toBeUndefined();
  expect(answerOf(server, 'queued')).toBeUndefined();
  expect(await server.request('server.shutdown', { now: true })).toEqual({ shuttingDown: true });
  expect(await server.waitForExit()).toBe(0);
  expect(answerOf(server, 'pending')).toMatchObject({ error: { code: -32800 } });
  expect(answerOf(server, 'queued')).toMatchObject({ error: { code: -32800 } });
  expect(findProcessesIn(server.directory)).toEqual([]);
});

test.each(endless.slice(1))(
  'a cancellation ends %s, and the next request runs [1.cancel, 2.-32800]',
  async (_, method, params) => {
    const server = await startWithPending(method, params);
    server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"pending"}}');
    expect(await server.inbox.waitForResponse('pending')).toMatchObject({ error: { code: -32800 } });
    expect(await server.inbox.waitForResult('queued')).toMatchObject({ exited: false });
    expect(await server.end()).toBe(0);
  },
);

test('a cancellation ends a launch whose readySelector is never visible; its program runs on [1.cancel, 2.-32800]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  const started = join(server.directory, 'started');
  const params = { command: 'sh', args: ['-c', ': > "$0"; exec cat', started], readySelector: never };
  server.send(request('pending', 'launch', { ...params, readyTimeoutMs: maxMs }));
  server.send(request('queued', 'currentView'));
  await pollUntil(() => existsSync(started));
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"pending"}}');
  expect(await server.inbox.waitForResponse('pending')).toMatchObject({ error: { code: -32800 } });
  expect(await server.inbox.waitForResult('queued')).toMatchObject({ exited: false });
  expect(await server.end()).toBe(0);
});

test('a cancellation of a launch that ends the previous program starts nothing [1.cancel, 2.-32800]', async () => {
  // With a clock that stands still, the previous program is not killed: it ends after the cancellation.
  const server = new TestServer({ env: stillClock });
  const [hungUp = '', end = '', started = ''] = ['hung-up', 'end', 'started'].map((name) =>
    join(server.directory, name),
  );
  const stubborn = 'trap ": > hung-up" HUP; echo ready; until test -e end; do sleep 0.01; done';
  const ready = { readySelector: { type: 'exact', text: 'ready' }, cwd: server.directory };
  await server.launch('sh', ['-c', stubborn], ready);
  server.send(request('pending', 'launch', { command: 'sh', args: ['-c', ': > "$0"; exec cat', started] }));
  server.send(request('queued', 'currentView'));
  await pollUntil(() => existsSync(hungUp));
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"pending"}}');
  await server.request('server.ping');
  writeFileSync(end, '');
  expect(await server.inbox.waitForResponse('pending')).toMatchObject({ error: { code: -32800 } });
  expect(await server.inbox.waitForResult('queued')).toMatchObject({ exited: true });
  expect(existsSync(started)).toBe(false);
  expect(await server.end()).toBe(0);
});

test('a cancellation with an id is rejected at once and cancels nothing [1.cancel-request]', async () => {
  const server = await startWithPending('sendKey', { keys: ['a', 'b'], delayMs: maxMs });
  server.send(request('wrong', '$/cancelRequest', { id: 'pending' }));
  expect(await server.inbox.waitForResponse('wrong')).toMatchObject({ error: { code: -32600 } });
  expect(answerOf(server, 'pending')).toBeUndefined();
});

test('a queued request can be cancelled [1.cancel]', async () => {
  const server = await startWithPending('sendKey', { keys: ['a', 'b'], delayMs: maxMs });
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"queued"}}');
  expect(await server.inbox.waitForResponse('queued')).toMatchObject({ error: { code: -32800 } });
  expect(answerOf(server, 'pending')).toBeUndefined();
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"pending"}}');
  expect(await server.end()).toBe(0);
});

test('server.shutdown waits for a pending request; server.shutdown now cancels it [1.control, 10.shutdown]', async () => {
  const server = await startWithPending('sendKey', { keys: ['a', 'b'], delayMs: maxMs });
  server.send(request('turn', 'server.shutdown'));
  await server.request('server.ping');
  expect(answerOf(server, 'turn')).toBeUndefined();
  server.send('{"jsonrpc":"2.0","method":"server.shutdown","params":{"now":true}}');
  expect(await server.waitForExit()).toBe(0);
  expect(answerOf(server, 'turn')).toMatchObject({ error: { code: -32800 } });
});

test('cancelling one entry of a pending array does not affect the others [1.cancel, 1.batch]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const entries = [
    request(1, 'sendKey', { keys: ['a', 'b'], delayMs: maxMs }),
    '{"jsonrpc":"2.0","method":"sendText","params":{"text":"note","settleMs":20000}}',
    request(2, 'sendText', { text: 'two', settleMs: 20_000 }),
    request(3, 'currentView'),
  ];
  server.send(`[${entries.join()}]`);
  await server.request('server.ping');
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}');
  expect(await server.inbox.waitForBatch()).toMatchObject([
    { id: 1, error: { code: -32800 } },
    { id: 2, result: { ok: true } },
    { id: 3, result: { text: expect.stringMatching(/^anotetwo\n/) } },
  ]);
});

test('an array that server.shutdown cancels still gets one array of errors [1.batch, 10.shutdown]', async () => {
  const server = await startWithPending('sendText', { text: '', settleMs: 0 });
  await server.inbox.waitForResponse('queued');
  server.send(`[${request(1, 'sendKey', { keys: ['a', 'b'], delayMs: maxMs })},${request(2, 'currentView')}]`);
  await server.request('server.ping');
  server.send(request(3, 'server.shutdown', { now: true }));
  expect(await server.waitForExit()).toBe(0);
  const refused = { code: -32800, message: expect.any(String) };
  expect(await server.inbox.waitForBatch()).toEqual([
    { jsonrpc: '2.0', id: 1, error: refused },
    { jsonrpc: '2.0', id: 2, error: refused },
  ]);
});
