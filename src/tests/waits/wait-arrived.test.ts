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

test('a wait matches output that arrived before its timeout, even if the server was stopped until after it [5.late]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('late'), timeoutMs: 3000 });
  await runWhileStopped(server, 3200, () => print('late'));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { text: 'late' } });
});

test('a screen that changes while the server is stopped is not stable [5.late]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForStable', { debounceMs: 3000, timeoutMs: 25_000 });
  await runWhileStopped(server, 3200, () => print('late'));
  const { elapsedMs } = (await server.inbox.waitForResult('wait')) as MethodResults['waitForStable'];
  expect(elapsedMs).toBeGreaterThanOrEqual(6100);
});

test.each([
  ['waitForExit', {}, { result: { exitCode: 3, timedOut: false } }],
  ['waitFor', { anyOf: [{ exited: true }] }, { result: { index: 0 } }],
  ['waitForText', { selector: exact('never') }, { error: { data: { kind: 'exited', exitCode: 3 } } }],
  ['waitForStable', { debounceMs: 60_000 }, { result: { ok: true } }],
])('%s counts an exit before its timeout, even if the server was stopped until after it [5.late]', async (...row) => {
  const [method, params, answer] = row;
  const { server, exit, begin } = await ScriptedProgram.start();
  await begin('wait', method, { ...params, timeoutMs: 3000 });
  await runWhileStopped(server, 3200, exit);
  expect(await server.inbox.waitForResponse('wait')).toMatchObject(answer);
});

test.each([{ maxRuntimeMs: 3000 }, { idleTimeoutMs: 3000 }])(
  'an exit within %j is not reported as timed out, even if the server was stopped until after the limit [3.limits]',
  async (limits) => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const { exit } = await ScriptedProgram.launch(server, limits);
    await runWhileStopped(server, 3200, exit);
    expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: 3, timedOut: false });
  },
);

test('idleTimeoutMs counts output printed in time, even if the server was stopped until after the limit [3.limits]', async () => {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true });
  const { exit, print } = await ScriptedProgram.launch(server, { idleTimeoutMs: 3000 });
  await runWhileStopped(server, 3200, () => print('late'));
  await server.request('waitForText', { selector: exact('late') });
  await exit();
  expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: 3, timedOut: false });
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
