import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { waitForExitNumber } from '../support/programs.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { sendAfterOutput } from '../support/stopped-server.js';

/** Stops a server for some time, as a busy machine would, while its program continues. */
async function runWhileStopped(server: TestServer, milliseconds: number, work: () => unknown): Promise<void> {
  const resume = (): boolean => process.kill(server.pid, 'SIGCONT');
  onTestFinished(() => {
    if (server.process.exitCode === null && server.process.signalCode === null) resume();
  });
  process.kill(server.pid, 'SIGSTOP');
  await work();
  await sleep(milliseconds);
  resume();
}

const limitMs = 3000;
const stopMs = limitMs + 200;
const never = exact('never');
type Case = (given: ScriptedProgram) => Promise<unknown>;

/** A wait whose program exits in time, while the server is stopped. */
const exitDuring =
  (method: string, params: object, answer: object): Case =>
  async ({ server, begin, exit }) => {
    await begin('wait', method, { ...params, timeoutMs: limitMs });
    await runWhileStopped(server, stopMs, exit);
    expect(await server.inbox.waitForResponse('wait')).toMatchObject(answer);
  };

// Each takes as long as its server is stopped, so all run at once.
const waits: Readonly<Record<string, Case>> = {
  'a match that arrived in time': async ({ server, begin, print }) => {
    await begin('wait', 'waitForText', { selector: exact('late'), timeoutMs: limitMs });
    await runWhileStopped(server, stopMs, () => print('late'));
    expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { text: 'late' } });
  },
  'a screen that changes is not stable': async ({ server, begin, print }) => {
    await begin('wait', 'waitForStable', { debounceMs: limitMs, timeoutMs: 60_000 });
    await runWhileStopped(server, stopMs, () => print('late'));
    const { elapsedMs } = (await server.inbox.waitForResult('wait')) as MethodResults['waitForStable'];
    expect(elapsedMs).toBeGreaterThanOrEqual(limitMs + stopMs - 100);
  },
  waitForExit: exitDuring('waitForExit', {}, { result: { exitCode: 3, timedOut: false } }),
  'waitFor exited': exitDuring('waitFor', { anyOf: [{ exited: true }] }, { result: { index: 0 } }),
  'waitForText without a match': exitDuring(
    'waitForText',
    { selector: never },
    { error: { data: { kind: 'exited', exitCode: 3 } } },
  ),
  'waitForStable of a program that exits': exitDuring(
    'waitForStable',
    { debounceMs: 60_000 },
    { result: { ok: true } },
  ),
};
test('a wait counts what happened before its timeout, even if the server was stopped until after it [5.late]', async () => {
  await Promise.all(Object.values(waits).map(async (run) => run(await ScriptedProgram.start())));
});

const limits: readonly (readonly [limits: object, work: (given: ScriptedProgram) => Promise<unknown>])[] = [
  [{ maxRuntimeMs: limitMs }, ({ server, exit }) => runWhileStopped(server, stopMs, exit)],
  [{ idleTimeoutMs: limitMs }, ({ server, exit }) => runWhileStopped(server, stopMs, exit)],
  [
    { idleTimeoutMs: limitMs },
    async ({ server, print, exit }) => {
      await runWhileStopped(server, stopMs, () => print('late'));
      await server.request('waitForText', { selector: exact('late') });
      await exit();
    },
  ],
];
test('an exit or output within a limit counts, even if the server was stopped until after the limit [3.limits]', async () => {
  const run = async ([limit, work]: (typeof limits)[number]): Promise<void> => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    await work(await ScriptedProgram.launch(server, limit));
    expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: 3, timedOut: false });
  };
  await Promise.all(limits.map(run));
});

test.each([
  ['waitForText', { selector: exact('late') }],
  ['waitUntil', { pattern: 'late' }],
  ['waitFor', { anyOf: [{ visible: exact('late') }] }],
  ['expectVisible', { selector: exact('late') }],
])('%s with timeoutMs 0 evaluates output that arrived before the request [5.timeout-zero]', async (method, params) => {
  const server = await sendAfterOutput('late', 'wait', method, { ...params, timeoutMs: 0 });
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { row: 1, text: 'late' } });
});

test.each(['waitForText', 'waitForChange'])(
  '%s with since now ignores output that arrived before the call [5.since.now]',
  async (method) => {
    const params = { waitForText: { selector: exact('late') }, waitForChange: { stableMs: 0 } }[method];
    const server = await sendAfterOutput('late', 'wait', method, { ...params, since: 'now', timeoutMs: 300 });
    const { result, error } = await server.inbox.waitForResponse('wait');
    expect(result ?? error).toMatchObject(
      method === 'waitForText' ? { data: { kind: 'timeout' } } : { changed: false },
    );
  },
);

test('a synchronized update that ends while the server is stopped is reported only when complete [5.late]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await server.request('viewSubscribe', { debounceMs: 0, includeText: true });
  await begin('wait', 'waitFor', { anyOf: [{ visible: exact('HALF') }, { visible: exact('FULL') }] });
  const printedAt = performance.now();
  print('\x1b[?2026hHALF');
  for (let count = 0; count < 3; count += 1) await server.request('server.ping');
  const stoppedAt = performance.now();
  await runWhileStopped(server, 300, () => print('\rFULL\x1b[?2026l'));
  const { index } = (await server.inbox.waitForResult('wait')) as MethodResults['waitFor'];
  await server.inbox.waitForNotification('view.changed', ({ text }) => String(text).startsWith('FULL'));
  const texts = server.inbox.listNotifications('view.changed').map(({ text }) => String(text).trim());
  // On a very busy machine the update times out before the server is stopped.
  if (stoppedAt - printedAt < 100) expect({ index, texts }).toEqual({ index: 1, texts: ['', 'FULL'] });
});
