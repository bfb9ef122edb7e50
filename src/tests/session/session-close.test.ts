import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { findLiveProcesses, pollUntil } from '../support/processes.js';
import { runToExit, stillClock } from '../support/programs.js';
import { exact } from '../support/selectors.js';
import { isComplete } from '../support/tier.js';

const up = { readySelector: exact('up') };

describe('close', () => {
  test.each([
    ['by SIGHUP', 'echo up; exec sleep 1000', { exitCode: null, signal: 'SIGHUP' }],
    ['with its own code at SIGHUP', 'trap "exit 7" HUP; echo up; while :; do sleep 0.01; done', { exitCode: 7 }],
    ['while stopped', 'echo up; kill -STOP $$; exec sleep 1000', { exitCode: null, signal: 'SIGHUP' }],
    ['before close', 'echo up; exit 3', { exitCode: 3, signal: null }],
    ['before close, by a signal', 'echo up; kill -TERM $$', { exitCode: null, signal: 'SIGTERM' }],
    ['with code 255', 'echo up; exit 255', { exitCode: 255, signal: null }],
  ])('returns the exit of a program that exits %s [3.close] [3.exit-signal]', async (_, script, expected) => {
    const server = new TestServer();
    const pid = await server.launch('sh', ['-c', script], up);
    if (/ (?:exit|kill -TERM) \S+$/.test(script)) await server.request('waitForExit');
    expect(await server.request('close')).toMatchObject({ ok: true, ...expected });
    expect(findLiveProcesses(pid)).toEqual([]);
  });

  test('returns no exit if no program was launched [3.close]', async () => {
    const server = new TestServer();
    await server.request('initialize');
    expect(await server.request('close')).toEqual({ ok: true });
  });
});

test('a program that ignores SIGHUP gets SIGKILL after 500 ms, not before [3.close-kill]', async () => {
  const server = new TestServer();
  const script = 'trap "" HUP; echo up; while :; do sleep 0.01; done';
  const pid = await server.launch('sh', ['-c', script], up);
  const startedAt = performance.now();
  expect(await server.request('close')).toEqual({ ok: true, exitCode: null, signal: 'SIGKILL' });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500);
  expect(findLiveProcesses(pid)).toEqual([]);
});

test('graceMs is the time between SIGHUP and SIGKILL [3.close-grace]', async () => {
  const server = new TestServer();
  const ignoring = 'trap "" HUP; echo up; while :; do sleep 0.01; done';
  const pid = await server.launch('sh', ['-c', ignoring], up);
  const startedAt = performance.now();
  expect(await server.request('close', { graceMs: 800 })).toMatchObject({ signal: 'SIGKILL' });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(800);
  expect(findLiveProcesses(pid)).toEqual([]);
  const slow = `trap 'sleep 0.8; exit 7' HUP; echo up; while :; do sleep 0.01; done`;
  await server.launch('sh', ['-c', slow], up);
  expect(await server.request('close', { graceMs: 60_000 })).toMatchObject({ exitCode: 7 });
});

test('with graceMs 0 SIGKILL follows SIGHUP at once [3.close-grace]', async () => {
  // With a clock that stands still, no other time ever passes.
  const server = new TestServer({ env: stillClock });
  const pid = await server.launch('sh', ['-c', 'trap "" HUP; echo up; while :; do sleep 0.01; done'], up);
  expect(await server.request('close', { graceMs: 0 })).toMatchObject({ signal: 'SIGKILL' });
  expect(findLiveProcesses(pid)).toEqual([]);
});

test('a program has 500 ms to exit after SIGHUP [3.close-kill]', async () => {
  const server = new TestServer();
  const file = join(server.directory, 'saved');
  const script = `trap 'sleep 0.1; touch ${file}; exit 0' HUP; echo up; while :; do sleep 0.01; done`;
  await server.launch('sh', ['-c', script], up);
  expect(await server.request('close')).toMatchObject({ exitCode: 0 });
  expect(existsSync(file)).toBe(true);
});

test('jobs in their own process groups also get SIGHUP, not only SIGKILL [3.groups]', async () => {
  const server = new TestServer();
  const file = join(server.directory, 'notified');
  const job = `(trap "touch ${file}; exit" HUP; echo up; while :; do sleep 0.01; done)`;
  await server.launch('bash', ['-c', `set -m; ${job} & read line`], up);
  expect(await server.request('close')).toMatchObject({ signal: 'SIGHUP' });
  expect(existsSync(file)).toBe(true);
});

test('output that a program prints at SIGHUP is reported with its exit [3.all-output]', async () => {
  const server = new TestServer();
  const script = 'trap "seq 1 2000; exit 3" HUP; echo up; while :; do sleep 0.01; done';
  for (let run = 0; run < 10; run += 1) {
    await server.launch('bash', ['-c', script], up, { notifyExit: true });
    expect(await server.request('close')).toMatchObject({ exitCode: 3 });
    expect(server.inbox.listNotifications('session.exited')).toHaveLength(run + 1);
    expect(server.inbox.listNotifications('session.exited').at(-1)?.['lastLines']).toContain('2000');
  }
});

test('after close no session is active, and initialize works again [3.close-again]', async () => {
  const server = new TestServer();
  await server.launch('cat', [], {}, { name: 'one', terminalCols: 50 });
  await server.request('close');
  for (const method of ['currentView', 'close', 'launch'] as const)
    expect((await failureOf(server.request(method, method === 'launch' ? { command: 'cat' } : {}))).code).toBe(-32001);
  expect(await server.request('initialize', { name: 'two', notifyExit: true })).toMatchObject({ cols: 134 });
  expect((await failureOf(server.request('currentView'))).data).toMatchObject({ kind: 'no-program' });
  expect(await runToExit(server, 'echo', ['again'])).toMatchObject({ sessionName: 'two', lastLines: ['again'] });
});

// Without /proc, each end takes some runs of ps.
const sessionCount = isComplete ? 100 : 20;

test('many sessions in sequence leave no processes behind [3.close-again]', async () => {
  const server = new TestServer();
  const pids: number[] = [];
  for (let run = 0; run < sessionCount; run += 1) {
    pids.push(await server.launch('sh', ['-c', 'sleep 1000 & echo up; wait'], up));
    await server.request('close');
  }
  expect(pids.flatMap(findLiveProcesses)).toEqual([]);
});

// Ignores SIGHUP, and reports when it has received it.
const stubborn = 'trap ": > \\"$0\\"" HUP; echo up; while :; do sleep 0.01; done';

const request = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: method, method, params });

test.each([
  ['a close', 'server.shutdown now', request('close')],
  ['a launch', 'server.shutdown now', request('launch', { command: 'cat' })],
  ['a close', 'SIGTERM', request('close')],
])('while %s waits for the program to exit, %s kills it at once [10.shutdown, 10.signals]', async (_, how, begin) => {
  // With a clock that stands still, the time that the program has never passes.
  const server = new TestServer({ env: stillClock });
  const seen = join(server.directory, 'hung-up');
  const pid = await server.launch('sh', ['-c', stubborn, seen], up);
  server.send(begin);
  await pollUntil(() => existsSync(seen));
  if (how === 'SIGTERM') server.process.kill(how);
  else server.send(request('server.shutdown', { now: true }));
  expect(await server.waitForExit()).toBe(0);
  expect(findLiveProcesses(pid)).toEqual([]);
});
