import { writeSync } from 'node:fs';
import type { Exit } from '../../base/exit.js';

/** Receives the output without the marker, then the end exactly once. */
interface DrainListener {
  onOutput(bytes: Uint8Array): void;
  onEnd(exit: Exit): void;
  /** Reads output that has arrived and was not delivered yet; empty if there is none. */
  readAvailable(): Uint8Array;
}

const nothing = Buffer.alloc(0);
const markerLength = 32;
// Output does not contain this many specific letters by chance.
const minMarkerLength = 12;
// Twice what a terminal buffers; other processes may continue to write indefinitely after the program has ended.
const maxBytesAfterExit = 128 * 1024;
// If the marker cannot be written (the terminal is stopped, or others fill it), this much silence means the end.
const silenceMs = 60;
// A written marker is read back unless a process flushes the terminal, or writes into the middle of the marker.
const maxDrainMs = 2000;

/**
 * Finds the end of a program's output. When the program has ended, a marker is written after its output; everything
 * before the marker belongs to the program.
 */
export class DrainMarker {
  readonly #slave: number;
  readonly #listener: DrainListener;
  #exit: Exit | undefined;
  #marker = nothing;
  #unwritten = 0;
  #buffered = nothing;
  #bytesAfterExit = 0;
  #endsAt = Number.POSITIVE_INFINITY;
  #isReadable = true;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(slave: number, listener: DrainListener) {
    this.#slave = slave;
    this.#listener = listener;
  }

  /** The program has ended; some of its output may not have been read yet. */
  begin(exit: Exit): void {
    if (this.#isEnded) return;
    this.#exit = exit;
    // Created only now, so that the program cannot know it; capitals pass every output mode unchanged.
    const letters = Array.from({ length: markerLength }, () => 65 + Math.floor(Math.random() * 26));
    this.#marker = Buffer.from(letters);
    this.#unwritten = markerLength;
    this.#endsAt = performance.now() + maxDrainMs;
    if (!this.#isReadable) {
      this.#end();
      return;
    }
    this.#writeMarker();
    this.#restartTimer();
  }

  /** Nothing more can be read. */
  handleUnreadable(): void {
    this.#isReadable = false;
    if (this.#exit !== undefined) this.#end();
  }

  push(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#exit === undefined) {
      this.#listener.onOutput(bytes);
      return;
    }
    const all = Buffer.concat([this.#buffered, bytes]);
    const found = all.indexOf(this.#marker);
    const end = found >= 0 ? found : all.length - measureOverlap(all, this.#marker);
    this.#buffered = found >= 0 ? nothing : all.subarray(end);
    this.#bytesAfterExit += bytes.length;
    if (end > 0) this.#listener.onOutput(all.subarray(0, end));
    if (found >= 0 || this.#bytesAfterExit > maxBytesAfterExit) {
      this.#end();
      return;
    }
    this.#writeMarker();
    this.#restartTimer();
  }

  close(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #writeMarker(): void {
    if (this.#unwritten === 0) return;
    try {
      this.#unwritten -= writeSync(this.#slave, this.#marker, this.#marker.length - this.#unwritten);
    } catch {
      // Full or stopped: retry after the next output; otherwise silence ends the wait.
    }
    const written = this.#marker.length - this.#unwritten;
    // A full terminal accepts only a part, and others may write before the rest.
    if (written < minMarkerLength) return;
    this.#marker = this.#marker.subarray(0, written);
    this.#unwritten = 0;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#endsAt - performance.now());
    const delayMs = this.#unwritten === 0 ? leftMs : Math.min(leftMs, silenceMs);
    this.#timer = setTimeout(() => this.#handleSilence(), delayMs);
  }

  // On a busy machine, the server itself may have been late, so first read everything that is available.
  #handleSilence(): void {
    const [bytesBefore, unwrittenBefore] = [this.#bytesAfterExit, this.#unwritten];
    for (let bytes = this.#listener.readAvailable(); bytes.length > 0; bytes = this.#listener.readAvailable()) {
      this.push(bytes);
      if (this.#isEnded) return;
    }
    this.#writeMarker();
    const hasMoved = this.#bytesAfterExit > bytesBefore || this.#unwritten < unwrittenBefore;
    if (hasMoved && performance.now() < this.#endsAt) this.#restartTimer();
    else this.#end();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.close();
    // Retained bytes that look like the start of the marker belong to the program, unless exactly that much was written.
    if (this.#buffered.length !== this.#marker.length - this.#unwritten && this.#buffered.length > 0)
      this.#listener.onOutput(this.#buffered);
    this.#listener.onEnd(this.#exit as Exit);
  }
}

/** The number of bytes at the end of `bytes` that could be the start of the marker. */
function measureOverlap(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length;
  return 0;
}

/** The maximum number of bytes queued for a program that does not read; more is an error, not a slow reader. */
export const maxWaitingBytes = 64 * 1024 * 1024;
// Short queued texts are joined; otherwise each would take more memory than its bytes.
const maxJoinedBytes = 4096;
// A full terminal does not report when it has room again: poll often while the program reads, and less often otherwise.
const firstDelayMs = 1;
const maxDelayMs = 16;

/** Writes input to the terminal: completely, in order, without blocking. */
export class PtyInput {
  readonly #fd: number;
  #queue: Buffer[] = [];
  #waiting = 0;
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Bytes that the terminal has not accepted yet. */
  get waitingBytes(): number {
    return this.#waiting;
  }

  write(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0) return;
    this.#waiting += bytes.length;
    // The first one may be partly written.
    const last = this.#queue.length > 1 ? this.#queue.at(-1) : undefined;
    if (last !== undefined && last.length + bytes.length <= maxJoinedBytes)
      this.#queue[this.#queue.length - 1] = Buffer.concat([last, bytes]);
    else this.#queue.push(bytes);
    if (this.#queue.length === 1) this.#pump();
  }

  /** The program was active, so it may have read input: write again. */
  retry(): void {
    if (this.#timer === undefined) return;
    this.#delayMs = firstDelayMs;
    clearTimeout(this.#timer);
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#waiting = 0;
  }

  #pump(): void {
    this.#timer = undefined;
    for (let bytes = this.#queue[0]; bytes !== undefined; bytes = this.#queue[0]) {
      const count = this.#tryWrite(bytes);
      if (this.#isClosed) return;
      if (count === 0) {
        this.#timer = setTimeout(() => this.#pump(), this.#delayMs);
        this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
        return;
      }
      this.#delayMs = firstDelayMs;
      this.#waiting -= count;
      if (count < bytes.length) this.#queue[0] = bytes.subarray(count);
      else this.#queue.shift();
    }
  }

  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      this.close();
      return 0;
    }
  }
}
