import { blankCell, type Cells, widthShift, wordsPerCell } from '../cells.js';
import { Line } from '../line.js';
import type { Cursor } from '../screen.js';
import { beginningAt, bullet } from './redact-text.js';
import type { TextFinder } from './text-finder.js';

/** What is hidden on a screen. */
export interface HiddenText {
  /** The pieces of the secrets, in composed form (NFC). */
  readonly pieces: TextFinder;
  /** The text that is being typed: each beginning of it before the cursor is hidden. */
  readonly typed: string | undefined;
}

// A shorter beginning of a secret before the cursor is more likely to be something else.
const minBeginning = 4;

/**
 * Replaces each character of a secret by `•`; a wide character by `•` and a blank. Lines that are full are joined with the
 * next one, whether or not it is soft-wrapped. Returns lines without secrets unchanged.
 */
export function redactLines(lines: readonly Line[], hidden: HiddenText, cursor?: Cursor): readonly Line[] {
  const rows = rowsOf(lines, cursor);
  const text = rows.map((row) => row.text).join('');
  const redacted = new Map<number, Uint8Array>();
  const mark = (from: number, to: number): void => markCells(rows, from, to, redacted);
  hidden.pieces.find(text, mark);
  markEndAtTop(rows, text, hidden, mark);
  if (cursor !== undefined) markBeginningAtCursor(rows, text, hidden, cursor, mark);
  if (redacted.size === 0) return lines;
  return lines.map((line, row) => {
    const cols = redacted.get(row);
    return cols === undefined ? line : coverCells(line, cols);
  });
}

/** The text of a line and the break after it; `start` is its index in the text of all lines. */
interface Row {
  readonly line: Line;
  readonly text: string;
  readonly start: number;
  /** Whether it continues the line above. */
  readonly isContinued: boolean;
}

function rowsOf(lines: readonly Line[], cursor: Cursor | undefined): Row[] {
  const rows: Row[] = [];
  let start = 0;
  let isContinued = lines[0]?.isWrapped === true;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const isFull = next !== undefined && isFilled(line, next);
    const shown = index === cursor?.row ? pickLonger(line.trimmed, line.slice(0, endOf(cursor))) : line.trimmed;
    const text = isFull ? readFullText(line) : next === undefined ? shown : `${shown}\n`;
    rows.push({ line, text, start, isContinued });
    start += text.length;
    isContinued = isFull;
  }
  return rows;
}

const pickLonger = (left: string, right: string): string => (left.length < right.length ? right : left);
const endOf = ({ col, isWrapPending }: Cursor): number => col + (isWrapPending ? 1 : 0);

// A wide character that does not fit leaves the last cell blank.
const isFilled = (line: Line, next: Line): boolean =>
  line.isWritten(line.startOf(line.width - 1)) || (next.isWrapped && next.widthAt(0) === 2);
const readFullText = (line: Line): string => (line.isWritten(line.startOf(line.width - 1)) ? line.text : line.trimmed);

// The beginning of the first logical line has scrolled off, and may contain the beginning of a secret.
function markEndAtTop(
  rows: readonly Row[],
  text: string,
  { pieces }: HiddenText,
  mark: (from: number, to: number) => void,
): void {
  if (rows[0]?.isContinued !== true) return;
  for (const piece of pieces.texts) {
    let from = 1;
    while (from < piece.length && !text.startsWith(piece.slice(from))) from += 1;
    if (from < piece.length) mark(0, piece.length - from);
  }
}

function markBeginningAtCursor(
  rows: readonly Row[],
  text: string,
  { pieces, typed }: HiddenText,
  cursor: Cursor,
  mark: (from: number, to: number) => void,
): void {
  const row = rows[cursor.row];
  if (row === undefined) return;
  const end = row.start + row.line.slice(0, endOf(cursor)).length;
  for (const piece of pieces.texts) {
    const isTyped = typed?.includes(piece) === true;
    const length = beginningAt(text.slice(0, end), piece);
    if (length >= (isTyped ? 1 : minBeginning)) mark(end - length, end);
  }
}

function markCells(rows: readonly Row[], from: number, to: number, redacted: Map<number, Uint8Array>): void {
  for (let index = rowAt(rows, from); index < rows.length; index += 1) {
    const { line, text, start } = rows[index] as Row;
    if (start >= to) return;
    const cols = redacted.get(index) ?? new Uint8Array(line.width);
    const last = Math.min(to - start, text.length, line.text.length) - 1;
    for (let at = Math.max(0, from - start); at <= last; at += 1)
      if (text[at] !== '\n') cols.fill(1, line.columnAt(at), line.endColumnAt(at) + 1);
    redacted.set(index, cols);
  }
}

/** The row that contains an index of the text of all lines. */
function rowAt(rows: readonly Row[], index: number): number {
  let [first, after] = [0, rows.length];
  while (after - first > 1) {
    const middle = (first + after) >>> 1;
    if ((rows[middle] as Row).start <= index) first = middle;
    else after = middle;
  }
  return first;
}

const bulletCell = (1 << widthShift) | bullet.charCodeAt(0);

/** The line with a bullet in each marked cell, in the same style; the second half of a wide character becomes blank. */
function coverCells(line: Line, cols: Uint8Array): Line {
  const { words, combined, extensions } = line.cells;
  const copy: Cells = { words: words.slice(), combined: { ...combined }, extensions: { ...extensions } };
  const [texts, kinds] = [copy.combined as Record<number, string>, copy.extensions as Record<number, number>];
  for (let col = 0; col < line.width; col += 1) {
    if (cols[col] !== 1) continue;
    const first = line.startOf(col);
    copy.words.set(words.subarray(first * wordsPerCell, (first + 1) * wordsPerCell), col * wordsPerCell);
    copy.words[col * wordsPerCell] = first === col ? bulletCell : blankCell | 0x20;
    delete texts[col];
    const kind = extensions?.[first];
    if (kind !== undefined) kinds[col] = kind;
  }
  return new Line(copy, line.isWrapped);
}
