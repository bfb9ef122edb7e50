import type { Line } from '../../screen/line.js';
import { resizeLine } from '../../screen/screen.js';
import { Emulator } from '../../terminal/emulator.js';

/** The width of the widest terminal. */
export const maxCols = 1000;
// More than any recorded line has.
const maxCharacters = 100_000;
// Cancels an incomplete sequence, resets the terminal, and disables wrapping at the right edge. Takes 30 µs.
const resetAll = '\x18\x1bc\x1b[?7l';
// Sufficient if nothing but text and styles has been written.
const resetRow = '\x1b[m\r\x1b[2K';
const hasOnlyStyles = (text: string): boolean => /^(?:[^\x00-\x1f\x7f-\x9f]|\x1b\[[\d;:]*m)*$/.test(text);

// What is too wide is written there, and cut off.
const extraCols = 2;

/**
 * Converts rows of text with escape codes to lines. A row is written to an emulator, and only the resulting characters
 * and styles are returned, so other escape codes and control characters are removed.
 */
export class RowParser {
  #emulator: Emulator | undefined;
  #cols = 0;
  #isClean = false;

  /** The line of `cols` cells for a text; what is too wide is cut off. Parsing rows of one width is fast. */
  parse(text: string, cols: number): Line {
    const emulator = this.#getEmulator(Math.min(cols, maxCols));
    const row = text.slice(0, maxCharacters);
    emulator.feed(Buffer.from((this.#isClean ? resetRow : resetAll) + row));
    this.#isClean = hasOnlyStyles(row);
    return resizeLine(emulator.getScreen().lines[0], this.#cols);
  }

  dispose(): void {
    this.#emulator?.dispose();
    this.#emulator = undefined;
  }

  #getEmulator(cols: number): Emulator {
    if (this.#emulator !== undefined && this.#cols === cols) return this.#emulator;
    this.dispose();
    this.#cols = cols;
    this.#isClean = false;
    const size = { cols: Math.min(maxCols, cols + extraCols), rows: 1, scrollback: 0, firstRevision: 1 };
    this.#emulator = new Emulator({ ...size, answer: () => {} });
    return this.#emulator;
  }
}
