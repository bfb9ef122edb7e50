import type { FileHandle } from 'node:fs/promises';

/** A line of a file. */
export interface FileLine {
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** Without its newline; undefined when it is too long. Only valid until the next line is asked for. */
  readonly bytes: Buffer | undefined;
  /** Whether a newline ends it: the last one of a file may have none. */
  readonly isEnded: boolean;
}

const newline = 0x0a;
// Larger chunks are no faster.
const chunkBytes = 256 * 1024;

/** The lines of a file from one byte up to another, read as they are asked for, and until nobody wants them any more. */
export async function* linesOf(
  file: FileHandle,
  from: number,
  to: number,
  mostBytes: number,
  cancel: AbortSignal | undefined,
): AsyncGenerator<FileLine, void, void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const held = new HeldLine(mostBytes);
  let offset = from;
  for (let at = from; at < to; ) {
    cancel?.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkBytes, to - at), at);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    let start = 0;
    for (let end = read.indexOf(newline); end >= 0; end = read.indexOf(newline, start)) {
      yield { offset, bytes: held.finish(read.subarray(start, end)), isEnded: true };
      start = end + 1;
      offset = at + start;
    }
    held.hold(read.subarray(start));
    at += bytesRead;
  }
  if (held.isBegun) yield { offset, bytes: held.finish(Buffer.alloc(0)), isEnded: false };
}

/** The beginning of a line whose end has not been read yet. */
class HeldLine {
  readonly #mostBytes: number;
  /** Doubles as it fills: joining what is there with each chunk would take quadratic time. */
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get isBegun(): boolean {
    return this.#size > 0;
  }

  hold(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#mostBytes) this.#buffer = Buffer.alloc(0);
    else {
      if (size > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(this.#mostBytes, size * 2));
        this.#buffer.copy(larger, 0, 0, this.#size);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, this.#size);
    }
    this.#size = size;
  }

  /** The whole line with its last part; undefined when it is too long. */
  finish(part: Buffer): Buffer | undefined {
    if (this.#size > 0) this.hold(part);
    const size = this.#size || part.length;
    const whole = this.#size === 0 ? part : this.#buffer.subarray(0, size);
    this.#size = 0;
    // A long line shall not take its memory until the end of the file.
    if (size > chunkBytes) this.#buffer = Buffer.alloc(0);
    return size > this.#mostBytes ? undefined : whole;
  }
}
