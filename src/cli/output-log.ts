import { closeSync, constants, openSync } from 'node:fs';
import type { TakeOutput } from '../server/server-options.js';
import { writeWithRetries } from './fd-write.js';
import { UsageError } from './options.js';

// Maximum time that a reader that accepts no data can block the server.
const maxPauseMs = 1000;
// Program output can contain confidential data.
const ownerOnly = 0o600;

/** Appends to a file. Reports the first write error to `onFailure` and writes nothing after it. */
export function openOutputLog(path: string, onFailure: (error: Error) => void): TakeOutput {
  let descriptor: number | undefined = open(path);
  return (bytes) => {
    if (descriptor === undefined) return;
    try {
      if (!writeWithRetries(descriptor, bytes, maxPauseMs)) throw new Error('the reader accepts no data');
    } catch (error) {
      closeSync(descriptor);
      descriptor = undefined;
      onFailure(error as Error);
    }
  };
}

function open(path: string): number {
  try {
    // Non-blocking, because a pipe may have no reader.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
    return openSync(path, flags, ownerOnly);
  } catch (error) {
    throw new UsageError(`Cannot open the file of --output-log: ${(error as Error).message}.`);
  }
}
