import { isUtf8 } from 'node:buffer';

/** Receives the lines in order. */
export interface LineSink {
  /** Receives the UTF-8 text of a line that is not blank. The bytes may be part of a chunk. */
  onLine(line: Buffer): void;
  onLineTooLong(): void;
  onLineNotUtf8(): void;
}

const newline = 0x0a;
// Space, tab and carriage return.
const blanks = new Set([0x20, 0x09, 0x0d]);
const nothing = Buffer.alloc(0);

/** Splits a byte stream into lines of bounded length; skips the rest of a line that is too long. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  /** The beginning of a line, in a buffer that grows fourfold: one buffer per chunk would have too much overhead. */
  #buffered = nothing;
  #size = 0;
  #skipping = false;
  #lineNumber = 1;

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  /** The number of the line that is being read, from 1. */
  get lineNumber(): number {
    return this.#lineNumber;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#finishLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#buffer(chunk.subarray(start));
  }

  /** Ends the stream; text after the last newline is a line too. */
  end(): void {
    this.#finishLine(nothing);
  }

  #buffer(part: Buffer): void {
    if (!this.#checkLength(part)) return;
    const size = this.#size + part.length;
    if (size > this.#buffered.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#maxBytes, size * 4));
      this.#buffered.copy(larger, 0, 0, this.#size);
      this.#buffered = larger;
    }
    part.copy(this.#buffered, this.#size);
    this.#size = size;
  }

  #finishLine(part: Buffer): void {
    if (this.#checkLength(part)) this.#emit(this.#size === 0 ? part : this.#joinParts(part));
    this.#lineNumber += 1;
    this.#skipping = false;
    this.#buffered = nothing;
    this.#size = 0;
  }

  #joinParts(part: Buffer): Buffer {
    this.#buffer(part);
    return this.#buffered.subarray(0, this.#size);
  }

  /** Whether the line with this part is within the limit; reports a line that is too long once. */
  #checkLength(part: Buffer): boolean {
    if (this.#skipping) return false;
    if (this.#size + part.length <= this.#maxBytes) return true;
    this.#skipping = true;
    this.#buffered = nothing;
    this.#size = 0;
    this.#sink.onLineTooLong();
    return false;
  }

  #emit(bytes: Buffer): void {
    if (!isUtf8(bytes)) this.#sink.onLineNotUtf8();
    else if (bytes.some((byte) => !blanks.has(byte))) this.#sink.onLine(bytes);
  }
}
