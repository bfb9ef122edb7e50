import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { findLiveProcesses, isGuard, pollUntil, readProcessState } from '../support/processes.js';
import { exact } from '../support/selectors.js';

const isLinux = process.platform === 'linux';

/** Resolves with the pid of the shell that guards the programs of a server, once it runs. */
async function guardOf(server: TestServer): Promise<number> {
  const find = (): number | undefined =>
    readdirSync('/proc')
      .map(Number)
      .find((pid) => Number.isInteger(pid) && readProcessState(pid)?.parent === server.pid && isGuard(pid));
  await pollUntil(() => find() !== undefined);
  return find() as number;
}

const up = { readySelector: exact('up') };

test.skipIf(!isLinux).each([
  ['a program that ignores SIGHUP, with a job', 'trap "" HUP; sleep 1000 & echo up; wait', false],
  ['a job with nohup', 'nohup sleep 1000 > /dev/null 2>&1 & echo up; sleep 1001', false],
  [
    'a process that an exited program left behind',
    '(trap "" HUP; echo up; exec sleep 1000) & read line < /dev/tty',
    true,
  ],
])('after SIGKILL of the server no process is left: %s (needs /proc) [10.sigkill]', async (_, script, ends) => {
  const server = new TestServer();
  const pid = await server.launch('sh', ['-c', script], up, { notifyExit: true });
  if (ends) {
    await server.request('sendLine', { text: '' });
    await server.inbox.waitForNotification('session.exited');
  }
  const guard = await guardOf(server);
  expect(findLiveProcesses(pid).length).toBeGreaterThan(0);
  server.process.kill('SIGKILL');
  await pollUntil(() => findLiveProcesses(pid).length === 0 && !isGuard(guard));
});

test.skipIf(!isLinux)('the guard exits when its server exits (needs /proc) [10.sigkill]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const guard = await guardOf(server);
  await server.request('close');
  await server.launch('cat');
  expect(await guardOf(server)).toBe(guard);
  expect(await server.end()).toBe(0);
  await pollUntil(() => !isGuard(guard));
});

test.skipIf(!isLinux)('the guard keeps no terminal of a program open (needs /proc) [10.sigkill]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  // It starts a terminal without a program, too.
  await server.request('measure.start');
  const descriptors = `/proc/${await guardOf(server)}/fd`;
  const paths = readdirSync(descriptors).map((name) => readlinkSync(`${descriptors}/${name}`));
  expect(paths.filter((path) => /ptmx|pts/.test(path))).toEqual([]);
});

test.skipIf(!isLinux)('a server works without its guard (needs /proc) [10.sigkill]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const guard = await guardOf(server);
  process.kill(guard, 'SIGKILL');
  await pollUntil(() => !existsSync(`/proc/${guard}`));
  await server.request('launch', { command: 'cat' });
  await server.request('sendText', { text: 'x' });
  expect(await server.request('close')).toMatchObject({ signal: 'SIGHUP' });
  expect(await server.end()).toBe(0);
  expect(server.stderr).toBe('');
});
