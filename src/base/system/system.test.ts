import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pollUntil } from '../../tests/support/processes.js';
import type { ProcessSession, System } from './facts.js';
import { linux } from './linux.js';
import { createPosix, isTargetAlive, posix } from './posix.js';
import { hasRoomForSockets } from './system.js';

// The two must agree about the same processes.
const systems: readonly (readonly [name: string, system: System])[] = [
  ...(process.platform === 'linux' ? [['linux', linux] as const] : []),
  ['posix', posix],
];

/** Starts a script as the leader of a session without a terminal; resolves when it has printed a line. */
async function start(script: string): Promise<{ readonly child: ChildProcess; readonly session: ProcessSession }> {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void posix.sendSignal(-(child.pid as number), 'SIGKILL'));
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return {
    child,
    session: { leader: child.pid as number, terminal: '', isLeaderGone: () => child.exitCode !== null },
  };
}

test.each(systems)('%s: the members of a session, until they have ended', async (_, system) => {
  const { child, session } = await start('sleep 1000 & echo up; wait');
  await pollUntil(() => system.hasEnded(session.leader) || child.exitCode === null);
  const members = await system.listMembers(session);
  expect(members).toHaveLength(2);
  expect(new Set(members.map(({ group }) => group))).toEqual(new Set([session.leader]));
  expect(system.sendSignal(-session.leader, 'SIGKILL')).toBe(true);
  await once(child, 'exit');
  while ((await system.listMembers(session)).length > 0) await immediate();
  expect(system.hasEnded(session.leader)).toBe(true);
  expect(system.sendSignal(session.leader, 'SIGKILL')).toBe(false);
  expect(system.readStartId(session.leader)).toBeUndefined();
});

test.each(systems)('%s: a job in a group of its own outlives its leader, and is found', async (_, system) => {
  const { child, session } = await start(
    `perl -e 'setpgrp; $| = 1; print "up\\n"; exec "sleep", 1000' & kill -STOP $$; exit 0`,
  );
  await pollUntil(() => posix.isBusy(session.leader));
  await system.noteMembers?.(session);
  system.sendSignal(session.leader, 'SIGCONT');
  await once(child, 'exit');
  const [job, ...others] = await system.listMembers(session);
  expect(others).toEqual([]);
  expect(job?.group).not.toBe(session.leader);
  expect(system.sendSignal(-(job?.group ?? 0), 'SIGKILL')).toBe(true);
  while ((await system.listMembers(session)).length > 0) await immediate();
});

test.each(systems)('%s: a process that computes is busy, one that waits is not', async (_, system) => {
  const busy = await start('echo up; while :; do :; done');
  const idle = await start('echo up; read line < /dev/zero & sleep 1000');
  await pollUntil(() => system.isBusy(busy.session.leader));
  await pollUntil(() => !system.isBusy(idle.session.leader));
  posix.sendSignal(-busy.session.leader, 'SIGKILL');
});

test.each(systems)('%s: start ids differ between processes and stay the same', async (_, system) => {
  const { session } = await start('echo up; exec sleep 1000');
  const id = system.readStartId(session.leader);
  expect(id).toMatch(/^\S+$/);
  expect(system.readStartId(session.leader)).toBe(id);
});

test.each(systems)('%s: without a terminal, the foreground is the group of the leader', async (_, system) => {
  const { session } = await start('echo up; exec sleep 1000');
  expect(system.readForeground(session)).toMatchObject({ group: session.leader });
});

test.each(systems)('%s: the command line of a process is known while it runs', async (_, system) => {
  const { session } = await start('echo up; exec sleep 1000');
  await expect.poll(() => system.readCommandLine(session.leader)).toBe('sleep 1000');
  expect(system.readCommandLine(2 ** 22 + 1)).toBeUndefined();
});

test('posix: a process that nobody has waited for has no start [22.posix]', async () => {
  // The shell becomes `sleep`, which does not wait for its child.
  const { session } = await start("sh -c 'kill -STOP $$' & echo up; exec sleep 1000");
  const findChild = (): number | undefined => {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid='], { encoding: 'utf8' }).trim().split('\n');
    const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
    return pairs.find(([, parent]) => parent === session.leader)?.[0];
  };
  await pollUntil(() => posix.readCommandLine(session.leader) === 'sleep 1000');
  const child = findChild() ?? 0;
  posix.sendSignal(child, 'SIGKILL');
  await pollUntil(() => posix.readStartId(child) === undefined);
  expect(findChild()).toBe(child);
  expect(posix.readStartId(session.leader)).toMatch(/^\S+$/);
});

test.each(systems)(
  '%s: a leader that is still in the group of its server takes nobody with it [22.posix]',
  async (_, system) => {
    const { child, session: server } = await start('sleep 1000 & echo up; wait');
    const rows = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid='], { encoding: 'utf8' }).trim().split('\n');
    const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
    const leader = pairs.find(([, parent]) => parent === server.leader)?.[0] as number;
    const members = await system.listMembers({ leader, terminal: '', isLeaderGone: () => false });
    expect(members.filter(({ pid, group }) => pid !== leader || group !== leader)).toEqual([]);
    const guard = spawn('/bin/sh', ['-c', system.guardScript, 'guard', `${leader} running`], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.stdin?.end();
    await once(guard, 'exit');
    expect([child.exitCode, child.signalCode, system.hasEnded(server.leader)]).toEqual([null, null, false]);
  },
);

// What cannot be asked on Linux.
test('macOS has a locale, limits and a slower end of its own [22.posix]', () => {
  const mac = createPosix('darwin');
  expect(mac.utf8Locale).toBe('en_US.UTF-8');
  expect(mac.limits).toMatchObject({ lineBytes: 1023, socketPathBytes: 103, hashBangBytes: 512 });
  expect(mac.limits.argumentBytes).toBe(Number.POSITIVE_INFINITY);
  expect(mac.needsReader).toBe(true);
  expect(createPosix('linux').limits).toEqual(linux.limits);
});

test('a group that cannot be signaled is of another user only if one of its processes lives [22.posix]', () => {
  const output = '  41 1 41 -1 Z ? sh\n  42 41 41 -1 Z+ ? sleep\n  51 1 51 -1 Z ? sh\n  52 51 51 -1 S ? sleep\n';
  expect([-41, -51, 41, 52, -61].map((target) => isTargetAlive(output, target))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});

test('the directory for sockets must leave room for their names [22.sockets]', () => {
  expect(hasRoomForSockets('/tmp/tuispec-XXXXXX/tests/test-XXXXXX/run')).toBe(true);
  expect(hasRoomForSockets(`/var/folders/ab/${'x'.repeat(30)}/T/tuispec-XXXXXX/tests/test-XXXXXX/run`)).toBe(false);
});

test('posix: a signal to the group of this process, which ends `ps`, too, does no harm', async () => {
  const { session } = await start('echo up; exec sleep 1000');
  const listed = posix.listMembers(session);
  const { _getActiveHandles: listHandles } = process as unknown as { _getActiveHandles(): unknown[] };
  const children = listHandles.call(process).filter((handle) => handle instanceof ChildProcess);
  expect(children.filter(({ spawnfile }) => spawnfile === 'ps').map((child) => child.kill())).toEqual([true]);
  expect(await listed).toHaveLength(1);
});
