import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from './options.js';

// The output of programs may hold what only its owner shall read.
const ownerOnly = 0o600;

/** Takes raw output; the bytes are only valid during the call. */
export type TakeOutput = (bytes: Uint8Array) => void;

/** Appends to a file; when that fails later it is told once, and goes on without the file. */
export function openOutputLog(path: string, onFailure: (error: Error) => void): TakeOutput {
  let descriptor: number | undefined = open(path);
  return (bytes) => {
    if (descriptor === undefined) return;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    } catch (error) {
      closeSync(descriptor);
      descriptor = undefined;
      onFailure(error as Error);
    }
  };
}

function open(path: string): number {
  try {
    return openSync(path, 'a', ownerOnly);
  } catch (error) {
    throw new UsageError(`--output-log cannot be written: ${(error as Error).message}`);
  }
}
