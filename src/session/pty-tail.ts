import { writeSync } from 'node:fs';
import type { Exit } from './exit.js';

/** What a PtyTail tells: output without the marker, then once the end. */
export interface TailListener {
  output(bytes: Uint8Array): void;
  end(exit: Exit): void;
}

const markerLength = 32;
// More than a terminal can hold of what a program wrote before it ended; others may go on writing for ever.
const mostBytesAfterExit = 256 * 1024;
// A marker that cannot be written (the terminal is stopped, or others keep it full): silence this long is the end.
const silenceMs = 60;
// A marker that was written comes back unless somebody threw it away.
const lostMarkerMs = 2000;

/**
 * Finds the end of a program's output. When the program has ended, a marker is written behind everything it wrote;
 * what comes before the marker is the program's.
 */
export class PtyTail {
  readonly #slave: number;
  readonly #listener: TailListener;
  #exit: Exit | undefined;
  #marker = Buffer.alloc(0);
  #unwritten = 0;
  #held = Buffer.alloc(0);
  #bytesAfterExit = 0;
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
    this.#writeMarker();
    this.#restartTimer();
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
    this.#held = all.subarray(end);
    this.#bytesAfterExit += bytes.length;
    if (end > 0) this.#listener.output(all.subarray(0, end));
    if (found >= 0 || this.#bytesAfterExit > mostBytesAfterExit) {
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
      this.#unwritten -= writeSync(this.#slave, this.#marker, markerLength - this.#unwritten);
    } catch {
      // Full or stopped: tried again with the next output, else silence ends it.
    }
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), this.#unwritten === 0 ? lostMarkerMs : silenceMs);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.close();
    this.#listener.end(this.#exit as Exit);
  }
}

/** How many bytes at the end of `bytes` could be the beginning of the marker. */
function overlap(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length;
  return 0;
}
