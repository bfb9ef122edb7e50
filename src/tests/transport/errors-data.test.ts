import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import type { RpcFailure } from '../support/inbox.js';
import { exact } from '../support/selectors.js';

const never = exact('this never comes');
const anyAge = expect.toSatisfy((age: number) => Number.isInteger(age) && age >= 0, 'an age in milliseconds');

interface Row {
  readonly about: string;
  /** The text printed before each wait. */
  readonly printed: string;
  readonly data: object;
}
const timeouts: readonly Row[] = [
  {
    about: 'text and a cursor',
    printed: 'one\\r\\n  two',
    data: { screen: 'one\n  two\n\n', cursor: { row: 2, col: 6, visible: true } },
  },
  {
    about: 'a hidden cursor',
    printed: '\\033[?25l\\033[3;7Htwo',
    data: { screen: '\n\n      two\n', cursor: { row: 3, col: 10, visible: false } },
  },
  {
    about: 'wide characters',
    printed: '日本 two',
    data: { screen: '日本 two\n\n\n', cursor: { row: 1, col: 9, visible: true } },
  },
];

async function failingOf(request: Promise<unknown>): Promise<RpcFailure> {
  const failure = await failureOf(request);
  expect(failure.code).toBe(-32004);
  return failure;
}

test.each(timeouts)(
  'a timeout includes the screen, the cursor and the reason: $about [2.-32004, 2.data]',
  async ({ printed, data }) => {
    const server = new TestServer();
    const script = `stty -echo; printf '${printed}'; exec sleep 1000`;
    await server.launch('sh', ['-c', script], { readySelector: exact('two') }, { terminalCols: 20, terminalRows: 4 });
    const waiting = { text: '', settleMs: 0, expectAfter: never, timeoutMs: 100 };
    const { message, data: actual } = await failingOf(server.request('sendLine', waiting));
    const details = expect.stringMatching(/^[A-Z][^\n]+\.$/);
    expect(actual).toEqual({
      ...data,
      kind: 'timeout',
      details,
      elapsedMs: anyAge,
      lastOutputAgeMs: anyAge,
      unansweredQueries: [],
    });
    expect(Number(actual['elapsedMs'])).toBeGreaterThanOrEqual(99);
    expect(message).toBe(`sendLine failed: ${String(actual['details'])}`);
  },
);

const cursor = { row: 1, col: 4, visible: true };
const launches: readonly [string, object, object][] = [
  [
    'a timeout before any output',
    { command: 'sleep', args: ['1000'], readyTimeoutMs: 0 },
    {
      kind: 'timeout',
      screen: '\n',
      cursor: { row: 1, col: 1, visible: true },
      lastOutputAgeMs: null,
      unansweredQueries: [],
    },
  ],
  [
    'an exit with a code',
    { command: 'sh', args: ['-c', 'printf bye; exit 3'] },
    {
      kind: 'exited',
      screen: 'bye\n',
      cursor,
      lastOutputAgeMs: anyAge,
      unansweredQueries: [],
      exitCode: 3,
      signal: null,
    },
  ],
  [
    'an exit by a signal',
    { command: 'sh', args: ['-c', 'printf bye; kill -KILL $$'] },
    {
      kind: 'exited',
      screen: 'bye\n',
      cursor,
      lastOutputAgeMs: anyAge,
      unansweredQueries: [],
      exitCode: null,
      signal: 'SIGKILL',
    },
  ],
  ['a command that does not exist, without a screen', { command: '/does/not/exist' }, { kind: 'spawn' }],
];

test.each(launches)('a failed launch reports the reason: %s [2.-32004, 2.data]', async (_, launch, data) => {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 20, terminalRows: 2, timeoutSeconds: 1000 });
  const request = { readySelector: never, ...launch };
  const { message, data: actual } = await failingOf(server.request('launch', request));
  const details = expect.stringMatching(/^[A-Z][^\n]+\.$/);
  expect(actual).toEqual({ ...data, details, elapsedMs: anyAge });
  expect(message).toBe(`launch failed: ${String(actual['details'])}`);
});

test('input after the exit fails with the exit status and the last screen [2.data]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'printf last; exit 4'], {}, { notifyExit: true, terminalRows: 2 });
  await server.inbox.waitForNotification('session.exited');
  const failure = await failingOf(server.request('sendText', { text: 'x' }));
  expect(failure.data).toMatchObject({ kind: 'exited', screen: 'last\n', exitCode: 4, signal: null });
});

test('an artifact directory that cannot be created fails with kind io [2.-32004]', async () => {
  const server = new TestServer({ args: ['--artifact-dir', '/dev/null/x'] });
  const failure = await failingOf(server.request('initialize'));
  expect(failure.data).toMatchObject({ kind: 'io', details: expect.stringContaining('/dev/null/x') });
  expect(await server.request('server.ping')).toMatchObject({ pong: true });
});

test('a failure leaves the session usable [2.-32004]', async () => {
  const server = new TestServer();
  await server.request('initialize', { terminalRows: 3 });
  await server.request('launch', { command: resolve('fixtures/programs/stubborn.sh') });
  await expect(server.request('launch', { command: 'cat', readySelector: never, readyTimeoutMs: 0 })).rejects.toThrow(
    'launch failed',
  );
  await server.request('sendLine', { text: 'still here', expectAfter: exact('still here') });
  expect(await server.end()).toBe(0);
});
