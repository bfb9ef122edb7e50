import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createWriteError } from '../output-file.js';

interface Extent {
  readonly offset: number;
  readonly bytes: number;
}
interface Stream {
  readonly parts: string[];
  length: number;
  readonly extents: Extent[];
}

// A stream has this much in memory, and an entry of 16 bytes for each piece in the file.
const pieceLength = 16 * 1024;

/** Texts that are written side by side and read one after another. Most of their content is in a file without a name. */
export class Spool implements AsyncDisposable {
  readonly #nextTo: string;
  readonly #file: FileHandle;
  readonly #streams: readonly Stream[];
  #end = 0;

  private constructor(nextTo: string, file: FileHandle, count: number) {
    this.#nextTo = nextTo;
    this.#file = file;
    this.#streams = Array.from({ length: count }, () => ({ parts: [], length: 0, extents: [] }));
  }

  /** Creates a spool on the file system of a path; fails with kind `io`. */
  static async create(nextTo: string, count: number): Promise<Spool> {
    const path = join(dirname(nextTo), `.${basename(nextTo)}.${randomBytes(6).toString('hex')}`);
    try {
      const file = await open(path, 'wx+', 0o600);
      // It exists until it is closed.
      await rm(path);
      return new Spool(nextTo, file, count);
    } catch (error) {
      throw createWriteError(nextTo, error);
    }
  }

  async append(index: number, text: string): Promise<void> {
    const stream = this.#streams[index] as Stream;
    stream.parts.push(text);
    stream.length += text.length;
    if (stream.length < pieceLength) return;
    const piece = Buffer.from(stream.parts.splice(0).join(''));
    stream.length = 0;
    stream.extents.push({ offset: this.#end, bytes: piece.length });
    await this.#write(piece);
    this.#end += piece.length;
  }

  /** The whole text of a stream, in pieces. */
  async *read(index: number): AsyncGenerator<string | Buffer, void, void> {
    const { extents, parts } = this.#streams[index] as Stream;
    for (const { offset, bytes } of extents) {
      const piece = Buffer.alloc(bytes);
      await this.#file.read(piece, 0, bytes, offset);
      yield piece;
    }
    yield parts.join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #write(piece: Buffer): Promise<void> {
    try {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await this.#file.write(piece, at, piece.length - at, this.#end + at);
        at += bytesWritten;
      }
    } catch (error) {
      throw createWriteError(this.#nextTo, error);
    }
  }
}
