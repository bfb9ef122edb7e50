import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer, temporaryDirectory } from '../testing/client.js';
import type { RpcFailure } from '../testing/inbox.js';
import { runCli } from '../testing/run.js';

const never = { type: 'exact', text: 'this never comes' };
const twice = { type: 'exact', text: 'x' };
const manyWords = { command: 'sh', args: ['-c', 'printf "x x x"; exec sleep 1000'] };

interface Given {
  readonly params?: object;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
const variables = {
  TUISPEC_TERMINAL_COLS: '91',
  TUISPEC_TERMINAL_ROWS: '31',
  TUISPEC_TIMEOUT_SECONDS: '0.1',
  TUISPEC_AMBIGUITY_MODE: 'last',
};
const flags = ['--cols', '92', '--rows', '32', '--timeout-seconds', '0.2', '--ambiguity-mode', 'first'];
const params = { terminalCols: 93, terminalRows: 33, timeoutSeconds: 0.3, ambiguityMode: 'fail' };

// Parameter over flag over variable over default. The higher the place, the longer its timeout, so that none hides.
const rows: readonly [string, Given, object][] = [
  ['default', {}, { cols: 134, rows: 40, mode: 'ambiguous' }],
  [
    'empty variables are none',
    { env: { TUISPEC_TERMINAL_COLS: '', TUISPEC_AMBIGUITY_MODE: '' } },
    { cols: 134, rows: 40, mode: 'ambiguous' },
  ],
  ['variable', { env: variables }, { cols: 91, rows: 31, timeout: 0.1, mode: 'ok' }],
  ['flag over default', { flags }, { cols: 92, rows: 32, timeout: 0.2, mode: 'ok' }],
  ['flag over variable', { flags, env: variables }, { cols: 92, rows: 32, timeout: 0.2, mode: 'ok' }],
  ['parameter over default', { params }, { cols: 93, rows: 33, timeout: 0.3, mode: 'ambiguous' }],
  [
    'parameter over flag and variable',
    { params, flags, env: variables },
    { cols: 93, rows: 33, timeout: 0.3, mode: 'ambiguous' },
  ],
  [
    'null parameter',
    { params: { terminalCols: null, terminalRows: null, timeoutSeconds: null, ambiguityMode: null }, flags },
    { cols: 92, rows: 32, timeout: 0.2, mode: 'ok' },
  ],
  ['the last of two flags', { flags: ['--cols', '80', ...flags] }, { cols: 92, rows: 32, timeout: 0.2, mode: 'ok' }],
];

test.each(rows)('values of a session: %s [10.precedence, 10.variables, 10.flags]', async (_, given, expected) => {
  const server = new TestServer({ args: given.flags ?? [], env: given.env ?? {} });
  const { cols, rows: height } = await server.request('initialize', given.params);
  const mode = await kindOf(server, { ...manyWords, readySelector: twice, readyTimeoutMs: 30_000 });
  const timeout = 'timeout' in expected ? { timeout: await timeoutOf(server, Number(expected.timeout)) } : {};
  expect({ cols, rows: height, mode, ...timeout }).toEqual(expected);
});

async function kindOf(server: TestServer, launch: object): Promise<unknown> {
  try {
    await server.request('launch', launch);
    return 'ok';
  } catch (error) {
    return (error as RpcFailure).data['kind'];
  }
}

/** The session's timeout when a wait took at least so long and not as long as the default. */
async function timeoutOf(server: TestServer, expected: number): Promise<number> {
  const failure = await server
    .request('sendLine', { text: '', settleMs: 0, expectAfter: never })
    .catch((error: unknown) => error);
  const { elapsedMs } = (failure as RpcFailure).data as { elapsedMs: number };
  const isAsExpected = elapsedMs >= expected * 1000 - 1 && elapsedMs < 4500;
  return isAsExpected ? expected : elapsedMs / 1000;
}

const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"name":"Some Name"}}\n';

test.each([
  ['the default', [], {}, 'artifacts'],
  ['a variable', [], { TUISPEC_ARTIFACTS_DIR: 'from/variable' }, 'from/variable'],
  ['a flag', ['--artifact-dir', 'flag'], { TUISPEC_ARTIFACTS_DIR: 'from/variable' }, 'flag'],
])('the artifact directory: %s [10.precedence, 10.variables, 10.flags]', async (_, args, env, expected) => {
  const cwd = realpathSync(temporaryDirectory());
  const { stdout } = await runCli(['server', ...args], { input: initialize, env, cwd });
  const { result } = JSON.parse(stdout) as { result: { artifactRoot: string } };
  expect(result.artifactRoot).toBe(join(cwd, expected, 'sessions', 'some-name'));
});
