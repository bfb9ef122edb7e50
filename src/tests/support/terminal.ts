import { onTestFinished } from 'vitest';
import { Emulator } from '../../terminal/emulator.js';

/** The size of a terminal. */
export interface Size {
  readonly cols?: number;
  readonly rows?: number;
  readonly scrollback?: number;
}

/** Creates a terminal without a program, which is disposed after the test. */
export function createTerminal({ cols = 20, rows = 6, scrollback = 100 }: Size = {}, ...outputs: string[]): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback, firstRevision: 1, answer: () => {} });
  onTestFinished(() => emulator.dispose());
  for (const output of outputs) emulator.feed(Buffer.from(output));
  return emulator;
}
