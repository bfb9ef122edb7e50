// How cells are stored and measured, and how they are printed without joining neighbors.
import { type Kind, loadKinds } from '../base/unicode/characters.js';
import { beginCluster, type Cluster, getClusterWidth, joinCluster, unknown } from '../base/unicode/cluster.js';

/** A text without its trailing blanks. */
export function trimBlanks(text: string): string {
  // Not / +$/, which takes quadratic time for many blanks in front of something else.
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end -= 1;
  return text.slice(0, end);
}

/** The size of a cell in pixels, in pictures and as reported to programs. */
export const cellPixels = { width: 9, height: 18 } as const;

/** Words per cell in `Cells.words`: content, foreground and background. */
export const wordsPerCell = 3;
/** Where the width begins in the content of a cell. */
export const widthShift = 22;
/** The content of a cell that was never written. */
export const blankCell = 1 << 22;
/** How many cells a cell with this content takes: 2 for a wide character, 0 for its second half. */
export const getCellWidth = (content: number): number => content >>> widthShift;
/** Set in the content of a cell whose text has several code points and is stored in `combined`. */
export const combinedBit = 0x200000;
/** The part of a cell's content that is its code point, unless it has several. */
export const codePointMask = 0x1fffff;
// Lines have at most 1,000 cells.
const maxCells = 1000;
const blankBytes = Buffer.alloc(maxCells * wordsPerCell * 4, Buffer.from(Uint32Array.of(blankCell, 0, 0).buffer));

/** Whether the cells of a line were never written to. This is common, so one native call determines it. */
export function areBlank(words: Uint32Array): boolean {
  if (words[0] !== blankCell) return false;
  const { byteLength } = words;
  const own = new Uint8Array(words.buffer, words.byteOffset, byteLength);
  return blankBytes.compare(own, 0, byteLength, 0, byteLength) === 0;
}

/** The index after the words of the last written cell: iterating over cells can stop there. */
export function findWrittenEnd(words: Uint32Array): number {
  let end = words.length;
  while (end > 0 && words[end - wordsPerCell] === blankCell) end -= wordsPerCell;
  return end;
}

/** The raw cells of a line. Content: code point, width from bit 22 on, bit 21 when the text is in `combined`. */
export interface Cells {
  readonly words: Uint32Array;
  /** Texts of more than one code point, by column. */
  readonly combined: Readonly<Record<number, string>> | undefined;
  /** Extension words (kind and color of underlines), by column. */
  readonly extensions: Readonly<Record<number, number>> | undefined;
  /** Links, by column. */
  readonly links?: Readonly<Record<number, Link>> | undefined;
}

/** A link of cells. Its URL is forgotten when newer links need the memory. */
export interface Link {
  url: string | undefined;
}

// Code points below the combining marks never join.
const mayJoin = /[\u0300-\uffff]/;
// They change a width only if no escape code precedes them.
const selectors = /[\ufe0e\ufe0f]/g;

/** The text of a line by columns. */
export interface ColumnText {
  widthAt(col: number): number;
  slice(from: number, to: number): string;
}

/** Prints cells in order, and separates those that would become one character with an escape code. */
export class ClusterSeparator {
  #before: Cluster = unknown;

  /** An escape code was printed: the next character does not join. */
  reset(): void {
    this.#before = unknown;
  }

  /** The text of cells, with `code` between those that must not join. */
  separate(line: ColumnText, col: number, text: string, code: string): string {
    if (!mayJoin.test(text)) {
      this.#before = text === '' ? this.#before : unknown;
      return text;
    }
    let separated = '';
    let at = col;
    for (let left = text.length; left > 0; ) {
      const end = at + Math.max(1, line.widthAt(at));
      const cell = line.slice(at, end);
      const joins = this.#canJoin(cell);
      const isAsWide = getClusterWidth(this.#before) === Math.max(1, line.widthAt(at));
      separated += (joins ? code : '') + (isAsWide ? cell : cell.replaceAll(selectors, (selector) => code + selector));
      left -= cell.length;
      at = end;
    }
    return separated;
  }

  #canJoin(cell: string): boolean {
    const kinds = loadKinds();
    let joins = false;
    for (const [index, character] of Array.from(cell).entries()) {
      const of = kinds[character.codePointAt(0) as number] as Kind;
      const joined = this.#before === unknown ? undefined : joinCluster(this.#before, of);
      joins ||= index === 0 && joined !== undefined;
      this.#before = (index === 0 ? undefined : joined) ?? beginCluster(of);
    }
    return joins;
  }
}
