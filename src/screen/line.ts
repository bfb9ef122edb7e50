import { type Style, styleOf } from './style.js';

/** Words a cell takes in `Cells.words`: its content, its foreground and its background. */
export const wordsPerCell = 3;
const widthShift = 22;
const combinedBit = 0x200000;
const codePointMask = 0x1fffff;
const blank = 0x20;
// No code point below it is written differently in NFC.
const firstComposed = 0x300;
// Lines have at most 1,000 cells.
const units = new Uint16Array(1000);

/** The raw cells of a line. Content: code point, width from bit 22 on, bit 21 when the text is in `combined`. */
export interface Cells {
  readonly words: Uint32Array;
  /** Texts of more than one code point, by column. */
  readonly combined: Readonly<Record<number, string>> | undefined;
  /** Extension words (kind and colour of underlines), by column. */
  readonly extensions: Readonly<Record<number, number>> | undefined;
}

/** Cells next to each other that look the same; `col` is 0-based. */
export interface Run {
  readonly col: number;
  readonly width: number;
  readonly text: string;
  readonly style: Style;
}

/** One line of a screen, never changed once made. Text is composed (NFC), blank cells are spaces. */
export class Line {
  readonly cells: Cells;
  /** Whether it continues the line above (a soft wrap). */
  readonly isWrapped: boolean;
  #text: string | undefined;
  #columns: Uint16Array | undefined;

  constructor(cells: Cells, isWrapped: boolean) {
    this.cells = cells;
    this.isWrapped = isWrapped;
  }

  get width(): number {
    return this.cells.words.length / wordsPerCell;
  }

  get text(): string {
    this.#text ??= this.#decode();
    return this.#text;
  }

  /** The column in which the character at `index` of the text stands. */
  columnAt(index: number): number {
    this.#columns ??= this.#mapColumns();
    return this.#columns[index] ?? this.width;
  }

  /** How many cells the cell at `col` takes: 2 for a wide character, 0 for its second half. */
  widthAt(col: number): number {
    return (this.cells.words[col * wordsPerCell] as number) >>> widthShift;
  }

  /** Whether something was written at `col`: a space that was typed is, a cell never touched is not. */
  isWritten(col: number): boolean {
    return ((this.cells.words[col * wordsPerCell] as number) & (codePointMask | combinedBit)) !== 0;
  }

  /** Whether another line has the same text at `col`; blanks are alike, styles do not matter. */
  hasSameTextAt(other: Line, col: number): boolean {
    const [left, right] = [this.cells.words[col * wordsPerCell], other.cells.words[col * wordsPerCell]];
    if (left === undefined || right === undefined) return left === right;
    if (left !== right) return this.widthAt(col) === other.widthAt(col) && this.#textAt(col) === other.#textAt(col);
    return (left & combinedBit) === 0 || this.cells.combined?.[col] === other.cells.combined?.[col];
  }

  /** The text in columns `from` up to `to`; a half of a wide character is a space. */
  slice(from: number, to: number): string {
    let text = '';
    for (let col = from; col < to; col += 1) {
      const width = this.widthAt(col);
      const isHalf = width === 0 ? col === from : col + width > to;
      text += isHalf ? ' ' : width === 0 ? '' : this.#textAt(col);
    }
    return text;
  }

  styleAt(col: number): Style {
    const { words, extensions } = this.cells;
    const at = col * wordsPerCell;
    return styleOf(words[at + 1] as number, words[at + 2] as number, extensions?.[col] ?? 0);
  }

  /** Runs of equal style in columns `from` up to `to`. */
  runs(from = 0, to = this.width): Run[] {
    const runs: Run[] = [];
    for (let col = from; col < to; ) {
      let end = col + 1;
      while (end < to && (this.widthAt(end) === 0 || this.#looksSame(col, end))) end += 1;
      runs.push({ col, width: end - col, text: this.slice(col, end), style: this.styleAt(col) });
      col = end;
    }
    return runs;
  }

  #looksSame(left: number, right: number): boolean {
    const { words, extensions } = this.cells;
    const [a, b] = [left * wordsPerCell, right * wordsPerCell];
    return words[a + 1] === words[b + 1] && words[a + 2] === words[b + 2] && extensions?.[left] === extensions?.[right];
  }

  #textAt(col: number): string {
    const content = this.cells.words[col * wordsPerCell] as number;
    if ((content & combinedBit) !== 0) return (this.cells.combined?.[col] ?? ' ').normalize('NFC');
    const codePoint = content & codePointMask;
    return codePoint === 0 ? ' ' : String.fromCodePoint(codePoint).normalize('NFC');
  }

  // One pass over the words for what nearly all lines are; cell by cell for the rest.
  #decode(): string {
    const { words, combined } = this.cells;
    let length = 0;
    let highest = 0;
    for (let at = 0; at < words.length; at += wordsPerCell) {
      const content = words[at] as number;
      if (content >>> widthShift === 0) continue;
      const codePoint = content & codePointMask;
      units[length] = codePoint === 0 ? blank : codePoint;
      length += 1;
      if (codePoint > highest) highest = codePoint;
    }
    if (highest > 0xffff || combined !== undefined) return this.#decodeCells();
    const text = String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]);
    return highest < firstComposed || text.normalize('NFC') === text ? text : this.#decodeCells();
  }

  #decodeCells(): string {
    let text = '';
    for (let col = 0; col < this.width; col += 1) if (this.widthAt(col) !== 0) text += this.#textAt(col);
    return text;
  }

  #mapColumns(): Uint16Array {
    const columns = new Uint16Array(this.text.length);
    let index = 0;
    for (let col = 0; col < this.width; col += 1) {
      if (this.widthAt(col) === 0) continue;
      const end = index + this.#textAt(col).length;
      columns.fill(col, index, end);
      index = end;
    }
    return columns;
  }
}
