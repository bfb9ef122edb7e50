// Soft-wrapped rows as one line, positions in their text, and the panes that borders split a screen into.

import { defaultColor } from '../base/colors.js';
import { codePointMask, combinedBit, trimBlanks, wordsPerCell } from './cells.js';
import type { Line } from './line.js';
import type { Cursor, Screen } from './screen.js';
import type { Style } from './style.js';

/** A part of a text, in UTF-16 units. */
export interface TextSpan {
  readonly index: number;
  readonly length: number;
}

/** A position in consecutive lines, 0-based. */
export interface CellPosition {
  readonly row: number;
  readonly col: number;
}

/** A text and its first and last cell. */
export interface TextRange {
  readonly start: CellPosition;
  readonly end: CellPosition;
  readonly text: string;
  /** If it is in several logical lines: the range in each of them, without trailing blanks. */
  readonly parts?: readonly TextRange[];
}

/** Whether any cell of a text range passes; trailing blanks of all but its last row are not part of it. */
export function hasCell(
  { start, end }: TextRange,
  lines: readonly Line[],
  passes: (row: number, col: number) => boolean,
): boolean {
  for (let { row } = start; row <= end.row; row += 1) {
    const last = row === end.row ? end.col : (lines[row]?.trimmedWidth ?? lines[0]?.width ?? 0) - 1;
    for (let col = row === start.row ? start.col : 0; col <= last; col += 1) if (passes(row, col)) return true;
  }
  return false;
}

/** One logical line: the rows of a soft-wrapped line joined. */
export class LogicalLine {
  /** The row of its first line. */
  readonly row: number;
  /** Whether the line above it, if there is one, is not adjacent to it on the terminal. */
  readonly isFirst: boolean;
  readonly #lines: readonly Line[];
  readonly #passed: CellPosition | undefined;
  /** The text, and where the text of each row begins; computed on demand. */
  #joined: readonly [text: string, starts: readonly number[]] | undefined;
  #trimmed: string | undefined;

  /** `passed` is the position after the last cell that the cursor has passed. */
  constructor(row: number, lines: readonly Line[], isFirst = true, passed?: CellPosition) {
    this.row = row;
    this.isFirst = isFirst;
    this.#lines = lines;
    this.#passed = passed;
  }

  get text(): string {
    return this.#lines.length === 1 ? (this.#lines[0] as Line).text : this.#joinText()[0];
  }

  /** The text without trailing blanks, which regular expressions match against. */
  get trimmed(): string {
    this.#trimmed ??= this.#lines.length === 1 ? (this.#lines[0] as Line).trimmed : trimBlanks(this.text);
    return this.#trimmed;
  }

  /** This line with the blanks between its last character and the cursor in `trimmed`; undefined if there are none. */
  get padded(): LogicalLine | undefined {
    const { row, col } = this.#passed ?? { row: -1, col: 0 };
    const line = this.#lines[row - this.row];
    if (line === undefined) return undefined;
    const start = this.#lines.length === 1 ? 0 : (this.#joinText()[1][row - this.row] as number);
    const end = start + line.slice(0, col).length;
    if (end <= this.trimmed.length) return undefined;
    const padded = new LogicalLine(this.row, this.#lines, this.isFirst);
    padded.#trimmed = this.text.slice(0, end);
    return padded;
  }

  /** The row of its last line. */
  get endRow(): number {
    return this.row + this.#lines.length - 1;
  }

  /** Whether a part of it is in rows `first` to `last`. */
  isInRows(first: number, last: number): boolean {
    return this.row <= last && this.endRow >= first;
  }

  /** The first cell of the character at `index`. */
  positionAt(index: number): CellPosition {
    const { line, offset, row } = this.#locate(index);
    return { row, col: line.columnAt(offset) };
  }

  /** The last cell of the character at `index`. */
  endPositionAt(index: number): CellPosition {
    const { line, offset, row } = this.#locate(index);
    return { row, col: line.endColumnAt(offset) };
  }

  /** The text range of a span, extended to whole characters. */
  rangeAt({ index, length }: TextSpan): TextRange {
    const { row } = this;
    if (this.#lines.length === 1 && this.#lines[0]?.isOneToOne === true)
      return {
        start: { row, col: index },
        end: { row, col: index + length - 1 },
        text: this.text.slice(index, index + length),
      };
    const [first, last] = [this.#locate(index), this.#locate(index + length - 1)];
    const from = index - first.offset + first.line.startAt(first.offset);
    const to = index + length - 1 - last.offset + last.line.endAt(last.offset);
    return {
      start: { row: first.row, col: first.line.columnAt(first.offset) },
      end: { row: last.row, col: last.line.endColumnAt(last.offset) },
      text: this.text.slice(from, to),
    };
  }

  get width(): number {
    return this.#lines[0]?.width ?? 0;
  }

  /** The lines it is made of. */
  get rows(): readonly Line[] {
    return this.#lines;
  }

  /** The character that covers a position; undefined outside this line. */
  characterAt({ row, col }: CellPosition): TextRange | undefined {
    const line = this.#lines[row - this.row];
    if (line === undefined || col >= line.width) return undefined;
    const start = line.startOf(col);
    const end = start + Math.max(1, line.widthAt(start));
    return { text: line.slice(start, end), start: { row, col: start }, end: { row, col: end - 1 } };
  }

  /** The text without trailing blanks, with each row cut off after `cols` cells. */
  cut(cols: number): string {
    return trimBlanks(this.#lines.map((line) => line.slice(0, Math.min(cols, line.width))).join(''));
  }

  /** Whether every cell of a range has a style that passes. */
  hasStyleIn({ start, end }: TextRange, passes: (style: Style, link: string | undefined) => boolean): boolean {
    for (let row = start.row; row <= end.row; row += 1) {
      const line = this.#lines[row - this.row] as Line;
      // Before a wide character that did not fit, the last cell is empty.
      const edge = line.isWritten(line.width - 1) || line.widthAt(line.width - 1) === 0 ? 1 : 2;
      const last = row === end.row ? end.col : line.width - edge;
      for (let col = row === start.row ? start.col : 0; col <= last; col += 1)
        if (!passes(line.styleAt(col), line.linkAt(col))) return false;
    }
    return true;
  }

  #locate(index: number): { readonly line: Line; readonly offset: number; readonly row: number } {
    if (this.#lines.length === 1) return { line: this.#lines[0] as Line, offset: index, row: this.row };
    const [, starts] = this.#joinText();
    const at = findLast(starts.length, (middle) => (starts[middle] as number) <= index);
    return { line: this.#lines[at] as Line, offset: index - (starts[at] as number), row: this.row + at };
  }

  #joinText(): readonly [text: string, starts: readonly number[]] {
    this.#joined ??= joinLines(this.#lines);
    return this.#joined;
  }
}

function joinLines(lines: readonly Line[]): [string, number[]] {
  const starts: number[] = [];
  let text = '';
  lines.forEach((line, index) => {
    starts.push(text.length);
    text += isFillerAtEnd(line, lines[index + 1]) ? line.text.slice(0, -1) : line.text;
  });
  return [text, starts];
}

/** Adjacent logical lines, joined by line breaks and without their trailing blanks: texts of several lines match in it. */
export class JoinedLines extends LogicalLine {
  readonly #lines: readonly LogicalLine[];
  /** Where each line begins in the text. */
  readonly #starts: readonly number[];
  readonly #text: string;

  constructor(lines: readonly LogicalLine[]) {
    super(
      lines[0]?.row ?? 0,
      lines.flatMap(({ rows }) => rows),
    );
    const starts: number[] = [];
    let at = 0;
    for (const { trimmed } of lines) {
      starts.push(at);
      at += trimmed.length + 1;
    }
    this.#lines = lines;
    this.#starts = starts;
    this.#text = lines.map(({ trimmed }) => trimmed).join('\n');
  }

  override get text(): string {
    return this.#text;
  }

  override get trimmed(): string {
    return this.#text;
  }

  override get padded(): JoinedLines | undefined {
    const padded = this.#lines.map((line) => line.padded);
    return padded.some((line) => line !== undefined)
      ? new JoinedLines(this.#lines.map((line, index) => padded[index] ?? line))
      : undefined;
  }

  /** Whether at least `count` blank cells of the same line follow a span. */
  hasBlanksAfter({ index, length }: TextSpan, count: number): boolean {
    const at = this.#indexOfLineAt(index + length);
    const line = this.#lines[at] as LogicalLine;
    return line.text.startsWith(' '.repeat(count), index + length - (this.#starts[at] as number));
  }

  /** The range of a span and of `blanks` blank cells after it. Line breaks have no cells. */
  override rangeAt({ index, length }: TextSpan, blanks = 0): TextRange {
    const end = index + length;
    const first = this.#indexOfLineAt(index);
    const last = this.#indexOfLineAt(end);
    const parts: TextRange[] = [];
    const texts: string[] = [];
    for (let at = first; at <= last; at += 1) {
      const line = this.#lines[at] as LogicalLine;
      const start = this.#starts[at] as number;
      const from = Math.max(0, index - start);
      const to = at === last ? end - start + blanks : line.trimmed.length;
      const part = to > from ? line.rangeAt({ index: from, length: to - from }) : undefined;
      if (part !== undefined) parts.push(part);
      texts.push(part?.text ?? '');
    }
    if (parts.length === 0) parts.push(this.#breakAfter(first));
    const [start, { end: lastCell }] = [(parts[0] as TextRange).start, parts.at(-1) as TextRange];
    return { start, end: lastCell, text: texts.join('\n'), parts };
  }

  override hasStyleIn({ parts = [] }: TextRange, passes: (style: Style, link: string | undefined) => boolean): boolean {
    return parts.every((part) => {
      const at = findLast(this.#lines.length, (index) => (this.#lines[index] as LogicalLine).row <= part.start.row);
      return (this.#lines[at] as LogicalLine).hasStyleIn(part, passes);
    });
  }

  // A match of line breaks only is reported in the first cell after its line, if there is one.
  #breakAfter(at: number): TextRange {
    const line = this.#lines[at] as LogicalLine;
    const index = Math.min(line.trimmed.length, line.text.length - 1);
    return { ...line.rangeAt({ index, length: 1 }), text: '' };
  }

  #indexOfLineAt(index: number): number {
    return findLast(this.#starts.length, (at) => (this.#starts[at] as number) <= index);
  }
}

/** Lines joined to one text, without trailing blanks, and the cells of its parts. An unknown line is empty. */
export class TextOfLines {
  readonly text: string;
  readonly #lines: readonly (Line | undefined)[];
  /** Where each line begins in the text. */
  readonly #starts: readonly number[];

  /** With `passed`, the position after the last cell that the cursor has passed, blanks before it are part of the text. */
  constructor(lines: readonly (Line | undefined)[], passed?: CellPosition) {
    const texts = lines.map((line) => line?.trimmed ?? '');
    const line = passed === undefined ? undefined : lines[passed.row];
    if (passed !== undefined && line !== undefined) {
      const before = line.text.slice(0, line.slice(0, passed.col).length);
      if (before.length > line.trimmed.length) texts[passed.row] = before;
    }
    const starts: number[] = [];
    let at = 0;
    for (const text of texts) {
      starts.push(at);
      at += text.length + 1;
    }
    this.text = texts.join('\n');
    this.#lines = lines;
    this.#starts = starts;
  }

  /** The range of a span, in whole characters. An empty range ends before the cell where it starts. */
  rangeAt({ index, length }: TextSpan): TextRange {
    const first = this.#locate(index);
    const start = this.#toPosition(first, 'columnAt');
    if (length === 0) return { start, end: { row: start.row, col: start.col - 1 }, text: '' };
    const last = this.#locate(index + length - 1);
    const from = index - first.offset + (first.line?.startAt(first.offset) ?? first.offset);
    const to = index + length - 1 - last.offset + (last.line?.endAt(last.offset) ?? last.offset + 1);
    return { start, end: this.#toPosition(last, 'endColumnAt'), text: this.text.slice(from, to) };
  }

  // A newline is in the first cell after its line, if there is one.
  #toPosition({ row, line, offset }: Located, column: 'columnAt' | 'endColumnAt'): CellPosition {
    return { row, col: line === undefined ? 0 : Math.min(line[column](offset), line.width - 1) };
  }

  #locate(index: number): Located {
    const row = Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= index),
    );
    return { row, line: this.#lines[row], offset: index - (this.#starts[row] ?? 0) };
  }
}

interface Located {
  readonly row: number;
  readonly line: Line | undefined;
  readonly offset: number;
}

/** Splits logical lines where they are not adjacent, and joins the others. */
export function joinAdjacentLines(lines: readonly LogicalLine[]): JoinedLines[] {
  const joined: JoinedLines[] = [];
  for (let from = 0; from < lines.length; ) {
    let end = from + 1;
    while (lines[end]?.isFirst === false) end += 1;
    joined.push(new JoinedLines(lines.slice(from, end)));
    from = end;
  }
  return joined;
}

/** The last of `count` indexes that passes, or 0, if all that pass come first. */
function findLast(count: number, passes: (index: number) => boolean): number {
  let [at, after] = [0, count];
  while (after - at > 1) {
    const middle = (at + after) >>> 1;
    if (passes(middle)) at = middle;
    else after = middle;
  }
  return at;
}

/**
 * Joins soft-wrapped lines; the first one has the row `first`, and begins a logical line even if it continues one above.
 * Patterns may match the blanks before `passed`, the position after the last cell that the cursor has passed.
 */
export function joinLogicalLines(lines: readonly Line[], first = 0, passed?: CellPosition): LogicalLine[] {
  const joined: LogicalLine[] = [];
  for (let row = 0; row < lines.length; ) {
    let end = row + 1;
    while (isContinuation(lines[end], lines[end - 1] as Line)) end += 1;
    joined.push(new LogicalLine(first + row, lines.slice(row, end), row === 0, passed));
    row = end;
  }
  return joined;
}

/** The position after the last cell that the cursor has passed. */
export const passedBy = ({ row, col, isWrapPending }: Cursor): CellPosition => ({
  row,
  col: isWrapPending ? col + 1 : col,
});

/** The text from the beginning of the cursor's logical line up to the cursor. */
export function readTextBeforeCursor({ lines, cursor }: Screen): string {
  let first = cursor.row;
  while (first > 0 && isContinuation(lines[first], lines[first - 1] as Line)) first -= 1;
  const above = lines.slice(first, cursor.row).map((line) => line.text);
  const end = passedBy(cursor).col;
  return above.join('') + (lines[cursor.row]?.slice(0, end) ?? '');
}

/**
 * Whether a line continues the one above. The emulator's flag is not sufficient: it remains set after lines in between
 * were inserted, deleted or erased. A line that is not full has no continuation.
 */
function isContinuation(line: Line | undefined, above: Line): boolean {
  if (line?.isWrapped !== true) return false;
  const last = above.width - 1;
  return above.isWritten(above.startOf(last)) || isFillerAtEnd(above, line);
}

// A wide character that does not fit leaves the last cell of the line blank; that blank is not part of the text.
function isFillerAtEnd(line: Line, next: Line | undefined): boolean {
  const last = line.width - 1;
  return next?.widthAt(0) === 2 && line.startOf(last) === last && !line.isWritten(last);
}

/** A part of a line between vertical lines: up to `end` without trailing blanks, up to `paneEnd` with them. */
export interface Segment {
  readonly col: number;
  readonly end: number;
  readonly paneEnd: number;
  readonly text: string;
}

const bar = 0x7c;
// Box drawing characters that only have horizontal strokes.
const horizontal = new Set([...'─━┄┅┈┉╌╍═╴╶╸╺╼╾'].map((character) => character.codePointAt(0) as number));

/** Whether a character draws a vertical line, as between two panes. */
function isVertical(codePoint: number): boolean {
  if (codePoint === bar || codePoint === 0x258f || codePoint === 0x2595) return true;
  return codePoint >= 0x2500 && codePoint <= 0x257f && !horizontal.has(codePoint);
}

/** Whether the cell at `col` is part of a vertical line. */
export function isVerticalAt(line: Line, col: number): boolean {
  const content = line.cells.words[col * wordsPerCell] as number;
  return (content & combinedBit) === 0 && isVertical(content & codePointMask);
}

/** Splits a line at its vertical lines, so that no text spans two panes. Omits blank parts. */
export function splitSegments(line: Line): Segment[] {
  const segments: Segment[] = [];
  // Most lines are blank.
  if (line.trimmed === '') return segments;
  const { width } = line;
  for (let col = 0; col < width; ) {
    let next = col;
    let end = col;
    while (next < width && !isVerticalAt(line, next)) {
      next += 1;
      if (line.isWritten(next - 1) || line.widthAt(next - 1) === 0) end = next;
    }
    const text = end > col ? line.slice(col, end).trimEnd() : '';
    if (text !== '') segments.push({ col, end, paneEnd: next, text });
    col = next + 1;
  }
  return segments;
}

/** The first column of the pane that a cell belongs to: after the nearest vertical line on its left. */
export function findPaneStart(line: Line, col: number): number {
  let start = Math.min(col, line.width);
  while (start > 0 && !isVerticalAt(line, start - 1)) start -= 1;
  return start;
}

/** Whether a row separates panes from `col` on: a status bar with a background of its own, or a horizontal line. */
export function isDivider(line: Line, col: number): boolean {
  let [isBar, isRule] = [true, true];
  for (let at = col; at < line.width && (isBar || isRule); at += 1) {
    if (at > col && isVerticalAt(line, at)) break;
    const { bg, inverse } = line.styleAt(at);
    if (bg === defaultColor && !inverse) isBar = false;
    if (!horizontal.has((line.cells.words[at * wordsPerCell] as number) & codePointMask)) isRule = false;
  }
  return isBar || isRule;
}

/** A position in the lines of a program, which scrolling does not change. */
export interface LinePlace {
  readonly line: number;
  readonly col: number;
}

/** The text between two places, as it is displayed: soft-wrapped lines are joined. `first` is the number of the first line. */
export function textBetween(lines: readonly Line[], first: number, from: LinePlace, to: LinePlace): string {
  let text = '';
  for (let number = Math.max(from.line, first); number <= to.line && number - first < lines.length; number += 1) {
    const line = lines[number - first] as Line;
    const start = number === from.line ? from.col : 0;
    const end = number === to.line ? to.col : line.width;
    const next = lines[number - first + 1];
    const isJoined = next?.isWrapped === true && number < to.line;
    const part = end <= start ? '' : line.slice(start, end);
    text += isJoined ? part : `${trimBlanks(part)}${number < to.line ? '\n' : ''}`;
  }
  return text;
}
