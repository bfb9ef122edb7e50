import { readdirSync, readFileSync } from 'node:fs';

/** A living process. */
export interface Member {
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
export function listMembers(session: number): Member[] {
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
export function isStarting(pid: number): boolean {
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
