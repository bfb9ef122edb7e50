import type { Line } from './line.js';
import { type Screen, trimBlanks } from './screen.js';
import type { Style } from './style.js';

/** A place in a stack of lines, 0-based. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

/** One line as a person reads it: the lines of a soft wrap joined. */
export class LogicalLine {
  /** The row of its first line. */
  readonly row: number;
  readonly text: string;
  readonly #lines: readonly Line[];
  /** Where the text of each line begins. */
  readonly #starts: readonly number[];

  constructor(row: number, lines: readonly Line[]) {
    this.row = row;
    this.#lines = lines;
    [this.text, this.#starts] = lines.length === 1 ? [(lines[0] as Line).text, onlyStart] : join(lines);
  }

  /** The text without trailing blanks: what regular expressions see. */
  get trimmed(): string {
    return trimBlanks(this.text);
  }

  /** The first cell of the character at `index`. */
  placeAt(index: number): Place {
    const { line, offset, row } = this.#locate(index);
    return { row, col: line.columnAt(offset) };
  }

  /** The last cell of the character at `index`. */
  endPlaceAt(index: number): Place {
    const { line, offset, row } = this.#locate(index);
    const col = line.columnAt(offset);
    return { row, col: col + Math.max(1, line.widthAt(col)) - 1 };
  }

  get width(): number {
    return this.#lines[0]?.width ?? 0;
  }

  /** The lines it is made of. */
  get rows(): readonly Line[] {
    return this.#lines;
  }

  /** What stands in a cell of it; undefined when the place is elsewhere. */
  characterAt({ row, col }: Place): string | undefined {
    const line = this.#lines[row - this.row];
    return line === undefined || col >= line.width ? undefined : line.slice(col, col + Math.max(1, line.widthAt(col)));
  }

  /** The styles of the cells from one place to another. */
  stylesBetween(start: Place, end: Place): Style[] {
    const styles: Style[] = [];
    for (let row = start.row; row <= end.row; row += 1) {
      const line = this.#lines[row - this.row] as Line;
      const last = row === end.row ? end.col : line.width - 1;
      for (let col = row === start.row ? start.col : 0; col <= last; col += 1) styles.push(line.styleAt(col));
    }
    return styles;
  }

  #locate(index: number): { readonly line: Line; readonly offset: number; readonly row: number } {
    let at = this.#starts.length - 1;
    while (at > 0 && (this.#starts[at] as number) > index) at -= 1;
    return { line: this.#lines[at] as Line, offset: index - (this.#starts[at] as number), row: this.row + at };
  }
}

const onlyStart: readonly number[] = [0];

function join(lines: readonly Line[]): [string, number[]] {
  const starts: number[] = [];
  let text = '';
  lines.forEach((line, index) => {
    starts.push(text.length);
    text += isFillerAtEnd(line, lines[index + 1]) ? line.text.slice(0, -1) : line.text;
  });
  return [text, starts];
}

/** Joins soft wraps; the first line has the row `first`, and begins a line even when it continues one above. */
export function logicalLines(lines: readonly Line[], first = 0): LogicalLine[] {
  const joined: LogicalLine[] = [];
  for (let row = 0; row < lines.length; ) {
    let end = row + 1;
    while (lines[end]?.isWrapped === true) end += 1;
    joined.push(new LogicalLine(first + row, lines.slice(row, end)));
    row = end;
  }
  return joined;
}

/** The text from the beginning of the cursor's logical line up to the cursor. */
export function textBeforeCursor({ lines, cursor }: Screen): string {
  let first = cursor.row;
  while (first > 0 && lines[first]?.isWrapped === true) first -= 1;
  const above = lines.slice(first, cursor.row).map((line) => line.text);
  const end = cursor.col + (cursor.isWrapPending ? 1 : 0);
  return above.join('') + (lines[cursor.row]?.slice(0, end) ?? '');
}

// A wide character that does not fit leaves the last cell of its line blank; that blank is nobody's.
function isFillerAtEnd(line: Line, next: Line | undefined): boolean {
  return (
    next !== undefined && !line.isWritten(line.width - 1) && line.widthAt(line.width - 1) === 1 && next.widthAt(0) === 2
  );
}
