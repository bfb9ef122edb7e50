import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readExisting } from './safe-files.js';

/** Marks a session's directory as in use, for other servers that share the artifact directory. */
export interface DirectoryClaim {
  /** The process id of another server that uses the directory; undefined if there is none. */
  readonly otherPid: number | undefined;
  release(): void;
}

/**
 * Claims a session's directory. The claim file is next to the directory. It contains a process id and start time, so
 * a claim left by a killed server has no effect. Without /proc, claims are not used.
 */
export function claimDirectory(directory: string): DirectoryClaim {
  const path = join(dirname(directory), `.${basename(directory)}.owner`);
  const own = claimOf(process.pid);
  const previous = read(path);
  const pid = Number(previous?.split(' ')[0]);
  const isTaken = previous !== undefined && previous !== own && claimOf(pid) === previous;
  if (own !== undefined) write(path, own);
  return {
    otherPid: isTaken ? pid : undefined,
    release: () => {
      if (own !== undefined && read(path) === own) remove(path);
    },
  };
}

/** Identifies a process by its id and start time; undefined if it does not exist or /proc is not available. */
function claimOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name is in parentheses and may contain any character.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return startTime === undefined ? undefined : `${pid} ${startTime}`;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readExisting(path);
  } catch {
    return undefined;
  }
}

// If the claim cannot be written, the other server only misses a warning.
function write(path: string, text: string): void {
  try {
    remove(path);
    // `wx` does not follow symbolic links.
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch {
    // Another server wrote its claim first, or the directory is read-only.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Not permitted to remove it.
  }
}
