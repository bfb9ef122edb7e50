// Lines of bounded length from a stream, and lines to a stream whose reader may be slow.
import { isUtf8 } from 'node:buffer';
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { callAfterRunning } from '../base/deadline.js';
import { escapeJsonControls } from '../base/text.js';
import { ownTimers, queueMicrotask } from '../base/timers.js';

/** Receives the lines in order. */
interface LineSink {
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

// Node's name for the encoding of binary chunks.
const bytes = 'buffer' as BufferEncoding;

/** Writes synchronously what fits into the buffer. Node's asynchronous write would delay the response of a wait. */
export class QuickSocket extends Socket {
  // Node itself uses this member to determine whether a socket is idle.
  declare readonly _handle?: { readonly writeQueueSize: number } | null;

  /** Bytes of the current write that the reader has not accepted yet. */
  get untakenBytes(): number | undefined {
    return this._handle?.writeQueueSize;
  }

  override _write(chunk: string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const written = tryWrite(chunk);
    if (written === undefined) super._write(chunk, encoding, done);
    else if (written === Buffer.byteLength(chunk)) done();
    else super._write(Buffer.from(chunk).subarray(written), bytes, done);
  }
}

// The stream reports the error when it writes.
function tryWrite(text: string): number | undefined {
  try {
    return writeSync(1, text);
  } catch {
    return undefined;
  }
}

// Joining longer pieces would double their memory, and the length of strings is limited.
const maxPiece = 1024 * 1024;
// The regular expression is faster on longer lines.
const maxScanned = 512;

// After idling, a loop over a short line takes a third of the time of the expression, whose code is not in the caches.
function hasControl(line: string): boolean {
  for (let index = 0; index < line.length; index += 1) {
    const unit = line.charCodeAt(index);
    if (unit >= 0x7f && unit <= 0x9f) return true;
  }
  return false;
}

/** A stream that reports how many bytes of the current write are not accepted yet, to detect a slow reader. */
type Stream = Writable & { readonly untakenBytes?: number | undefined };

/** The only writer of the protocol stream: complete lines in order, one write per tick. */
export class LineWriter {
  readonly #stream: Stream;
  #queued: string[] = [];
  #queuedLength = 0;
  #backlog = 0;
  #isGone = false;
  #isEnding = false;
  #onProgress: (() => void)[] = [];

  /** `onGone` is called once when the client can no longer read. */
  constructor(stream: Stream, onGone: (error: NodeJS.ErrnoException) => void) {
    this.#stream = stream;
    stream.on('error', (error) => {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#queued = [];
      this.#queuedLength = 0;
      this.#backlog = 0;
      this.#notifyProgress();
      onGone(error);
    });
  }

  /** Characters that the client has not accepted yet. */
  get backlog(): number {
    return this.#backlog;
  }

  write(text: string): void {
    if (this.#isGone) return;
    const line = text.length <= maxScanned && !hasControl(text) ? text : escapeJsonControls(text);
    this.#backlog += line.length + 1;
    if (line.length > maxPiece) {
      this.#flush();
      this.#send(line);
      this.#send('\n');
      return;
    }
    if (this.#queued.length === 0) queueMicrotask(() => this.#flush());
    this.#queued.push(line, '\n');
    this.#queuedLength += line.length + 1;
    if (this.#queuedLength > maxPiece) this.#flush();
  }

  /**
   * Resolves with true when the backlog is at most `limit` or the client has disconnected; with false if the client has
   * accepted nothing for `patienceMs`.
   */
  async waitForDrain(limit = 0, patienceMs?: number): Promise<boolean> {
    while (this.#backlog > limit && !this.#isGone) if (!(await this.#waitForProgressWithin(patienceMs))) return false;
    return true;
  }

  /**
   * Resolves with true when the backlog is at most `limit` or the client has disconnected; with false after `endWaits`, or
   * if the client has accepted nothing for `patienceMs`.
   */
  async waitForRoom(limit: number, patienceMs?: number): Promise<boolean> {
    while (this.#backlog > limit && !this.#isGone && !this.#isEnding)
      if (!(await this.#waitForProgressWithin(patienceMs))) return false;
    return this.#backlog <= limit || this.#isGone;
  }

  /** Whether `endWaits` has been called. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Ends all waits for room because the server ends. */
  endWaits(): void {
    this.#isEnding = true;
    this.#notifyProgress();
  }

  /** Resolves when the client has accepted data or has disconnected. */
  waitForProgress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  async #waitForProgressWithin(patienceMs: number | undefined): Promise<boolean> {
    const progress = this.waitForProgress().then(() => true);
    if (patienceMs === undefined) return await progress;
    const before = this.#stream.untakenBytes;
    let timer: Disposable | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = callAfterRunning(patienceMs, () => resolve(this.#stream.untakenBytes !== before), ownTimers);
    });
    const isMoving = await Promise.race([progress, late]);
    timer?.[Symbol.dispose]();
    return isMoving;
  }

  #flush(): void {
    if (this.#queued.length === 0) return;
    const text = this.#queued.join('');
    this.#queued = [];
    this.#queuedLength = 0;
    this.#send(text);
  }

  #send(text: string): void {
    this.#stream.write(text, () => {
      if (!this.#isGone) this.#backlog -= text.length;
      this.#notifyProgress();
    });
  }

  #notifyProgress(): void {
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }
}
