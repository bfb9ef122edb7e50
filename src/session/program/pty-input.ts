import { writeSync } from 'node:fs';

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
