import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MethodError } from '../protocol/errors.js';
import { absolutePath } from './safe-files.js';

const maxSlug = 100;
// File names may have 255 bytes; endings are put behind a slug.
const maxSlugBytes = 200;
// Another server may write into the directory, or empty it too, in the very moment.
const maxTries = 100;

// Names of other characters lose them in a slug; a part of their hash keeps two such names apart.
const unambiguous = /^[\p{L}\p{N} _-]*$/u;
const hashDigits = 8;

/** Turns a name into a file name that cannot leave its directory; a name that loses characters gets a hash. */
function slugOf(name: string, whenEmpty: 'session' | 'snapshot'): string {
  const composed = name.normalize('NFC');
  const dashed = composed.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const all = [...dashed.replaceAll(/^-|-$/g, '')];
  let characters = all.slice(0, maxSlug);
  while (Buffer.byteLength(characters.join('')) > maxSlugBytes) characters = characters.slice(0, -1);
  const slug = characters.join('').replace(/-$/, '') || whenEmpty;
  if (characters.length === all.length && unambiguous.test(composed)) return slug;
  return `${slug}-${createHash('sha256').update(composed).digest('hex').slice(0, hashDigits)}`;
}

/** Whether two snapshot names have the same files: names that differ only in case, spaces, `-` and `_` do. */
export const shareFiles = (name: string, other: string): boolean =>
  slugOf(name, 'snapshot') === slugOf(other, 'snapshot');

/** The directory of a session's artifacts, made anew and empty; its real, absolute path. */
export function artifactRootOf(artifactDir: string, sessionName: string): string {
  const place = join(artifactDir, 'sessions', slugOf(sessionName, 'session'));
  try {
    return emptied(resolve(place));
  } catch (error) {
    throw new MethodError(
      'io',
      `Cannot make the artifact directory ${place}: ${(error as Error).message}`,
      {},
      { cause: error },
    );
  }
}

function emptied(directory: string, tries = 1): string {
  try {
    rmSync(directory, { recursive: true, force: true });
    makeDirectory(directory);
    return realpathSync(directory);
  } catch (error) {
    const isBusy = ['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isBusy || tries === maxTries) throw error;
    return emptied(directory, tries + 1);
  }
}

/** Where the files of one snapshot stand; they share a stem. */
export interface SnapshotFiles {
  readonly ansi: string;
  readonly meta: string;
  readonly png: string;
  readonly svg: string;
  readonly html: string;
  readonly diff: string;
}

/** The files of a snapshot in a directory, which is made; no name leads out of it. */
export function snapshotFiles(directory: string, name: string): SnapshotFiles {
  const stem = join(madeDirectory(directory), slugOf(name, 'snapshot'));
  return {
    ansi: `${stem}.ansi.txt`,
    meta: `${stem}.meta.json`,
    png: `${stem}.png`,
    svg: `${stem}.svg`,
    html: `${stem}.html`,
    diff: `${stem}.diff.png`,
  };
}

function madeDirectory(directory: string): string {
  try {
    makeDirectory(directory);
    return realpathSync(directory);
  } catch (error) {
    throw new MethodError(
      'io',
      `Cannot make the directory ${directory}: ${(error as Error).message}`,
      {},
      { cause: error },
    );
  }
}

/** Where the baselines of a session stand; they outlive its artifacts. */
export const baselineDirectory = (artifactDir: string, sessionName: string): string =>
  join(absolutePath(artifactDir), 'snapshots', slugOf(sessionName, 'session'));

/** Makes a directory and its parents, one by one: Node's own recursive way hangs on some file systems. */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
