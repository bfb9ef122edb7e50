import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { trySignal } from '../base/system/facts.js';
import { system } from '../base/system/system.js';

/** What a session notes about itself in its directory. It outlives a session that is killed. */
export interface SessionRecord {
  readonly name: string;
  /** The session's process. */
  readonly session_pid: number;
  readonly start_id: string;
  readonly host: string;
  readonly boot: string;
  readonly namespace: string;
  readonly version: string;
  readonly protocol: number;
  readonly created_at: string;
  /** The program. */
  readonly pid?: number;
  readonly command?: string;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
}

const file = 'session.json';

/** Where this process runs, as a record notes it. */
export const describeProcess = (): Pick<SessionRecord, 'session_pid' | 'start_id' | 'host' | 'boot' | 'namespace'> => ({
  session_pid: process.pid,
  start_id: system.readStartId(process.pid) ?? '',
  host: hostname(),
  ...system.readProcessSpace(),
});

export function writeRecord(directory: string, record: SessionRecord): void {
  const partial = join(directory, `.${file}`);
  writeFileSync(partial, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(partial, join(directory, file));
}

/** The record of a session; undefined if there is none, or it is damaged. */
export function readRecord(directory: string): SessionRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(join(directory, file), 'utf8')) as SessionRecord;
    return Number.isInteger(record.session_pid) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is a process with this id that has not ended. One of another user cannot be signaled. */
export function isAlive(pid: number): boolean {
  const problem = trySignal(pid, 0);
  return problem === 'EPERM' || (problem === undefined && !system.hasEnded(pid));
}

/** Whether the process of a session lives, or cannot be judged from here. */
export function judgeProcess(record: SessionRecord): 'alive' | 'dead' | 'of another host' {
  if (record.host !== hostname()) return 'of another host';
  const { boot, namespace } = system.readProcessSpace();
  // A reboot, or a sandbox that has ended with its processes.
  if (record.boot !== boot || record.namespace !== namespace) return 'dead';
  return system.readStartId(record.session_pid) === record.start_id && !system.hasEnded(record.session_pid)
    ? 'alive'
    : 'dead';
}

/** A name of its own, which no session has. */
export const createHiddenName = (directory: string, kind: 'new' | 'old'): string =>
  join(directory, `.${kind}-${process.pid}-${randomBytes(6).toString('hex')}`);

/** Frees the name of a session by renaming its directory, and removes it. */
export function removePlace(place: string): void {
  const hidden = createHiddenName(dirname(place), 'old');
  try {
    renameSync(place, hidden);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  rmSync(hidden, { recursive: true, force: true });
}

/**
 * Removes what a dead session has left, if it is still what was examined: it is moved away first, because another process
 * may have replaced it. Returns whether the name is free.
 */
export function removeDead(place: string, examined: SessionRecord | undefined): boolean {
  const hidden = createHiddenName(dirname(place), 'old');
  try {
    renameSync(place, hidden);
  } catch {
    return true;
  }
  const moved = readRecord(hidden);
  if (moved?.session_pid === examined?.session_pid && moved?.start_id === examined?.start_id) {
    rmSync(hidden, { recursive: true, force: true });
    return true;
  }
  try {
    renameSync(hidden, join(dirname(place), basename(place)));
  } catch {
    // A third one has the name by now.
  }
  return false;
}

/** Creates the directory of sessions if only it is missing. */
export function createDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
