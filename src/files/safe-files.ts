import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { MethodError } from '../protocol/errors.js';

/** A path from the root on; kind `io` when it is relative and the server's working directory is gone. */
export function absolutePath(path: string): string {
  try {
    return resolve(path);
  } catch (error) {
    const reason = "the server's own working directory is gone, and the path is not absolute";
    throw new MethodError('io', `${path} leads nowhere: ${reason}.`, {}, { cause: error });
  }
}

/** Writes a file whole or not at all; only its owner may read it, for it holds what the screen held. */
export function writeWhole(path: string, content: string | Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new MethodError('io', `Cannot write ${path}: ${(error as Error).message}`, {}, { cause: error });
  }
}

// A screen of 1,000 × 1,000 cells, each in true colors of its own, takes 40 MB.
const maxBytes = 64 * 1024 * 1024;
// Most snapshots are read at once.
const chunkBytes = 64 * 1024;

/** What stands at a path that is none. */
export const noFile = 'no file, but a directory, a pipe or a device';

/**
 * A file's text; undefined when there is none. What is no true file is refused: nobody may ever write into a pipe, and
 * a device has no end.
 */
export function readIfThere(path: string): string | undefined {
  try {
    // Opened without waiting, for pipes and for what only claims to be a file, such as /proc/kmsg.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(descriptor).isFile()) throw new Error(`it is ${noFile}`);
      return contentOf(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

// What its size says is not to be trusted: /proc/self/pagemap claims to be empty, and has 256 GB.
function contentOf(descriptor: number): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks).toString();
    chunks.push(chunk.subarray(0, length));
    bytes += length;
  }
  throw new Error(`it has more than ${maxBytes} bytes`);
}

/** A file's text; kind `io` when it cannot be read. */
export function readExisting(path: string): string {
  const text = readIfThere(path);
  if (text === undefined) throw new MethodError('io', `There is no file ${path}.`);
  return text;
}

/** The text of a file or pipe that a person has named, who can see that it is waited for. */
export function readToEnd(path: string): string {
  try {
    const descriptor = openSync(path, constants.O_RDONLY);
    try {
      return contentOf(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): MethodError =>
  new MethodError('io', `Cannot read ${path}: ${(error as Error).message}`, {}, { cause: error });

/** Whether a path leads to a true file; undefined when it leads nowhere. */
export function isFile(path: string): boolean | undefined {
  try {
    return statSync(path).isFile();
  } catch {
    // Missing, too long, a loop of links, or behind what may not be entered.
    return undefined;
  }
}
