import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from './failure.js';

/** Writes a file whole or not at all; only its owner may read it, for it holds what the screen held. */
export function writeWhole(path: string, content: string | Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Failure('io', `Cannot write ${path}: ${(error as Error).message}`, {}, { cause: error });
  }
}

/** A file's text; undefined when there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure('io', `Cannot read ${path}: ${(error as Error).message}`, {}, { cause: error });
  }
}

/** A file's text; kind `io` when it cannot be read. */
export function readExisting(path: string): string {
  const text = readIfThere(path);
  if (text === undefined) throw new Failure('io', `There is no file ${path}.`);
  return text;
}

/** Whether there is a file, and not a directory, at a path. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
