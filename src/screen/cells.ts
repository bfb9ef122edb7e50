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
}
