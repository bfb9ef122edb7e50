import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createSystemError } from './errors.js';
import { readExisting, resolveAbsolutePath } from './files.js';
import { system } from './system/system.js';

const maxSlug = 100;
// File names are limited to 255 bytes; suffixes are appended to the slug.
const maxSlugBytes = 200;
// Another server may write to the directory or empty it at the same time.
const maxTries = 100;

// Other characters are dropped from the slug; part of a hash keeps such names distinct.
const unambiguous = /^[\p{L}\p{N} _-]*$/u;
const hashDigits = 8;

/** Converts a name to a file name without path traversal; if characters are dropped, a hash is appended. */
function toSlug(name: string, whenEmpty: 'session' | 'snapshot'): string {
  const composed = name.normalize('NFC');
  const dashed = composed.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const all = [...dashed.replaceAll(/^-|-$/g, '')];
  let characters = all.slice(0, maxSlug);
  while (Buffer.byteLength(characters.join('')) > maxSlugBytes) characters = characters.slice(0, -1);
  const slug = characters.join('').replace(/-$/, '') || whenEmpty;
  if (characters.length === all.length && unambiguous.test(composed)) return slug;
  return `${slug}-${createHash('sha256').update(composed).digest('hex').slice(0, hashDigits)}`;
}

/** Whether two snapshot names map to the same files: names that differ only in case, spaces, `-` and `_` do. */
export const haveSameFiles = (name: string, other: string): boolean =>
  toSlug(name, 'snapshot') === toSlug(other, 'snapshot');

/** Creates or empties the directory of a session's artifacts; returns its real, absolute path. */
export function prepareArtifactRoot(artifactDir: string, sessionName: string): string {
  const place = join(artifactDir, 'sessions', toSlug(sessionName, 'session'));
  try {
    return emptyDirectory(resolve(place));
  } catch (error) {
    throw createSystemError('io', `Cannot create the artifact directory ${place}`, error);
  }
}

function emptyDirectory(directory: string, tries = 1): string {
  try {
    rmSync(directory, { recursive: true, force: true });
    makeDirectory(directory);
    return realpathSync(directory);
  } catch (error) {
    const isBusy = ['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isBusy || tries === maxTries) throw error;
    return emptyDirectory(directory, tries + 1);
  }
}

/** The paths of the files of one snapshot; they share a stem. */
export interface SnapshotFiles {
  readonly ansi: string;
  readonly meta: string;
  readonly png: string;
  readonly svg: string;
  readonly html: string;
  readonly diff: string;
  /** What reactions cost, which belongs to no screen. */
  readonly cost: string;
}

/** The files of a snapshot in a directory; no name can escape it. Unless `isRead`, a missing directory is created. */
export function prepareSnapshotFiles(directory: string, name: string, isRead = false): SnapshotFiles {
  const isMissing = isRead && statSync(directory, { throwIfNoEntry: false }) === undefined;
  const stem = join(isMissing ? directory : ensureDirectory(directory), toSlug(name, 'snapshot'));
  return {
    ansi: `${stem}.ansi.txt`,
    meta: `${stem}.meta.json`,
    png: `${stem}.png`,
    svg: `${stem}.svg`,
    html: `${stem}.html`,
    diff: `${stem}.diff.png`,
    cost: `${stem}.cost.json`,
  };
}

function ensureDirectory(directory: string): string {
  try {
    makeDirectory(directory);
    return realpathSync(directory);
  } catch (error) {
    throw createSystemError('io', `Cannot create the directory ${directory}`, error);
  }
}

/** The directory of a session's snapshot baselines; they are kept when its artifacts are removed. */
export const getBaselineDirectory = (artifactDir: string, sessionName: string): string =>
  join(resolveAbsolutePath(artifactDir), 'snapshots', toSlug(sessionName, 'session'));

/** Creates a directory and its parents, one by one: Node's `recursive` option hangs on some file systems. */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Marks a session's directory as in use, for other servers that share the artifact directory. */
export interface DirectoryClaim {
  /** The process id of another server that uses the directory; undefined if there is none. */
  readonly otherPid: number | undefined;
  release(): void;
}

/**
 * Claims a session's directory. The claim file is next to the directory. It contains a process id and start time, so
 * a claim left by a killed server has no effect. Where the system does not tell these, claims are not used.
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

/** Identifies a process by its id and start time; undefined if there is no such process, or the system does not tell. */
function claimOf(pid: number): string | undefined {
  const id = system.readStartId(pid);
  return id === undefined ? undefined : `${pid} ${id}`;
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
