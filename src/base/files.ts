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
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createSystemError, MethodError } from './errors.js';

// The block size of common file systems: fewer bytes may fit into a block that is already allocated.
const blockBytes = 4096;

/**
 * Rejects if no more data can be written to an open file: on a full disk, files can be created but not filled. The
 * file is not changed, because other processes may read and write it.
 */
export async function checkDiskSpace(file: FileHandle, path: string): Promise<void> {
  if (!(await file.stat()).isFile()) {
    // Writes zero bytes: a device that accepts no writes reports an error.
    await file.write(Buffer.alloc(1), 0, 0);
    return;
  }
  await using probe = await createProbe(await realpath(path));
  await probe?.writeFile(Buffer.alloc(blockBytes));
}

// The probe is unlinked immediately. Failure to create it does not mean that the file itself cannot be written.
async function createProbe(path: string): Promise<FileHandle | undefined> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const probe = await open(temporary, 'wx', 0o600);
    await rm(temporary);
    return probe;
  } catch {
    return undefined;
  }
}

// No library consists of more files.
const maxFiles = 24;

/**
 * Loads a library on first use. Node caches a failed import permanently, so the import is only attempted if files can
 * be opened; otherwise fails with kind `io`.
 */
export function createLazyImport<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly library: T } | undefined;
  return async () => {
    if (loaded === undefined) {
      requireDescriptors();
      try {
        loaded = { library: await load() };
      } catch (error) {
        throw createSystemError('io', 'Cannot load a library', error);
      }
    }
    return loaded.library;
  };
}

function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < maxFiles) opened.push(openSync('/dev/null', 'r'));
  } catch (error) {
    throw createSystemError('io', 'Cannot load a library', error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** The absolute path; fails with kind `io` if the path is relative and the working directory no longer exists. */
export function resolveAbsolutePath(path: string): string {
  try {
    return resolve(path);
  } catch (error) {
    const reason = "the server's working directory no longer exists";
    const message = `Cannot resolve the relative path ${JSON.stringify(path)}: ${reason}. Use an absolute path.`;
    throw new MethodError('io', message, {}, { cause: error });
  }
}

/** Writes a file atomically. Only its owner may read it, because screen content can be sensitive. */
export function writeWhole(path: string, content: string | Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw createSystemError('io', `Cannot write ${path}`, error);
  }
}

// A screen of 1,000 × 1,000 cells with different true colors in each cell takes 40 MB.
const maxBytes = 64 * 1024 * 1024;
// A typical snapshot fits into one chunk.
const chunkBytes = 64 * 1024;

/** Error text for a path that is a directory, pipe or device. */
export const notRegularFile = 'not a regular file (a directory, pipe or device)';

/**
 * The text of a file; undefined if the file does not exist. Rejects paths that are not regular files: reading a pipe
 * may block forever, and a device may be endless.
 */
export function readIfThere(path: string): string | undefined {
  try {
    // O_NONBLOCK, for pipes and for special files that report themselves as regular, such as /proc/kmsg.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(descriptor).isFile()) throw new Error(notRegularFile);
      return readContent(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw createReadError(path, error);
  }
}

// The reported size is not reliable: /proc/self/pagemap reports 0 bytes and has 256 GB.
function readContent(descriptor: number): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks).toString();
    chunks.push(chunk.subarray(0, length));
    bytes += length;
  }
  throw new Error(`the file exceeds the maximum of ${maxBytes} bytes`);
}

/** The text of a file; fails with kind `io` if it cannot be read. */
export function readExisting(path: string): string {
  const text = readIfThere(path);
  if (text === undefined) throw createMissingFileError(path);
  return text;
}

/** The text of a file or pipe named on the command line; may block, which an interactive user can notice. */
export function readToEnd(path: string): string {
  try {
    const descriptor = openSync(path, constants.O_RDONLY);
    try {
      return readContent(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw createReadError(path, error);
  }
}

/** The failure to read a file: that the file is missing, or what the system reports. A failure with a message of its own stays. */
export function createReadError(path: string, error: unknown): MethodError {
  if (error instanceof MethodError) return error;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createMissingFileError(path, error);
  return createSystemError('io', `Cannot read ${path}`, error);
}

const createMissingFileError = (path: string, cause?: unknown): MethodError =>
  new MethodError('io', `File not found: ${path}.`, {}, { cause });

/** Whether a path is a regular file; undefined if nothing can be found at the path. */
export function isFile(path: string): boolean | undefined {
  try {
    return statSync(path).isFile();
  } catch {
    // Missing, too long, a loop of symbolic links, or inside a directory without search permission.
    return undefined;
  }
}
