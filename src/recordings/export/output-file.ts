import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createSystemError, type MethodError } from '../../base/errors.js';

const maxBufferedBytes = 256 * 1024;

/**
 * A file that appears under its name when it is complete. Until then it is written under a temporary name. Only its
 * owner may read it, because screen content can be sensitive.
 */
export class OutputFile implements AsyncDisposable {
  readonly path: string;
  readonly #temporary: string;
  readonly #file: FileHandle;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #bytes = 0;
  #isOpen = true;

  private constructor(path: string, temporary: string, file: FileHandle) {
    this.path = path;
    this.#temporary = temporary;
    this.#file = file;
  }

  /** Creates the temporary file; fails with kind `io`. */
  static async create(path: string): Promise<OutputFile> {
    const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
    try {
      return new OutputFile(path, temporary, await open(temporary, 'wx', 0o600));
    } catch (error) {
      throw createWriteError(path, error);
    }
  }

  /** The number of bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(data: string | Buffer): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    this.#bytes += bytes.length;
    if (this.#bufferedBytes >= maxBufferedBytes) await this.#flush();
  }

  /** Gives the complete file its name. */
  async finish(): Promise<void> {
    await this.#flush();
    try {
      await this.#file.close();
      await rename(this.#temporary, this.path);
    } catch (error) {
      throw createWriteError(this.path, error);
    }
    this.#isOpen = false;
  }

  /** Removes the temporary file, unless the file is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close().catch(() => {});
    await rm(this.#temporary, { force: true });
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
    } catch (error) {
      throw createWriteError(this.path, error);
    }
  }
}

/** A failed write to a file. */
export const createWriteError = (path: string, error: unknown): MethodError =>
  createSystemError('io', `Cannot write ${path}`, error);
