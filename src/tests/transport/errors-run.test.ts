import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { inject } from '../support/inject.js';
import { runCli } from '../support/run.js';

const request = (id: unknown, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const ping = request('ping', 'server.ping');
const summarize = (message: unknown): unknown => {
  if (Array.isArray(message)) return message.map(summarize);
  const { id, error } = message as { id: unknown; error?: { code: number } };
  return [id, error?.code ?? 'fine'];
};

const linesOf = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

// Control requests are handled out of order: `initialize` and `close` represent successful requests.
const work = request('work', 'initialize');
const rest = request('rest', 'close');
const runs: readonly [string, readonly (string | object)[], readonly unknown[]][] = [
  [
    'an unknown method',
    [work, request(1, 'nope'), rest],
    [
      ['work', 'fine'],
      [1, -32601],
      ['rest', -32800],
    ],
  ],
  [
    'invalid params',
    [work, request(1, 'launch'), rest],
    [
      ['work', 'fine'],
      [1, -32602],
      ['rest', -32800],
    ],
  ],
  [
    'a failed method',
    [work, request(1, 'launch', { command: '/nope' }), rest],
    [
      ['work', 'fine'],
      [1, -32004],
      ['rest', -32800],
    ],
  ],
  [
    'a line that is not JSON',
    [work, 'nope', rest],
    [
      ['work', 'fine'],
      [null, -32700],
      ['rest', -32800],
    ],
  ],
  [
    'a notification',
    [work, { jsonrpc: '2.0', method: 'nope' }, rest],
    [
      ['work', 'fine'],
      ['rest', -32800],
    ],
  ],
  [
    'a step of a batch',
    [request(1, 'batch', { steps: [{ method: 'server.ping' }, { method: 'close' }] }), rest],
    [
      [1, 'fine'],
      ['rest', -32800],
    ],
  ],
  ['a control request', [request('c', 'server.ping', { x: 1 })], [['c', -32602]]],
  [
    'an array',
    [[work, request(1, 'nope'), rest], request(2, 'close')],
    [
      [
        ['work', 'fine'],
        [1, -32601],
        ['rest', -32800],
      ],
      [2, -32800],
    ],
  ],
];

test.each(runs)(
  'with --fail-fast the server exits with code 1 after the first error: %s [1.fail-fast, 10.exit-codes]',
  async (_, lines, expected) => {
    expect((await inject(lines, ['--fail-fast'])).map(summarize)).toEqual(expected);
    const input = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    const { exitCode, stdout, stderr } = await runCli(['server', '--fail-fast'], {
      input,
      cwd: createTemporaryDirectory(),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(linesOf(stdout).map(summarize)).toEqual(expected);
  },
);

test('without --fail-fast the server continues after errors [1.fail-fast, 10.exit-codes]', async () => {
  const lines = [request(1, 'nope'), 'junk', request(2, 'close'), work];
  expect((await inject(lines)).map(summarize)).toEqual([
    [1, -32601],
    [null, -32700],
    [2, -32001],
    ['work', 'fine'],
  ]);
});

test('with --fail-fast the server exits with code 0 if there is no error [1.fail-fast]', async () => {
  const input = `${JSON.stringify(ping)}\n`;
  expect(await runCli(['server', '--fail-fast'], { input })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('with --fail-fast a failed control request cancels pending requests; a cancellation is not an error [1.fail-fast]', async () => {
  const server = new TestServer({ args: ['--fail-fast'] });
  await server.launch('cat');
  const endless = { keys: ['a', 'b'], delayMs: 2_147_483_647 };
  server.send(JSON.stringify(request(1e6, 'sendKey', endless)));
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1000000}}');
  expect(summarize(await server.inbox.waitForResponse(1e6))).toEqual([1e6, -32800]);
  server.send(JSON.stringify(request(2e6, 'sendKey', endless)));
  server.send(JSON.stringify(request('c', 'server.ping', { x: 1 })));
  expect(await server.waitForExit()).toBe(1);
  expect(server.inbox.messages.slice(-2).map(summarize)).toEqual([
    ['c', -32602],
    [2e6, -32800],
  ]);
});

// The remaining standard error of a run in which only the client's requests fail.
test.each([
  [[], ''],
  [['--log-level', 'silent'], ''],
  [['--log-level', 'error'], ''],
  [['--log-level', 'warn'], ''],
  [['--log-level', 'info'], 'tuispec info: -32001 No active session: call initialize first.\n'],
  [
    ['--log-level', 'debug'],
    `tuispec debug: request 1 close {}
tuispec debug: response 1 close error -32001 N ms
tuispec info: -32001 No active session: call initialize first.
`,
  ],
])('diagnostics go to standard error: %j [1.log-level, 1.stdout-only]', async (flags, expected) => {
  const input = `${JSON.stringify(request(1, 'close'))}\n`;
  const { stdout, stderr } = await runCli(['server', ...flags], { input });
  expect(stderr.replaceAll(/\d+ ms/g, 'N ms')).toBe(expected);
  expect(linesOf(stdout).map(summarize)).toEqual([[1, -32001]]);
});
