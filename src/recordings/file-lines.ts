import type { FileHandle } from 'node:fs/promises';

/** A line of a file. */
export interface FileLine {
  /** Offset of the first byte. */
  readonly offset: number;
  /** Offset of the byte after its newline, or after its last byte if it has none. */
  readonly end: number;
  /** Without the newline; undefined if the line is too long. Valid only until the next line is requested. */
  readonly bytes: Buffer | undefined;
  /** Whether a newline ends the line: the last line of a file may have none. */
  readonly isEnded: boolean;
}

const newline = 0x0a;
// Larger chunks are not faster.
const chunkBytes = 256 * 1024;

/** Reads the lines between two byte offsets on demand, until the consumer stops or `cancel` is aborted. */
export async function* readLines(
  file: FileHandle,
  from: number,
  to: number,
  maxLineBytes: number,
  cancel: AbortSignal | undefined,
): AsyncGenerator<FileLine, void, void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const partial = new PartialLine(maxLineBytes);
  let offset = from;
  for (let at = from; at < to; ) {
    cancel?.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkBytes, to - at), at);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    let start = 0;
    for (let end = read.indexOf(newline); end >= 0; end = read.indexOf(newline, start)) {
      const bytes = partial.finish(read.subarray(start, end));
      start = end + 1;
      yield { offset, end: at + start, bytes, isEnded: true };
      offset = at + start;
    }
    partial.append(read.subarray(start));
    at += bytesRead;
  }
  if (!partial.isEmpty) yield { offset, end: to, bytes: partial.finish(Buffer.alloc(0)), isEnded: false };
}

/** The beginning of a line whose end has not been read yet. */
class PartialLine {
  readonly #maxLineBytes: number;
  /** Its size doubles when it is full: concatenating each chunk would take quadratic time. */
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  append(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#maxLineBytes) this.#buffer = Buffer.alloc(0);
    else {
      if (size > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(this.#maxLineBytes, size * 2));
        this.#buffer.copy(larger, 0, 0, this.#size);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, this.#size);
    }
    this.#size = size;
  }

  /** The complete line, ending with `part`; undefined if it is too long. */
  finish(part: Buffer): Buffer | undefined {
    if (this.#size > 0) this.append(part);
    const size = this.#size || part.length;
    const whole = this.#size === 0 ? part : this.#buffer.subarray(0, size);
    this.#size = 0;
    // Release the memory of a long line before the end of the file.
    if (size > chunkBytes) this.#buffer = Buffer.alloc(0);
    return size > this.#maxLineBytes ? undefined : whole;
  }
}
