// Shared code of the benchmark programs. All of it is synchronous, so that only the terminal can delay a program.
import { execFileSync } from 'node:child_process';
import { readSync, renameSync, writeFileSync, writeSync } from 'node:fs';

/** Writes everything as fast as the terminal accepts it. */
export function say(output) {
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/** Yields each input byte as a character; ends with the terminal. */
export function* typed() {
  const bytes = Buffer.alloc(256);
  for (;;) {
    const count = readSync(0, bytes);
    if (count === 0) return;
    yield* bytes.toString('latin1', 0, count);
  }
}

/** Disables echo and line buffering. */
export function takeTerminal() {
  execFileSync('stty', ['-echo', '-icanon'], { stdio: ['inherit', 'ignore', 'ignore'] });
}

export function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Nanoseconds of CLOCK_MONOTONIC, the clock that the bench reads too. */
export const now = () => String(process.hrtime.bigint());

/** Saves timestamps for the bench; the file appears only when it is complete. */
export function keep(file, moments) {
  writeFileSync(`${file}.part`, JSON.stringify(moments));
  renameSync(`${file}.part`, file);
}

/** Returns the same sequence of numbers in every run: 0 … bound - 1. */
export function numbersFrom(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % bound;
  };
}
