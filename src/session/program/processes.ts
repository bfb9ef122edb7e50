import { sleep } from '../../base/deadline.js';
import type { Member, ProcessSession } from '../../base/system/facts.js';
import { system } from '../../base/system/system.js';

/** The default time that a program has to end after SIGHUP. */
const defaultGraceMs = 500;
// Each round kills all processes; even a fork bomb is gone after far fewer rounds.
const maxRounds = 200;
// A process that the kernel is about to end may take some time on a busy machine.
const killMs = 50;

/** SIGHUP to every process of the session, SIGKILL to those left after the grace time. */
export async function endProcesses(session: ProcessSession, graceMs = defaultGraceMs): Promise<void> {
  const members = await system.listMembers(session);
  sendToAll(members, 'SIGHUP');
  // A stopped process would not receive it.
  sendToAll(members, 'SIGCONT');
  const end = performance.now() + graceMs;
  for (let left = members; performance.now() < end; left = await system.listMembers(session)) {
    if (left.length === 0) return;
    await waitForEnd(left, end);
  }
  await killProcesses(session);
}

/** SIGKILL to every process of the session until none is left. */
export async function killProcesses(session: ProcessSession): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const members = await system.listMembers(session);
    if (members.length === 0) return;
    sendToAll(members, 'SIGKILL');
    await waitForEnd(members, performance.now() + killMs);
  }
}

/** Waits until these processes have ended: to look at them takes less than to list all processes of the system. */
async function waitForEnd(members: readonly Member[], end: number): Promise<void> {
  do await sleep(system.pollIntervalMs);
  while (performance.now() < end && members.some(({ pid }) => !system.hasEnded(pid)));
}

// The kernel sends SIGHUP to the foreground when the leader ends; these processes need some time to end.
const endingMs = 50;

/** The processes of a session that still run after the exit of its leader, such as `2496 sleep 47`. */
export async function listLeftovers(session: ProcessSession): Promise<readonly string[]> {
  const end = performance.now() + endingMs;
  let members = await system.listMembers(session);
  while (members.length > 0 && performance.now() < end) {
    await sleep(system.pollIntervalMs);
    members = await system.listMembers(session);
  }
  return members.flatMap(({ pid }) => {
    const command = system.readCommandLine(pid);
    return command === undefined ? [] : [`${pid} ${command}`];
  });
}

/** What the processes of a session are doing: whether one of them is computing, and the processor time of all of them. */
export async function readActivity(
  session: ProcessSession,
): Promise<{ readonly isBusy: boolean; readonly processorMs: number }> {
  const members = await system.listMembers(session);
  return {
    isBusy: members.some(({ pid }) => system.isBusy(pid)),
    processorMs: members.reduce((sum, { pid }) => sum + system.readProcessorMs(pid), 0),
  };
}

// One group at a time, so that processes forked at this moment receive the signal too.
function sendToAll(members: readonly Member[], signal: NodeJS.Signals): void {
  for (const group of new Set(members.map((member) => member.group))) system.sendSignal(-group, signal);
}
