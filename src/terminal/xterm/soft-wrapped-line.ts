import { combinedBit, wordsPerCell } from '../../screen/cells.js';
import type { AttributeData, RawLine } from './internals.js';

/** A row and a column. A column after the text is the cursor's. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

// The layout of a cell in @xterm/headless: two bits of its first word are its width.
const widthShift = 22;
const extendedBit = 0x10000000;

/** The rows of one soft-wrapped line, and how they wrap in another number of columns. */
export class SoftWrappedLine {
  readonly #rows: readonly RawLine[];
  readonly #cols: number;
  /** Where each row begins, in cells from the start of the line; and where the text ends. */
  readonly #begins: readonly number[];
  readonly #words: Uint32Array;
  readonly #newBegins: readonly number[];

  constructor(rows: readonly RawLine[], oldCols: number, cols: number) {
    this.#rows = rows;
    this.#cols = cols;
    const begins = [0];
    for (const [index, row] of rows.entries()) {
      removeHalf(row, oldCols);
      begins.push((begins[index] as number) + measureLength(row, rows[index + 1], oldCols));
    }
    this.#begins = begins;
    this.#words = this.#isUnchanged ? new Uint32Array(0) : joinWords(rows, begins);
    this.#newBegins = this.#isUnchanged ? [0] : wrap(this.#words, this.#length, cols);
  }

  /** The number of rows in the new number of columns. */
  get rowCount(): number {
    return this.#newBegins.length;
  }

  /** The new place of a cell or of the cursor. */
  placeOf({ row, col }: Place): Place {
    const [begin, end] = [this.#begins[row] as number, this.#begins[row + 1] as number];
    const offset = begin + (row < this.#rows.length - 1 ? Math.min(col, end - begin) : col);
    const newRow = this.#newRowOf(offset);
    const newCol = offset - (this.#newBegins[newRow] as number);
    // Right after the text, the cursor may be after the last column: a wrap is pending.
    return { row: newRow, col: offset <= this.#length ? newCol : Math.min(newCol, this.#cols - 1) };
  }

  /** Creates the new rows from row `first` on, as copies of a blank line. */
  rewrap(first: number, blank: RawLine, blankCell: AttributeData): RawLine[] {
    const [top] = this.#rows as readonly [RawLine];
    if (this.#isUnchanged) {
      top.resize(this.#cols, blankCell);
      return first === 0 ? [top] : [];
    }
    const lines = this.#newBegins.slice(first).map((begin, index) => {
      const line = blank.clone();
      line.isWrapped = first + index > 0 || top.isWrapped;
      const end = this.#newBegins[first + index + 1] ?? this.#length;
      line._data.set(this.#words.subarray(begin * wordsPerCell, end * wordsPerCell));
      return line;
    });
    this.#copyTables(lines, first);
    return lines;
  }

  get #length(): number {
    return this.#begins.at(-1) as number;
  }

  get #isUnchanged(): boolean {
    return this.#rows.length === 1 && this.#length <= this.#cols;
  }

  #newRowOf(offset: number): number {
    const begins = this.#newBegins;
    let [low, high] = [0, begins.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((begins[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // Combining marks and underlines are in tables by column, which retain stale entries.
  #copyTables(lines: readonly RawLine[], first: number): void {
    for (const [index, { _combined: combined, _extendedAttrs: extended }] of this.#rows.entries()) {
      const [begin, end] = [this.#begins[index] as number, this.#begins[index + 1] as number];
      const copy = (key: string, word: number, bit: number, set: (line: RawLine, col: number) => void): void => {
        const offset = begin + Number(key);
        if (offset >= end || ((this.#words[offset * wordsPerCell + word] as number) & bit) === 0) return;
        const row = this.#newRowOf(offset);
        const line = lines[row - first];
        if (line !== undefined) set(line, offset - (this.#newBegins[row] as number));
      };
      for (const key in combined)
        copy(key, 0, combinedBit, (line, col) => {
          line._combined[col] = combined[Number(key)] as string;
        });
      for (const key in extended)
        copy(key, 2, extendedBit, (line, col) => {
          line._extendedAttrs[col] = extended[Number(key)] as AttributeData['extended'];
        });
    }
  }
}

const widthAt = (words: Uint32Array, cell: number): number => (words[cell * wordsPerCell] as number) >>> widthShift;

/** Programs can leave the first half of a wide character in the last column. */
function removeHalf(row: RawLine, cols: number): void {
  if (row.getWidth(cols - 1) !== 2) return;
  row._data[(cols - 1) * wordsPerCell] = 1 << widthShift;
}

/** The cells of a row that belong to the text. A wide character that did not fit leaves its last column empty. */
function measureLength(row: RawLine, next: RawLine | undefined, cols: number): number {
  if (next === undefined) return Math.min(row.getTrimmedLength(), cols);
  return !row.hasContent(cols - 1) && row.getWidth(cols - 1) === 1 && next.getWidth(0) === 2 ? cols - 1 : cols;
}

function joinWords(rows: readonly RawLine[], begins: readonly number[]): Uint32Array {
  const words = new Uint32Array((begins.at(-1) as number) * wordsPerCell);
  for (const [index, { _data: data }] of rows.entries()) {
    const [begin, end] = [begins[index] as number, begins[index + 1] as number];
    words.set(data.subarray(0, (end - begin) * wordsPerCell), begin * wordsPerCell);
  }
  return words;
}

/** Where each new row begins. */
function wrap(words: Uint32Array, length: number, cols: number): number[] {
  const begins = [0];
  let begin = 0;
  while (length - begin > cols) {
    // A wide character that does not fit moves to the next row.
    begin += widthAt(words, begin + cols - 1) === 2 ? cols - 1 : cols;
    begins.push(begin);
  }
  return begins;
}
