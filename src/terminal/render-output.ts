import type { Screen } from '../screen/screen.js';
import { Emulator } from './emulator.js';

/** The screen that some terminal output leaves behind on an empty terminal. */
export const screenOf = (output: string, cols: number, rows: number): Screen =>
  afterOutput({ output, cols, rows, scrollback: 0 }, (emulator) => emulator.screen());

/** The same with the lines above it that have scrolled off, at most as many as `most` says. */
export const wholeScreenOf = (output: string, cols: number, rows: number, most: number): Screen =>
  afterOutput({ output, cols, rows, scrollback: most }, (emulator) => {
    const screen = emulator.screen();
    const above = emulator.above(most);
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
