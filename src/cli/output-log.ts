import { closeSync, constants, openSync } from 'node:fs';
import type { TakeOutput } from '../server/server-options.js';
import { writePatiently } from './fd-write.js';
import { UsageError } from './options.js';

// How long a reader that takes nothing may hold up everything.
const maxPauseMs = 1000;
// The output of programs may hold what only its owner shall read.
const ownerOnly = 0o600;

/** Appends to a file; when that fails later it is told once, and goes on without the file. */
export function openOutputLog(path: string, onFailure: (error: Error) => void): TakeOutput {
  let descriptor: number | undefined = open(path);
  return (bytes) => {
    if (descriptor === undefined) return;
    try {
      if (!writePatiently(descriptor, bytes, maxPauseMs)) throw new Error('its reader takes nothing');
    } catch (error) {
      closeSync(descriptor);
      descriptor = undefined;
      onFailure(error as Error);
    }
  };
}

function open(path: string): number {
  try {
    // Non-blocking for pipes: nobody may be reading them.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
    return openSync(path, flags, ownerOnly);
  } catch (error) {
    throw new UsageError(`--output-log cannot be written: ${(error as Error).message}`);
  }
}
