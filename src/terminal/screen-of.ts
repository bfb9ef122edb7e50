import type { Screen } from '../screen/screen.js';
import { Emulator } from './emulator.js';

/** The screen that some terminal output leaves behind on an empty terminal. */
export function screenOf(output: string, cols: number, rows: number): Screen {
  const emulator = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, answer: () => {} });
  try {
    emulator.feed(Buffer.from(output));
    return emulator.screen();
  } finally {
    emulator.dispose();
  }
}
