import { readdirSync, readlinkSync } from 'node:fs';

/** Lists the processes that run in a directory: those that a server has left running. */
export function findProcessesIn(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingDirectoryOf(pid) === directory);
}

function workingDirectoryOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
