import { isUtf8 } from 'node:buffer';

/** What a LineReader finds, in order. */
export interface LineSink {
  line(text: string, bytes: number): void;
  lineTooLong(): void;
  lineNotUtf8(): void;
}

const newline = 0x0a;

/** Cuts a stream of bytes into lines of bounded length; after one that is too long it goes on at the next. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
  }

  /** The stream has ended: what stands behind the last newline is a line too. */
  end(): void {
    this.#finishLine();
  }

  #append(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size > this.#maxBytes) {
      this.#skipping = true;
      this.#parts = [];
      this.#sink.lineTooLong();
    } else {
      this.#parts.push(part);
    }
  }

  #finishLine(): void {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const skipped = this.#skipping;
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (skipped) return;
    if (!isUtf8(bytes)) {
      this.#sink.lineNotUtf8();
      return;
    }
    const text = bytes.toString('utf8');
    if (/\S/.test(text)) this.#sink.line(text, bytes.length);
  }
}
