import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readExisting } from './safe-files.js';

/** Says that this server uses a session's directory, for other servers that share the artifact directory. */
export interface DirectoryClaim {
  /** The process id of another server that uses the directory; undefined when there is none. */
  readonly otherPid: number | undefined;
  release(): void;
}

/**
 * Claims a session's directory. The file with the claim is next to the directory. It names a process and when that was
 * started, so a claim left by a server that was killed has no effect. Without /proc no claim is in effect.
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

/** A process by its id and the time of its start; undefined when there is none, or no /proc. */
function claimOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses and may contain anything.
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

// A claim that cannot be written costs another server a warning, nothing more.
function write(path: string, text: string): void {
  try {
    remove(path);
    // `wx` follows no link.
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch {
    // Another server was quicker, or the directory is read-only.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is not ours to remove.
  }
}
