import type { Line } from '../../screen/line.js';
import type { RawLine } from '../xterm/internals.js';

/** When the cells of a line last changed. Ages are epochs: a cell is new since a baseline if its age is greater. */
export interface CellAges {
  /** The age of every cell that has no age of its own. */
  readonly born: number;
  /** By column: when another text was last displayed there. */
  readonly texts: Uint32Array | undefined;
  /** By column: when another text or another style was last displayed there. */
  readonly styles: Uint32Array | undefined;
}

/** An immutable copy of the ages of cells at one moment. Rows above the screen are negative. */
export interface AgedRows {
  agesAt(row: number): CellAges;
  /** Whether something was written or erased after `epoch`, even if that changed nothing. */
  isWrittenSince(epoch: number, row: number, col: number): boolean;
}

/** A line of the terminal, independent of its row. */
export interface DisplayedLine {
  readonly raw: RawLine;
  readonly history: LineHistory;
}

/** The history of one line of the emulator since it was first displayed. */
export class LineHistory implements CellAges {
  born: number;
  texts: Uint32Array | undefined;
  styles: Uint32Array | undefined;
  /** By column: when something was last written or erased there, even if that changed nothing. */
  written: Uint32Array | undefined;
  /** The line has scrolled off, and the terminal reuses its memory for another line. */
  hasScrolledOff = false;
  /** The line as it was last displayed; defined only if it has been written to since. */
  shown: Line | undefined;

  constructor(ages: CellAges) {
    this.born = ages.born;
    this.texts = ages.texts;
    this.styles = ages.styles;
  }

  /** Whether all cells are as new as the epoch: writing to the line cannot make them newer. */
  isAsNewAs(epoch: number): boolean {
    return this.born === epoch && this.texts === undefined;
  }

  noteWritten(epoch: number, from: number, to: number, width: number): void {
    if (this.written === undefined || this.written.length < width) {
      const earlier = this.written;
      this.written = new Uint32Array(width).fill(this.born);
      if (earlier !== undefined) this.written.set(earlier);
    }
    this.written.fill(epoch, from, to);
  }

  /** The characters in a range are displayed as cleared. */
  clear(epoch: number, from: number, to: number): void {
    const { shown } = this;
    if (shown === undefined) return;
    const texts = copyColumnAges(this.texts, this.born, shown.width);
    const styles = copyColumnAges(this.styles, this.born, shown.width);
    for (let col = from; col < Math.min(to, shown.width); col += 1) {
      if (!shown.isWritten(col)) continue;
      texts[col] = epoch;
      styles[col] = epoch;
    }
    this.texts = texts;
    this.styles = styles;
    this.shown = shown.blank(from, to);
  }
}

/** The age of the text in a column. */
export const textAgeAt = ({ texts, born }: CellAges, col: number): number => texts?.[col] ?? born;
/** The age of the style in a column. */
export const styleAgeAt = ({ styles, born }: CellAges, col: number): number => styles?.[col] ?? born;

/** The ages of the columns of a line; `born` where there is none. */
export function copyColumnAges(ages: Uint32Array | undefined, born: number, width: number): Uint32Array {
  const copy = new Uint32Array(width);
  if (ages === undefined || ages.length < width) copy.fill(born);
  if (ages !== undefined) copy.set(ages.length > width ? ages.subarray(0, width) : ages);
  return copy;
}
