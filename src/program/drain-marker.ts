import { writeSync } from 'node:fs';
import type { Exit } from './exit.js';

/** Whom a PtyTail serves: told the output without the marker, then once the end. */
export interface TailListener {
  output(bytes: Uint8Array): void;
  end(exit: Exit): void;
  /** Output that has arrived and that nobody was given yet; empty when there is none. */
  readNow(): Uint8Array;
}

const nothing = Buffer.alloc(0);
const markerLength = 32;
// Nobody writes so many letters by chance.
const enoughOfMarker = 12;
// Twice what a terminal can hold of what a program wrote before it ended; others may go on writing for ever.
const maxBytesAfterExit = 128 * 1024;
// A marker that cannot be written (the terminal is stopped, or others keep it full): silence this long is the end.
const silenceMs = 60;
// A marker that was written comes back unless somebody threw it away, or wrote into the middle of it.
const maxTailMs = 2000;

/**
 * Finds the end of a program's output. When the program has ended, a marker is written behind everything it wrote;
 * what comes before the marker is the program's.
 */
export class DrainMarker {
  readonly #slave: number;
  readonly #listener: TailListener;
  #exit: Exit | undefined;
  #marker = nothing;
  #unwritten = 0;
  #held = nothing;
  #bytesAfterExit = 0;
  #endsAt = Number.POSITIVE_INFINITY;
  #isReadable = true;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(slave: number, listener: TailListener) {
    this.#slave = slave;
    this.#listener = listener;
  }

  /** The program has ended; some of its output may still be on its way. */
  begin(exit: Exit): void {
    if (this.#isEnded) return;
    this.#exit = exit;
    // Made only now, so that the program could not know it; capitals pass every output mode unchanged.
    const letters = Array.from({ length: markerLength }, () => 65 + Math.floor(Math.random() * 26));
    this.#marker = Buffer.from(letters);
    this.#unwritten = markerLength;
    this.#endsAt = performance.now() + maxTailMs;
    if (!this.#isReadable) {
      this.#end();
      return;
    }
    this.#writeMarker();
    this.#restartTimer();
  }

  /** Nothing more can be read. */
  lose(): void {
    this.#isReadable = false;
    if (this.#exit !== undefined) this.#end();
  }

  push(bytes: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#exit === undefined) {
      this.#listener.output(bytes);
      return;
    }
    const all = Buffer.concat([this.#held, bytes]);
    const found = all.indexOf(this.#marker);
    const end = found >= 0 ? found : all.length - overlap(all, this.#marker);
    this.#held = found >= 0 ? nothing : all.subarray(end);
    this.#bytesAfterExit += bytes.length;
    if (end > 0) this.#listener.output(all.subarray(0, end));
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
      // Full or stopped: tried again with the next output, else silence ends it.
    }
    const written = this.#marker.length - this.#unwritten;
    // A full terminal takes a part, and others may write before the rest.
    if (written < enoughOfMarker) return;
    this.#marker = this.#marker.subarray(0, written);
    this.#unwritten = 0;
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#endsAt - performance.now());
    const delayMs = this.#unwritten === 0 ? leftMs : Math.min(leftMs, silenceMs);
    this.#timer = setTimeout(() => this.#onSilence(), delayMs);
  }

  // On a busy machine it is the server that was silent: only what cannot be read now does not exist.
  #onSilence(): void {
    const [bytesBefore, unwrittenBefore] = [this.#bytesAfterExit, this.#unwritten];
    for (let bytes = this.#listener.readNow(); bytes.length > 0; bytes = this.#listener.readNow()) {
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
    // What looks like the beginning of the marker is the program's, unless just that much of it was written.
    if (this.#held.length !== this.#marker.length - this.#unwritten && this.#held.length > 0)
      this.#listener.output(this.#held);
    this.#listener.end(this.#exit as Exit);
  }
}

/** How many bytes at the end of `bytes` could be the beginning of the marker. */
function overlap(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length;
  return 0;
}
