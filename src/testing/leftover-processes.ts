import { readdirSync, readlinkSync } from 'node:fs';

/** The processes that work in a directory: what a server there has left behind. */
export function survivorsIn(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingDirectoryOf(pid) === directory);
}

function workingDirectoryOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
