import { fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Standard output that never blocks: `process.stdout` stands still when a pipe is full. */
export function openOutput(standard: Writable): Writable {
  const stat = fstatSync(1);
  return stat.isFIFO() || stat.isSocket() ? new Socket({ fd: 1, readable: false, writable: true }) : standard;
}

/** Writes to standard error; what cannot be written is nobody's loss. */
export function writeError(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Closed or full.
  }
}
