import { membersOf, sendSignal } from './processes.js';
import { sleep } from './timing.js';

/** How long a program may take to end after SIGHUP. */
const graceMs = 500;
// Linux tells nobody of the end of a process that is not its child.
const lookEveryMs = 5;
// Each round kills all there are; what still forks is outrun long before.
const mostRounds = 200;

/** A program's session, by the process that leads or led it. */
export interface SessionOfProcesses {
  readonly leader: number;
  isLeaderGone(): boolean;
}

/** SIGHUP to every process of the session, SIGKILL to those left after half a second. */
export async function endProcesses(session: SessionOfProcesses): Promise<void> {
  for (const pid of everyoneIn(session)) {
    sendSignal(pid, 'SIGHUP');
    // A stopped process would not get it.
    sendSignal(pid, 'SIGCONT');
  }
  const end = performance.now() + graceMs;
  while (performance.now() < end) {
    if (everyoneIn(session).length === 0) return;
    await sleep(lookEveryMs);
  }
  await killProcesses(session);
}

/** SIGKILL to every process of the session until none is left. */
export async function killProcesses(session: SessionOfProcesses): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const members = everyoneIn(session);
    if (members.length === 0) return;
    for (const pid of members) sendSignal(pid, 'SIGKILL');
    await sleep(lookEveryMs);
  }
}

function everyoneIn({ leader, isLeaderGone }: SessionOfProcesses): number[] {
  const members = membersOf(leader);
  const hasLeader = members.includes(leader);
  // Once the leader is gone, a process of its number leads a session of somebody else's.
  if (isLeaderGone()) return hasLeader ? [] : members;
  // A program that has just been started does not lead its session yet.
  return hasLeader ? members : [leader, ...members];
}
