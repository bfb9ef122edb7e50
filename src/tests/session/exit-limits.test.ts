import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { findLiveProcesses } from '../support/processes.js';
import { runToExit, waitForExitNumber } from '../support/programs.js';

test.each([
  ['idle too long', { idleTimeoutMs: 200 }, 'echo up; exec sleep 1000', 'idle', 200],
  ['idle from the start', { idleTimeoutMs: 200 }, 'exec sleep 1000', 'idle', 200],
  ['running too long', { maxRuntimeMs: 300 }, 'while :; do echo busy; done', 'runtime', 300],
  ['idle before the runtime limit', { idleTimeoutMs: 200, maxRuntimeMs: 20_000 }, 'exec sleep 1000', 'idle', 200],
  ['running before the idle limit', { idleTimeoutMs: 20_000, maxRuntimeMs: 200 }, 'exec sleep 1000', 'runtime', 200],
])(
  'a limit terminates the program and is reported in session.exited: %s [3.limits]',
  async (_, limits, script, timeoutKind, leastMs) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const startedAt = performance.now();
    const exited = await runToExit(server, 'sh', ['-c', script], limits);
    expect(exited).toMatchObject({ exitCode: null, signal: 'SIGHUP', timedOut: true, timeoutKind });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(leastMs);
    expect(server.inbox.listNotifications('session.exited')).toHaveLength(1);
  },
);

test('a program that keeps printing is not idle [3.limits]', async () => {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true });
  const script = 'for i in $(seq 36); do echo tick $i; sleep 0.1; done; exec sleep 1000';
  const exited = await runToExit(server, 'sh', ['-c', script], { idleTimeoutMs: 3000 });
  expect(exited).toMatchObject({ timedOut: true, timeoutKind: 'idle' });
  expect(exited['lastLines']).toContain('tick 36');
});

test('a program that ignores SIGHUP at its limit is killed with all its processes [3.limits]', async () => {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true });
  const script = 'trap "" HUP; sleep 1000 & wait; sleep 1000';
  const { pid } = await server.request('launch', { command: 'sh', args: ['-c', script], maxRuntimeMs: 3000 });
  const exited = await waitForExitNumber(server, 1);
  expect(exited).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: true, timeoutKind: 'runtime' });
  await server.request('close');
  expect(findLiveProcesses(pid)).toEqual([]);
});

test('a wait that a limit ends fails with kind exited [3.limits]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  const wait = { readySelector: { type: 'exact', text: 'never' }, readyTimeoutMs: 3_600_000, idleTimeoutMs: 100 };
  const { data } = await failureOf(server.request('launch', { command: 'cat', ...wait }));
  expect(data).toMatchObject({ kind: 'exited', exitCode: null, signal: 'SIGHUP' });
});

test.each([[{}], [{ idleTimeoutMs: 0, maxRuntimeMs: 0 }], [{ idleTimeoutMs: null, maxRuntimeMs: null }]])(
  'no limit applies with %j, not even that of an earlier program [3.limits-off]',
  async (limits) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    await server.request('launch', { command: 'cat', idleTimeoutMs: 2000, maxRuntimeMs: 2000 });
    await server.request('launch', { command: 'sh', args: ['-c', 'sleep 2.5; echo done'], ...limits });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ signal: 'SIGHUP', timedOut: false });
    expect(await waitForExitNumber(server, 2)).toMatchObject({ exitCode: 0, timedOut: false, lastLines: ['done'] });
    expect(Object.keys(await waitForExitNumber(server, 2))).not.toContain('timeoutKind');
  },
);

test('limits do not terminate processes that the program leaves behind [3.limits-off]', async () => {
  const server = new TestServer();
  const script = '(trap "" HUP; echo up; exec sleep 1000) & read line < /dev/tty';
  const limits = { maxRuntimeMs: 2000, idleTimeoutMs: 2000 };
  const launch = { readySelector: { type: 'exact', text: 'up' }, ...limits };
  const pid = await server.launch('sh', ['-c', script], launch, { notifyExit: true });
  await server.request('sendLine', { text: '' });
  expect(await waitForExitNumber(server, 1)).toMatchObject({ timedOut: false });
  // Both limits would have been reached, and also the time for termination.
  await sleep(3000);
  expect(findLiveProcesses(pid)).toHaveLength(1);
  await server.request('close');
  expect(findLiveProcesses(pid)).toEqual([]);
});

test('a program that exits within its limits is not reported as timed out [3.limits]', async () => {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true });
  const exited = await runToExit(server, 'sh', ['-c', 'exit 3'], { idleTimeoutMs: 60_000, maxRuntimeMs: 60_000 });
  expect(exited).toMatchObject({ exitCode: 3, timedOut: false });
});
