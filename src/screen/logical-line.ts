import { trimBlanks } from './blanks.js';
import type { Line } from './line.js';
import type { Screen } from './screen.js';
import type { Style } from './style.js';
import type { TextSpan } from './text-span.js';

/** A position in consecutive lines, 0-based. */
export interface Position {
  readonly row: number;
  readonly col: number;
}

/** A text and its first and last cell. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
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
  readonly #lines: readonly Line[];
  /** The text, and where the text of each row begins; computed on demand. */
  #joined: readonly [text: string, starts: readonly number[]] | undefined;
  #trimmed: string | undefined;

  constructor(row: number, lines: readonly Line[]) {
    this.row = row;
    this.#lines = lines;
  }

  get text(): string {
    return this.#lines.length === 1 ? (this.#lines[0] as Line).text : this.#joinText()[0];
  }

  /** The text without trailing blanks, which regular expressions match against. */
  get trimmed(): string {
    this.#trimmed ??= this.#lines.length === 1 ? (this.#lines[0] as Line).trimmed : trimBlanks(this.text);
    return this.#trimmed;
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
  positionAt(index: number): Position {
    const { line, offset, row } = this.#locate(index);
    return { row, col: line.columnAt(offset) };
  }

  /** The last cell of the character at `index`. */
  endPositionAt(index: number): Position {
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
  characterAt({ row, col }: Position): TextRange | undefined {
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

  /** Whether every cell from `start` to `end` has a style that passes. */
  hasStyleBetween(start: Position, end: Position, passes: (style: Style) => boolean): boolean {
    for (let row = start.row; row <= end.row; row += 1) {
      const line = this.#lines[row - this.row] as Line;
      const last = row === end.row ? end.col : line.width - 1;
      for (let col = row === start.row ? start.col : 0; col <= last; col += 1)
        if (!passes(line.styleAt(col))) return false;
    }
    return true;
  }

  #locate(index: number): { readonly line: Line; readonly offset: number; readonly row: number } {
    if (this.#lines.length === 1) return { line: this.#lines[0] as Line, offset: index, row: this.row };
    const [, starts] = this.#joinText();
    let [at, after] = [0, starts.length];
    while (after - at > 1) {
      const middle = (at + after) >>> 1;
      if ((starts[middle] as number) <= index) at = middle;
      else after = middle;
    }
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

/** Joins soft-wrapped lines; the first one has the row `first`, and begins a logical line even if it continues one above. */
export function joinLogicalLines(lines: readonly Line[], first = 0): LogicalLine[] {
  const joined: LogicalLine[] = [];
  for (let row = 0; row < lines.length; ) {
    let end = row + 1;
    while (isContinuation(lines[end], lines[end - 1] as Line)) end += 1;
    joined.push(new LogicalLine(first + row, lines.slice(row, end)));
    row = end;
  }
  return joined;
}

/** The text from the beginning of the cursor's logical line up to the cursor. */
export function readTextBeforeCursor({ lines, cursor }: Screen): string {
  let first = cursor.row;
  while (first > 0 && isContinuation(lines[first], lines[first - 1] as Line)) first -= 1;
  const above = lines.slice(first, cursor.row).map((line) => line.text);
  const end = cursor.col + (cursor.isWrapPending ? 1 : 0);
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
