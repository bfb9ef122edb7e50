import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pollUntil } from '../../tests/support/processes.js';
import type { ProcessSession, System } from './facts.js';
import { linux } from './linux.js';
import { posix } from './posix.js';

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
