import {
  areBlank,
  blankCell,
  type Cells,
  codePointMask,
  combinedBit,
  findWrittenEnd,
  getCellWidth,
  trimBlanks,
  widthShift,
  wordsPerCell,
} from './cells.js';
import { decodeStyle, hasEqualStyle, type Style } from './style.js';

const blank = 0x20;
// Lower code points are unchanged by NFC.
const firstComposed = 0x300;
const firstComposedCharacter = String.fromCharCode(firstComposed);
// Lines have at most 1,000 cells.
const maxCells = 1000;
// state: scratch memory, overwritten by each call and never kept.
// A string is decoded from bytes in one native call; most texts need only one byte per character.
const units = new Uint16Array(maxCells);
const pairs = Buffer.from(units.buffer);
// state: scratch memory, overwritten by each call and never kept.
const bytes = Buffer.alloc(maxCells);
const blanks = ' '.repeat(maxCells);
/** A style run: neighboring cells of equal style; `col` is 0-based. */
export interface StyleRun {
  readonly col: number;
  readonly width: number;
  readonly text: string;
  readonly style: Style;
  /** The URL of its link, if runs are split by links. */
  readonly link?: string | undefined;
}

/** The text of one cell, or of several if their texts compose to one character. */
interface LineCluster {
  text: string;
  readonly col: number;
  /** Its last cell. */
  end: number;
}

/** One immutable line of a screen. Text is composed (NFC), blank cells are spaces. */
export class Line {
  /** Whether it continues the line above (a soft wrap). */
  readonly isWrapped: boolean;
  #cells: Cells;
  #text: string | undefined;
  #trimmed: string | undefined;
  /** Valid once `#text` is set. */
  #isPlain = false;
  /** By UTF-16 unit of the text: the first and the last cell of its character. */
  #columns: Uint16Array | undefined;
  #ends: Uint16Array | undefined;

  constructor(cells: Cells, isWrapped: boolean) {
    this.#cells = cells;
    this.isWrapped = isWrapped;
  }

  get cells(): Cells {
    return this.#cells;
  }

  /** Copies the words that the line was created from, so that it no longer depends on them. */
  retain(): void {
    this.#cells = { ...this.#cells, words: this.#cells.words.slice() };
  }

  /** A copy of the line in which columns `from` up to `to` were never written. */
  blank(from: number, to: number): Line {
    const words = this.#cells.words.slice();
    for (let col = from; col < Math.min(to, this.width); col += 1) words.set([blankCell, 0, 0], col * wordsPerCell);
    return new Line({ ...this.#cells, words }, this.isWrapped);
  }

  get width(): number {
    return this.cells.words.length / wordsPerCell;
  }

  get text(): string {
    this.#text ??= this.#decode();
    return this.#text;
  }

  /** The text without trailing blanks. */
  get trimmed(): string {
    this.#trimmed ??= areBlank(this.cells.words) ? '' : trimBlanks(this.text);
    return this.#trimmed;
  }

  /** How many cells the text without trailing blanks takes. */
  get trimmedWidth(): number {
    let end = this.width;
    while (end > 0 && this.isBlank(end - 1)) end -= 1;
    return end;
  }

  /** Whether each character is one cell and one unit of the text. */
  get isOneToOne(): boolean {
    this.#text ??= this.#decode();
    return this.#isPlain;
  }

  /** The first cell of the character at `index` of the text. */
  columnAt(index: number): number {
    if (this.isOneToOne) return Math.min(index, this.width);
    if (this.#columns === undefined) this.#mapColumns();
    return this.#columns?.[index] ?? this.width;
  }

  /** The last cell of the character at `index` of the text. */
  endColumnAt(index: number): number {
    const col = this.columnAt(index);
    return this.isOneToOne ? Math.min(col, this.width - 1) : (this.#ends?.[index] ?? this.width - 1);
  }

  /** Where the text of the character at `index` begins. */
  startAt(index: number): number {
    const col = this.columnAt(index);
    let start = index;
    while (start > 0 && this.#columns?.[start - 1] === col) start -= 1;
    return start;
  }

  /** The index after the text of the character at `index`. */
  endAt(index: number): number {
    const col = this.columnAt(index);
    let end = index + 1;
    while (this.#columns?.[end] === col) end += 1;
    return end;
  }

  /** The first cell of the character that covers `col`: `col - 1` for the second half of a wide character. */
  startOf(col: number): number {
    let start = col;
    while (start > 0 && this.widthAt(start) === 0) start -= 1;
    return start + this.widthAt(start) > col ? start : col;
  }

  /** How many cells the cell at `col` takes: 2 for a wide character, 0 for its second half. */
  widthAt(col: number): number {
    return getCellWidth(this.cells.words[col * wordsPerCell] as number);
  }

  /** The content of a cell as a number that identifies its text; undefined if the text has several code points. */
  contentAt(col: number): number | undefined {
    const content = this.cells.words[col * wordsPerCell] as number;
    return (content & combinedBit) === 0 ? content : undefined;
  }

  /** Whether something was written at `col`: true for a written space, false for an untouched cell. */
  isWritten(col: number): boolean {
    return ((this.cells.words[col * wordsPerCell] as number) & (codePointMask | combinedBit)) !== 0;
  }

  /** Whether the cell at `col` shows nothing but its background. */
  isBlank(col: number): boolean {
    return this.widthAt(col) > 0 && this.#textAt(col) === ' ';
  }

  /** Whether another line has the same text at `col`; blanks are alike, styles do not matter. */
  hasSameTextAt(other: Line, col: number): boolean {
    const left = this.cells.words[col * wordsPerCell];
    const right = other.cells.words[col * wordsPerCell];
    if (left === undefined || right === undefined) return left === right;
    const isCombined = ((left | right) & combinedBit) !== 0;
    if (left === right) return !isCombined || this.cells.combined?.[col] === other.cells.combined?.[col];
    if (this.widthAt(col) !== other.widthAt(col)) return false;
    const [a, b] = [left & codePointMask || blank, right & codePointMask || blank];
    // Most pairs of different characters need no normalization.
    if (!isCombined && (a === b || Math.max(a, b) < firstComposed)) return a === b;
    return this.#textAt(col) === other.#textAt(col);
  }

  /** Whether the cell at `col` has the same style as a cell of another line. */
  hasSameStyleAt(other: Line, col: number, otherCol = col): boolean {
    const [a, b] = [col * wordsPerCell + 1, otherCol * wordsPerCell + 1];
    const [words, others] = [this.cells.words, other.cells.words];
    const [extension, extension2] = [this.cells.extensions?.[col], other.cells.extensions?.[otherCol]];
    if (words[a] === others[b] && words[a + 1] === others[b + 1] && extension === extension2) return true;
    return b < others.length && hasEqualStyle(words, a, extension ?? 0, others, b, extension2 ?? 0);
  }

  /** The text in columns `from` up to `to`; half a wide character is a space. */
  slice(from: number, to: number): string {
    if (this.isOneToOne) return this.text.slice(from, to);
    let text = '';
    for (let col = from; col < to; ) {
      const end = col + this.#stepAt(col);
      const isHalf = end > to || (col === from && this.startOf(col) !== col);
      text += isHalf ? ' ' : this.#textAt(col);
      col = end;
    }
    return text;
  }

  styleAt(col: number): Style {
    const { words, extensions } = this.cells;
    const at = col * wordsPerCell;
    return decodeStyle(words[at + 1] as number, words[at + 2] as number, extensions?.[col] ?? 0);
  }

  /** The URL of the link of a cell (OSC 8). */
  linkAt(col: number): string | undefined {
    return this.cells.links?.[col]?.url;
  }

  /** Runs of equal style, and of one link, in columns `from` up to `to`. */
  splitLinkedRuns(from = 0, to = this.width): StyleRun[] {
    if (this.cells.links === undefined) return this.splitRuns(from, to);
    const runs: StyleRun[] = [];
    for (let col = from; col < to; ) {
      const link = this.linkAt(col);
      let end = col + 1;
      while (end < to && (this.linkAt(end) === link || this.startOf(end) !== end)) end += 1;
      runs.push(...this.splitRuns(col, end).map((run) => ({ ...run, link })));
      col = end;
    }
    return runs;
  }

  /** Runs of equal style in columns `from` up to `to`. */
  splitRuns(from = 0, to = this.width): StyleRun[] {
    const runs: StyleRun[] = [];
    for (let col = from; col < to; ) {
      let end = col + 1;
      while (end < to && (this.hasSameStyleAt(this, col, end) || this.startOf(end) !== end)) end += 1;
      runs.push({ col, width: end - col, text: this.slice(col, end), style: this.styleAt(col) });
      col = end;
    }
    return runs;
  }

  #textAt(col: number): string {
    const content = this.cells.words[col * wordsPerCell] as number;
    if ((content & combinedBit) !== 0) return (this.cells.combined?.[col] ?? ' ').normalize('NFC');
    const codePoint = content & codePointMask;
    return codePoint === 0 ? ' ' : String.fromCodePoint(codePoint).normalize('NFC');
  }

  // A cell of width 0 that is not a second half (a lone combining mark) counts as a cell.
  #stepAt(col: number): number {
    return Math.max(1, this.widthAt(col));
  }

  // One pass over the words for simple lines, which are nearly all; other lines are composed cell by cell.
  #decode(): string {
    const { words, combined } = this.cells;
    if (areBlank(words)) {
      this.#isPlain = true;
      return blanks.slice(0, this.width);
    }
    let length = 0;
    let highest = 0;
    let at = 0;
    for (const end = findWrittenEnd(words); at < end; ) {
      const content = words[at] as number;
      const codePoint = content & codePointMask;
      units[length] = codePoint === 0 ? blank : codePoint;
      bytes[length] = units[length] as number;
      length += 1;
      if (codePoint > highest) highest = codePoint;
      at += (content >>> widthShift || 1) * wordsPerCell;
      // Half a wide character at the end is blank.
      if (at > words.length) {
        units[length - 1] = blank;
        bytes[length - 1] = blank;
      }
    }
    if (highest > 0xffff || combined !== undefined) return this.#compose();
    const written = highest > 0xff ? pairs.toString('utf16le', 0, length * 2) : bytes.toString('latin1', 0, length);
    const left = Math.max(0, words.length - at) / wordsPerCell;
    const text = written + blanks.slice(0, left);
    length += left;
    if (highest >= firstComposed && text.normalize('NFC') !== text) return this.#compose();
    this.#isPlain = length === this.width;
    return text;
  }

  #compose(): string {
    return this.#splitClusters()
      .map(({ text }) => text)
      .join('');
  }

  #splitClusters(): LineCluster[] {
    const clusters: LineCluster[] = [];
    for (let col = 0; col < this.width; ) {
      const step = this.#stepAt(col);
      const end = Math.min(col + step, this.width) - 1;
      const text = col + step > this.width ? ' ' : this.#textAt(col);
      const last = clusters.at(-1);
      const joint = last !== undefined && text >= firstComposedCharacter ? (last.text + text).normalize('NFC') : '';
      if (last !== undefined && joint !== '' && joint !== last.text + text) {
        last.text = joint;
        last.end = end;
      } else clusters.push({ text, col, end });
      col += step;
    }
    return clusters;
  }

  #mapColumns(): void {
    const columns = new Uint16Array(this.text.length);
    const ends = new Uint16Array(this.text.length);
    let index = 0;
    for (const { text, col, end } of this.#splitClusters()) {
      columns.fill(col, index, index + text.length);
      ends.fill(end, index, index + text.length);
      index += text.length;
    }
    this.#columns = columns;
    this.#ends = ends;
  }
}
