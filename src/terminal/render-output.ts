import type { Screen } from '../screen/screen.js';
import { Emulator } from './emulator.js';

/** The screen of an empty terminal after some output. */
export const screenOf = (output: string, cols: number, rows: number): Screen =>
  afterOutput({ output, cols, rows, scrollback: 0 }, (emulator) => emulator.screen());

/** The same screen, extended by up to `maxLinesAbove` lines that have scrolled off. */
export const wholeScreenOf = (output: string, cols: number, rows: number, maxLinesAbove: number): Screen =>
  afterOutput({ output, cols, rows, scrollback: maxLinesAbove }, (emulator) => {
    const screen = emulator.screen();
    const above = emulator.above(maxLinesAbove);
    const cursor = { ...screen.cursor, row: screen.cursor.row + above.length };
    return { ...screen, rows: rows + above.length, lines: [...above, ...screen.lines], cursor };
  });

interface Written {
  readonly output: string;
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
}

function afterOutput({ output, ...size }: Written, read: (emulator: Emulator) => Screen): Screen {
  const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
  try {
    emulator.feed(Buffer.from(output));
    return read(emulator);
  } finally {
    emulator.dispose();
  }
}
