import { expect, test } from 'vitest';
import { methodFacts } from '../../protocol/generated/tables.js';
import type { MethodName } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { KeysServer } from '../support/keys.js';
import { sendAfterOutput } from '../support/stopped-server.js';

const ready = { type: 'exact', text: 'ready' };
// Timers may fire slightly early.
const timerErrorMs = 5;
// Longer than a test may take.
const forever = 2_147_483_647;
// Enables the mouse (any motion, SGR) and focus events.
const enableMouse = "printf '\\033[?1003;1006;1004h'";
const silent = ['-c', `${enableMouse}; stty raw -echo; echo ready; exec sleep 1000`];
// Every input method, and the echo of its bytes.
const inputs: [MethodName, object, echo: string][] = [
  ['sendKey', { key: 'a' }, 'a'],
  ['sendText', { text: 'a' }, 'a'],
  ['sendBytes', { base64: 'YQ==' }, 'a'],
  ['sendLine', { text: 'a' }, 'a'],
  ['click', { col: 1, row: 1 }, '^[[<0;1;1M^[[<0;1;1m'],
  ['hover', { col: 1, row: 1 }, '^[[<35;1;1M'],
  ['scroll', { direction: 'up', col: 1, row: 1 }, '^[[<64;1;1M'],
  ['drag', { from: { col: 1, row: 1 }, to: { col: 1, row: 1 } }, '^[[<0;1;1M^[[<0;1;1m'],
  ['focus', { focused: true }, '^[[I'],
];

test('the table lists every input method [4.settle-reaction]', () => {
  const all = Object.entries(methodFacts).filter(([method, { isInput }]) => method !== 'submit' && isInput);
  expect(inputs.map(([method]) => method).sort()).toEqual(all.map(([method]) => method).sort());
});

async function startSilent(server: TestServer): Promise<void> {
  await server.launch('sh', silent, { readySelector: ready });
}

/** Measures the duration of requests, one after another. */
async function timeOf(count: number, request: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < count; done += 1) await request();
  return performance.now() - startedAt;
}

test.each(inputs)(
  '%s returns at the first output of the program, and a subsequent read includes it [4.settle-reaction]',
  async (method, params, echo) => {
    const server = new TestServer();
    await server.launch('sh', ['-c', `${enableMouse}; echo ready; exec cat`], { readySelector: ready });
    expect(await server.request(method, { ...params, settleMs: forever })).toMatchObject({ ok: true });
    const [, seen = ''] = (await server.request('currentView')).text.split('\n');
    // The request returns at the first output; the rest of a longer echo may follow later.
    expect(seen).not.toBe('');
    expect(echo.startsWith(seen)).toBe(true);
  },
);

test.each(inputs)('%s returns after settleMs without a reaction [4.settle-time]', async (method, params) => {
  const server = new TestServer();
  await startSilent(server);
  expect(await timeOf(1, () => server.request(method, { ...params, settleMs: 400 }))).toBeGreaterThanOrEqual(
    400 - timerErrorMs,
  );
  // The default is 50 ms.
  expect(await timeOf(10, () => server.request(method, params))).toBeGreaterThanOrEqual(10 * (50 - timerErrorMs));
});

test.each(inputs)('%s returns at once with settleMs 0 [4.settle-none]', async (method, params) => {
  const server = new TestServer();
  await startSilent(server);
  const tookMs: number[] = [];
  for (let run = 0; run < 20; run += 1)
    tookMs.push(await timeOf(1, () => server.request(method, { ...params, settleMs: 0 })));
  // With the default of 50 ms, none would be faster.
  expect(Math.min(...tookMs)).toBeLessThan(50 - timerErrorMs);
});

test('settleMs applies once per sequence, after its last key [4.settle-time]', async () => {
  const server = new TestServer();
  await startSilent(server);
  const elapsedMs = await timeOf(1, () => server.request('sendKey', { key: 'a', repeat: 100, settleMs: 300 }));
  expect(elapsedMs).toBeGreaterThanOrEqual(300 - timerErrorMs);
});

test('output that was written before an input does not count as its reaction [4.settle-reaction]', async () => {
  const server = await sendAfterOutput('one', 'input', 'sendText', { text: 'b', settleMs: 400 });
  const elapsedMs = await timeOf(1, () => server.inbox.waitForResult('input'));
  expect(elapsedMs).toBeGreaterThanOrEqual(400 - timerErrorMs);
  expect((await server.request('currentView')).text).toBe('one\n\n\n\n\n');
});

test('the exit of the program counts as a reaction [4.settle-reaction]', async () => {
  const server = new TestServer();
  const script = 'stty raw -echo; echo ready; exec head -c 1 >/dev/null';
  await server.launch('sh', ['-c', script], { readySelector: ready });
  expect(await timeOf(1, () => server.request('sendText', { text: 'a', settleMs: 20_000 }))).toBeLessThan(10_000);
});

/** Sends lines in one write, so that the server reads them together. */
function sendTogether(server: TestServer, ...messages: readonly object[]): void {
  server.send(messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })).join('\n'));
}

const pending: [what: string, method: string, params: object][] = [
  ['settling', 'sendText', { text: 'a', settleMs: 2 ** 31 - 1 }],
  ['waiting between keys', 'sendKey', { keys: ['a', 'b'], delayMs: 2 ** 31 - 1 }],
  ['waiting for an echo', 'sendLine', { text: 'a', settleMs: 2 ** 31 - 1 }],
  ['waiting for output', 'sendLine', { text: 'a', expectAfter: ready, timeoutMs: 2 ** 31 - 1 }],
  ['pressing 10^8 keys', 'sendKey', { keys: Array(10_000).fill('a'), repeat: 10_000 }],
];
test.each(pending)('an input can be cancelled while it is %s [4.cancel]', async (_what, method, params) => {
  const server = new TestServer();
  await startSilent(server);
  const cancel = { method: '$/cancelRequest', params: { id: 'input' } };
  const input = { id: 'input', method, params };
  // Cancel the input before it starts to wait, and another one while it waits.
  sendTogether(server, input, cancel);
  expect(await server.inbox.waitForResponse('input')).toMatchObject({ error: { code: -32800 } });
  sendTogether(server, { ...input, id: 'late' });
  for (let pings = 0; pings < 20; pings += 1) await server.request('server.ping');
  sendTogether(server, { ...cancel, params: { id: 'late' } });
  expect(await server.inbox.waitForResponse('late')).toMatchObject({ error: { code: -32800 } });
  // The next request runs.
  expect((await server.request('currentView')).text).toContain('ready');
});

test('an input that is cancelled in the queue sends nothing [4.cancel]', async () => {
  const server = new KeysServer();
  await server.start();
  const params = { settleMs: 2 ** 31 - 1 };
  sendTogether(
    server,
    { id: 'first', method: 'sendText', params: { text: 'first', ...params } },
    { id: 'second', method: 'sendText', params: { text: 'second', ...params } },
    { method: '$/cancelRequest', params: { id: 'second' } },
  );
  await server.inbox.waitForResponse('second');
  await server.inbox.waitForResult('first');
  expect(await server.readBytes()).toBe(Buffer.from('first').toString('hex'));
});

test('inputs of all methods that are sent at once arrive in order [4.order]', async () => {
  const server = new KeysServer();
  await server.start();
  const steps: [method: string, params: object, typed: string][] = [
    ['sendText', { text: 'text ' }, 'text '],
    ['sendKey', { keys: ['k', 'Up'] }, 'k\x1b[A'],
    ['sendBytes', { base64: 'Ynl0ZXM=' }, 'bytes'],
    ['sendLine', { text: 'line' }, 'line\r'],
    ['sendText', { text: 'paste', paste: true }, 'paste'],
  ];
  const rounds = Array.from({ length: 40 }, () => steps).flat();
  sendTogether(server, ...rounds.map(([method, params], id) => ({ id, method, params: { ...params, settleMs: 0 } })));
  await server.inbox.waitForResult(rounds.length - 1);
  const typed = rounds.map(([, , text]) => text).join('');
  expect(await server.readBytes()).toBe(Buffer.from(typed).toString('hex'));
});

test.each(inputs)(
  '%s fails without a session, without a program and after the exit of the program [4.no-program, 4.exited]',
  async (method, params) => {
    const server = new TestServer();
    const expectFailure = async (expected: object): Promise<void> => {
      await expect(server.request(method, params)).rejects.toMatchObject(expected);
      // Params are validated first.
      await expect(server.request(method, { ...params, nonsense: 1 })).rejects.toMatchObject({ code: -32602 });
    };
    await expectFailure({ code: -32001 });
    await server.request('initialize', { notifyExit: true });
    await expectFailure({ code: -32004, data: { kind: 'no-program' } });
    await server.request('launch', { command: 'sh', args: ['-c', 'echo bye; exit 7'] });
    await server.inbox.waitForNotification('session.exited');
    await expectFailure({
      code: -32004,
      data: { kind: 'exited', exitCode: 7, screen: expect.stringContaining('bye') },
    });
    expect((await server.request('currentView')).text).toContain('bye');
  },
);

test('a key sequence fails with kind exited if the program exits in the middle [4.exited]', async () => {
  const server = new TestServer();
  const script = 'stty raw -echo; echo ready; head -c 1 >/dev/null; exit 9';
  await server.launch('sh', ['-c', script], { readySelector: ready });
  await expect(server.request('sendKey', { keys: ['q', 'x'], delayMs: forever })).rejects.toMatchObject({
    code: -32004,
    data: { kind: 'exited', exitCode: 9 },
  });
});
