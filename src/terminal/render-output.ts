import type { Screen } from '../screen/screen.js';
import { Emulator } from './emulator.js';

/** The screen of an empty terminal after some output. */
export const renderScreen = (output: string, cols: number, rows: number): Screen =>
  readAfterOutput({ output, cols, rows, scrollback: 0 }, (emulator) => emulator.getScreen());

/** The same screen, extended by up to `maxLinesAbove` lines that have scrolled off. */
export const renderWholeScreen = (output: string, cols: number, rows: number, maxLinesAbove: number): Screen =>
  readAfterOutput({ output, cols, rows, scrollback: maxLinesAbove }, (emulator) => {
    const screen = emulator.getScreen();
    const above = emulator.getLinesAbove(maxLinesAbove);
    const cursor = { ...screen.cursor, row: screen.cursor.row + above.length };
    return { ...screen, rows: rows + above.length, lines: [...above, ...screen.lines], cursor };
  });

interface Written {
  readonly output: string;
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
}

function readAfterOutput({ output, ...size }: Written, read: (emulator: Emulator) => Screen): Screen {
  const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
  try {
    emulator.feed(Buffer.from(output));
    return read(emulator);
  } finally {
    emulator.dispose();
  }
}
