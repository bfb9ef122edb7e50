import { readdirSync, readFileSync } from 'node:fs';
import { sleep } from '../../base/deadline.js';

/** A living process. */
interface Member {
  readonly pid: number;
  readonly group: number;
}
interface ProcessState {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly foregroundGroup: number;
}

function readState(pid: number): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name is in parentheses and may contain any character; after it: state ppid pgrp session tty_nr tpgid …
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 6);
  const [parent = 0, group = 0, session = 0, , foregroundGroup = 0] = fields.map(Number);
  return { state, parent, group, session, foregroundGroup };
}

const isAlive = ({ state }: ProcessState): boolean => state !== 'Z' && state !== 'X';

/** The living processes of a session; a zombie is not one. */
function listMembers(session: number): Member[] {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return sendSignal(session, 0) ? [{ pid: session, group: session }] : [];
  }
  return entries.map(Number).flatMap((pid) => {
    const process = Number.isInteger(pid) ? readState(pid) : undefined;
    return process?.session === session && isAlive(process) ? [{ pid, group: process.group }] : [];
  });
}

/** Whether a process that was started here has ended, even if its exit has not been reported yet. */
export function hasEnded(pid: number): boolean {
  const state = readState(pid);
  return state === undefined ? !tryKill(pid, 0) : !isAlive(state);
}

/** Whether a process that was started here does not lead its own session yet. */
function isStarting(pid: number): boolean {
  const state = readState(pid);
  return state !== undefined && state.parent === process.pid && state.session !== pid && isAlive(state);
}

/** The foreground process group of a session leader's terminal; the leader's own group if unknown. */
export function findForegroundGroup(leader: number): number {
  const state = readState(leader);
  // Before it leads a session, its terminal and foreground group are those of the server.
  if (state === undefined || state.session !== leader) return leader;
  const { foregroundGroup } = state;
  return foregroundGroup > 0 && (sendSignal(-foregroundGroup, 0) || isForbidden(-foregroundGroup))
    ? foregroundGroup
    : leader;
}

/** The name of a process; undefined if it has ended or the system does not tell. */
export function readCommandName(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

/** Whether a process is computing or suspended instead of waiting; false if unknown. */
export function isBusy(pid: number): boolean {
  const state = readState(pid)?.state ?? 'S';
  return ['R', 'D', 'T', 't'].includes(state);
}

/** Sends a signal to a process, or to a group if the number is negative; false if it is gone or not ours. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  if (tryKill(target, signal)) return true;
  if (target > 0) return false;
  // A program that is starting has no group yet, or only since the previous check.
  return tryKill(isStarting(-target) ? -target : target, signal);
}

/** Whether a process or group exists but cannot be signaled, because it runs as another user. */
export function isForbidden(target: number): boolean {
  try {
    process.kill(target, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function tryKill(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

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
