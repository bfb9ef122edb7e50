import { sleep } from '../async/idle-queue.js';
import { isStarting, type Member, membersOf, sendSignal } from './processes.js';

/** How long a program may take to end after SIGHUP unless the client says otherwise. */
const defaultGraceMs = 500;
// Linux tells nobody of the end of a process that is not its child.
const lookEveryMs = 5;
// Each round kills all there are; what still forks is outrun long before.
const maxRounds = 200;

/** A program's session, by the process that leads or led it. */
export interface SessionOfProcesses {
  readonly leader: number;
  isLeaderGone(): boolean;
}

/** SIGHUP to every process of the session, SIGKILL to those left after the grace time. */
export async function endProcesses(session: SessionOfProcesses, graceMs = defaultGraceMs): Promise<void> {
  const members = everyoneIn(session);
  signalAll(members, 'SIGHUP');
  // A stopped process would not get it.
  signalAll(members, 'SIGCONT');
  const end = performance.now() + graceMs;
  while (performance.now() < end) {
    if (everyoneIn(session).length === 0) return;
    await sleep(lookEveryMs);
  }
  await killProcesses(session);
}

/** SIGKILL to every process of the session until none is left. */
export async function killProcesses(session: SessionOfProcesses): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const members = everyoneIn(session);
    if (members.length === 0) return;
    signalAll(members, 'SIGKILL');
    await sleep(lookEveryMs);
  }
}

// A group at a time: what its members fork in this very moment gets the signal too.
function signalAll(members: readonly Member[], signal: NodeJS.Signals): void {
  for (const group of new Set(members.map((member) => member.group))) sendSignal(-group, signal);
}

function everyoneIn({ leader, isLeaderGone }: SessionOfProcesses): Member[] {
  // Asked first: a process that comes to lead its session after this is found by what follows.
  const starting = isStarting(leader) ? [{ pid: leader, group: leader }] : [];
  const members = membersOf(leader);
  // Once the leader is gone, a process of its number leads a session of somebody else's.
  if (isLeaderGone() && members.some(({ pid }) => pid === leader)) return [];
  return [...starting, ...members];
}
