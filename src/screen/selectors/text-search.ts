import type { Line } from '../line.js';
import type { CellPosition, TextRange } from '../logical-line.js';
import type { TextSpan } from '../text-span.js';

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
