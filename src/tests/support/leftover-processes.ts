import { readdirSync, readlinkSync } from 'node:fs';

/** Lists the processes that run in a directory: those that a server has left running. */
export function findProcessesIn(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingDirectoryOf(pid) === directory);
}

/** Lists the processes that run in a directory or below it. */
export function findProcessesBelow(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingDirectoryOf(pid).startsWith(directory));
}

function workingDirectoryOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
