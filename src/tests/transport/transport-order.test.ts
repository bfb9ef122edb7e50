import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { inject, injectBytes } from '../support/inject.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { runCli } from '../support/run.js';
import { exact } from '../support/selectors.js';

const request = (id: unknown, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const notification = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params });
const idsOf = (messages: readonly unknown[]): unknown[] => messages.map((message) => (message as { id: unknown }).id);

test('messages can share a chunk or be split anywhere, even inside a character [1.chunks]', async () => {
  const server = new TestServer();
  const text = `${JSON.stringify(request('é€😀', 'server.ping'))}\n`;
  server.process.stdin?.write(text + text.replace('é', 'è'));
  expect(await server.inbox.waitForResult('é€😀')).toBeDefined();
  expect(await server.inbox.waitForResult('è€😀')).toBeDefined();
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const { messages } = await injectBytes([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(idsOf(messages), `cut at ${cut}`).toEqual(['é€😀']);
  }
  const id = bytes.indexOf('é') + 1;
  const seen = server.inbox.messages.length;
  server.process.stdin?.write(bytes.subarray(0, id));
  await turn();
  server.process.stdin?.write(bytes.subarray(id));
  expect(await server.end()).toBe(0);
  expect(idsOf(server.inbox.messages.slice(seen))).toEqual(['é€😀']);
});

test('requests run in the order in which they arrive, even if the first is slow [1.order, 1.script, 1.notification-runs, 1.batch, 1.eof]', async () => {
  // Inputs return when they are echoed, even on a busy machine.
  const settleMs = 20_000;
  const script = [
    request(1, 'initialize', { notifyExit: true }),
    request(2, 'launch', {
      command: 'sh',
      args: ['-c', 'sleep 0.3; echo ready; exec cat'],
      readySelector: exact('ready'),
    }),
    request(3, 'sendKey', { keys: ['a', 'b', 'c'], delayMs: 50, settleMs }),
    request(4, 'currentView'),
    notification('sendText', { text: 'd', settleMs }),
    request(5, 'currentView'),
    [
      request(6, 'sendText', { text: 'e', settleMs }),
      notification('sendText', { text: 'f', settleMs }),
      request(7, 'currentView'),
    ],
    request(8, 'nope'),
    request(9, 'close'),
  ];
  const received = await inject(script);
  const isNotification = (message: object): boolean => 'method' in message;
  const events = received.filter(isNotification);
  expect(events.map((event) => 'method' in event && event['method'])).toEqual([
    'session.availability',
    'session.availability',
    'session.exited',
  ]);
  expect(received.slice(-2)).toMatchObject([{ method: 'session.exited' }, { id: 9 }]);
  const messages = received.filter((message) => !isNotification(message));
  expect(messages.map((message) => (Array.isArray(message) ? idsOf(message) : message['id']))).toEqual([
    1,
    2,
    3,
    4,
    5,
    [6, 7],
    8,
    9,
  ]);
  expect(messages[3]).toMatchObject({ result: { text: expect.stringContaining('\nabc\n') } });
  expect(messages[4]).toMatchObject({ result: { text: expect.stringContaining('\nabcd\n') } });
  expect(messages[5]).toMatchObject([{}, { result: { text: expect.stringContaining('\nabcdef\n') } }]);
});

test('a script runs up to server.shutdown; the requests after it are cancelled [1.script, 10.shutdown]', async () => {
  const server = new TestServer();
  const script = [
    request(1, 'initialize'),
    request(2, 'launch', { command: 'cat' }),
    request(3, 'sendLine', { text: 'one', expectAfter: exact('one') }),
    request(4, 'server.shutdown'),
    request(5, 'currentView'),
    [request(6, 'currentView')],
  ];
  server.process.stdin?.end(script.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await server.waitForExit()).toBe(0);
  expect(server.inbox.messages).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: { ok: true } },
    { id: 3, result: { ok: true } },
    { id: 4, result: { shuttingDown: true } },
    { id: 5, error: { code: -32800 } },
    [{ id: 6, error: { code: -32800 } }],
  ]);
  expect(findProcessesIn(server.directory)).toEqual([]);
});

test('at the end of input the server finishes pending and queued requests, then exits [1.eof]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  const launch = { command: 'sh', args: ['-c', 'sleep 0.3; echo ready; exec cat'], readySelector: exact('ready') };
  server.send(JSON.stringify(request('a', 'launch', launch)));
  server.send(JSON.stringify(request('b', 'currentView')));
  server.process.stdin?.write(JSON.stringify(request('c', 'rpc.discover')));
  expect(await server.end()).toBe(0);
  expect(await server.inbox.waitForResult('a')).toMatchObject({ ok: true });
  expect(await server.inbox.waitForResult('b')).toMatchObject({ text: expect.stringContaining('ready') });
  expect(await server.inbox.waitForResult('c')).toMatchObject({ openrpc: expect.any(String) });
  expect(findProcessesIn(server.directory)).toEqual([]);
});

test.each([
  ['empty input', '', 0],
  ['blank lines', '\n\r\n \n', 0],
  ['a line without a newline', '{"jsonrpc":"2.0","id":1,"method":"server.ping"}', 1],
  ['a truncated line', '{"jsonrpc":"2.0","id":1,"meth', 1],
  ['an error', '{"jsonrpc":"2.0","id":1,"method":"close"}\n', 1],
])('the server exits with code 0 after %s [1.eof, 10.exit-codes]', async (_, input, answers) => {
  const { exitCode, stdout, stderr } = await runCli(['server'], { input });
  expect({ exitCode, stderr, answers: stdout.split('\n').length - 1 }).toEqual({ exitCode: 0, stderr: '', answers });
});

test('all responses are flushed to a client that reads [1.flush]', async () => {
  const input = Array.from({ length: 200 }, (_, id) => `${JSON.stringify(request(id, 'rpc.discover'))}\n`).join('');
  const { stdout } = await runCli(['server'], { input });
  expect(stdout.length).toBeGreaterThan(2_000_000);
  expect(
    idsOf(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  ).toEqual(Array.from({ length: 200 }, (_, id) => id));
});
