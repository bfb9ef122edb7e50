import { writeSync } from 'node:fs';

// How soon something that was full is tried again.
const retryMs = 2;

/** Writes as much as a descriptor that does not block takes now. */
export function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}

/** Writes all, while everything else stands still; false when nothing is taken for so long. */
export function writePatiently(descriptor: number, bytes: Uint8Array, longestPauseMs: number): boolean {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let lastAt = performance.now();
  for (let rest = bytes; rest.length > 0; ) {
    const written = writeSome(descriptor, rest);
    rest = rest.subarray(written);
    if (written > 0) lastAt = performance.now();
    else if (performance.now() - lastAt > longestPauseMs) return false;
    else Atomics.wait(pause, 0, 0, retryMs);
  }
  return true;
}
