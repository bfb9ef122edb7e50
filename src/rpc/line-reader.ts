import { isUtf8 } from 'node:buffer';

/** Receives the lines in order. */
export interface LineSink {
  line(text: string, bytes: number): void;
  lineTooLong(): void;
  lineNotUtf8(): void;
}

const newline = 0x0a;
const nothing = Buffer.alloc(0);

/** Splits a byte stream into lines of bounded length; skips the rest of a line that is too long. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  /** The beginning of a line, in a buffer that doubles: one buffer per chunk would have too much overhead. */
  #held = nothing;
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
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Ends the stream; text after the last newline is a line too. */
  end(): void {
    this.#finishLine(nothing);
  }

  #hold(part: Buffer): void {
    if (!this.#fits(part)) return;
    const size = this.#size + part.length;
    if (size > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#maxBytes, size * 2));
      this.#held.copy(larger, 0, 0, this.#size);
      this.#held = larger;
    }
    part.copy(this.#held, this.#size);
    this.#size = size;
  }

  #finishLine(part: Buffer): void {
    if (this.#fits(part)) this.#emit(this.#size === 0 ? part : this.#whole(part));
    this.#lineNumber += 1;
    this.#skipping = false;
    this.#held = nothing;
    this.#size = 0;
  }

  #whole(part: Buffer): Buffer {
    this.#hold(part);
    return this.#held.subarray(0, this.#size);
  }

  /** Whether the line with this part is within the limit; reports a line that is too long once. */
  #fits(part: Buffer): boolean {
    if (this.#skipping) return false;
    if (this.#size + part.length <= this.#maxBytes) return true;
    this.#skipping = true;
    this.#held = nothing;
    this.#size = 0;
    this.#sink.lineTooLong();
    return false;
  }

  #emit(bytes: Buffer): void {
    if (!isUtf8(bytes)) {
      this.#sink.lineNotUtf8();
      return;
    }
    const text = bytes.toString('utf8');
    if (/[^ \t\r]/.test(text)) this.#sink.line(text, bytes.length);
  }
}
