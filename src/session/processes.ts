import { readdirSync, readFileSync } from 'node:fs';

interface ProcessState {
  readonly state: string;
  readonly session: number;
  readonly foregroundGroup: number;
}

function stateOf(pid: number): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name stands in parentheses and may hold any character; what follows is: state ppid pgrp session tty_nr tpgid …
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', session: Number(fields[3]), foregroundGroup: Number(fields[5]) };
}

/** The living processes of a session; a zombie is not one. */
export function membersOf(session: number): number[] {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return sendSignal(session, 0) ? [session] : [];
  }
  return entries.map(Number).filter((pid) => {
    const process = Number.isInteger(pid) ? stateOf(pid) : undefined;
    return process?.session === session && process.state !== 'Z' && process.state !== 'X';
  });
}

/** The group that has the terminal of a session leader; the leader's own when nothing tells. */
export function foregroundGroupOf(leader: number): number {
  const group = stateOf(leader)?.foregroundGroup ?? -1;
  return group > 0 ? group : leader;
}

/** Sends a signal to a process, or with a negative number to a group; false when it is gone or not ours. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}
