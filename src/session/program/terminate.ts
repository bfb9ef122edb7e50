import { sleep } from '../../base/deadline.js';
import { isStarting, listMembers, type Member, sendSignal } from './processes.js';

/** The default time that a program has to end after SIGHUP. */
const defaultGraceMs = 500;
// Linux reports exits to the parent only, so poll /proc.
const pollIntervalMs = 5;
// Each round kills all processes; even a fork bomb is gone after far fewer rounds.
const maxRounds = 200;

/** A program's session, by the process that leads or led it. */
export interface SessionOfProcesses {
  readonly leader: number;
  isLeaderGone(): boolean;
}

/** SIGHUP to every process of the session, SIGKILL to those left after the grace time. */
export async function endProcesses(session: SessionOfProcesses, graceMs = defaultGraceMs): Promise<void> {
  const members = findMembers(session);
  sendToAll(members, 'SIGHUP');
  // A stopped process would not receive it.
  sendToAll(members, 'SIGCONT');
  const end = performance.now() + graceMs;
  while (performance.now() < end) {
    if (findMembers(session).length === 0) return;
    await sleep(pollIntervalMs);
  }
  await killProcesses(session);
}

/** SIGKILL to every process of the session until none is left. */
export async function killProcesses(session: SessionOfProcesses): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const members = findMembers(session);
    if (members.length === 0) return;
    sendToAll(members, 'SIGKILL');
    await sleep(pollIntervalMs);
  }
}

// One group at a time, so that processes forked at this moment receive the signal too.
function sendToAll(members: readonly Member[], signal: NodeJS.Signals): void {
  for (const group of new Set(members.map((member) => member.group))) sendSignal(-group, signal);
}

function findMembers({ leader, isLeaderGone }: SessionOfProcesses): Member[] {
  // Checked first: a process that becomes session leader after this check is found by the next line.
  const starting = isStarting(leader) ? [{ pid: leader, group: leader }] : [];
  const members = listMembers(leader);
  // Once the leader is gone, a process with its id leads a different session.
  if (isLeaderGone() && members.some(({ pid }) => pid === leader)) return [];
  return [...starting, ...members];
}
