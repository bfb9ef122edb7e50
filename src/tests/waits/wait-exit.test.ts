import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

test.each([
  ['an exit code', ['-c', 'exit 7'], {}, { exitCode: 7, signal: null, timedOut: false }],
  ['success', ['-c', 'exit 0'], {}, { exitCode: 0, signal: null, timedOut: false }],
  ['a signal', ['-c', 'kill -TERM $$'], {}, { exitCode: null, signal: 'SIGTERM', timedOut: false }],
  ['a time limit', ['-c', 'exec sleep 60'], { maxRuntimeMs: 50 }, { exitCode: null, signal: 'SIGHUP', timedOut: true }],
])('waitForExit reports %s [5.exit]', async (_, args, launch, expected) => {
  const server = new TestServer();
  await server.launch('sh', args, launch);
  const answer = await server.request('waitForExit');
  expect(answer).toEqual({ ...expected, elapsedMs: expect.any(Number), revision: expect.any(Number) });
  expect(await server.request('waitForExit', { timeoutMs: 0 })).toMatchObject(expected);
});

test('waitForExit fails with kind timeout while the program runs [5.exit]', async () => {
  const server = new TestServer();
  await server.launch('sleep', ['60']);
  expect((await failureOf(server.request('waitForExit', { timeoutMs: 30 }))).data).toMatchObject({
    kind: 'timeout',
    details: expect.stringContaining('The program is still running'),
  });
});

const never = { type: 'exact', text: 'never' };
const last = { type: 'exact', text: 'last words' };

// Each wait is pending when the program prints its last output and exits.
test.each([
  ['waitForText', { selector: last }, true],
  ['waitForText', { selector: never }, false],
  ['waitForText', { selector: last, state: 'hidden' }, false],
  ['waitUntil', { pattern: 'last words' }, true],
  ['waitUntil', { pattern: 'never' }, false],
  ['waitFor', { anyOf: [{ visible: never }, { pattern: 'last' }] }, true],
  ['waitFor', { anyOf: [{ visible: never }, { bell: true }] }, false],
  ['expectVisible', { selector: last }, true],
  ['expectVisible', { selector: last, forMs: 5000 }, true],
  ['expectVisible', { selector: never }, false],
  ['expectNotVisible', { selector: last }, false],
] as const)(
  '%s %j is evaluated on the final screen (met: %s) and otherwise fails with kind exited [5.exited]',
  async (method, params, isFound) => {
    const { server, print, begin, exit } = await ScriptedProgram.startWith(isFound ? '' : 'last words');
    await begin('wait', method, { ...params, timeoutMs: 600_000 });
    print('\x1b[Hlast words');
    await exit();
    const { result, error } = await server.inbox.waitForResponse('wait');
    if (isFound) expect(result).toMatchObject({ elapsedMs: expect.any(Number) });
    else
      expect(error).toMatchObject({
        code: -32004,
        message: expect.stringContaining('and the program has exited with code 3'),
        data: { kind: 'exited', exitCode: 3, signal: null, screen: 'last words\n\n\n\n\n' },
      });
  },
);

test('a wait evaluates all output before it fails with kind exited, in each of 20 runs [5.exited]', async () => {
  const server = new TestServer();
  await server.request('initialize', {});
  for (let round = 0; round < 20; round += 1) {
    await server.request('launch', { command: 'sh', args: ['-c', 'seq 1 3000; printf "the end"'] });
    await server.request('waitForText', { selector: { type: 'exact', text: 'the end' }, timeoutMs: 20_000 });
  }
});

test('a wait after the exit evaluates the last screen and fails at once [5.exited]', async () => {
  const { server, exit } = await ScriptedProgram.startWith('last words');
  await exit();
  await server.request('waitForExit');
  await server.request('waitForText', { selector: last });
  const { data } = await failureOf(server.request('waitForText', { selector: never, timeoutMs: 600_000 }));
  expect(data['kind']).toBe('exited');
});

test('a failed wait reports the signal that ended the program [5.exited] [2.data-exit]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'kill -KILL $$']);
  const { data } = await failureOf(server.request('waitForText', { selector: never }));
  expect(data).toMatchObject({ kind: 'exited', exitCode: null, signal: 'SIGKILL' });
});
