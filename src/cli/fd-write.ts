import { writeSync } from 'node:fs';

// Delay before the next attempt when the buffer is full.
const retryMs = 2;

/** Writes as much as a non-blocking descriptor accepts now; returns the number of bytes. */
export function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Writes all bytes synchronously; returns false if the reader accepts nothing for `maxPauseMs`. */
export function writeWithRetries(descriptor: number, bytes: Uint8Array, maxPauseMs: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let lastAt = performance.now();
  for (let rest = bytes; rest.length > 0; ) {
    const written = writeSome(descriptor, rest);
    rest = rest.subarray(written);
    if (written > 0) lastAt = performance.now();
    else if (performance.now() - lastAt > maxPauseMs) return false;
    else Atomics.wait(pause, 0, 0, retryMs);
  }
  return true;
}
