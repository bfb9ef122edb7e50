import { trimBlanks } from '../cells.js';
import type { Line } from '../line.js';
import type { TextRange } from '../logical-line.js';
import { type CellRect, resolvePlace, type Screen } from '../screen.js';

/** The cells of a screen that some rectangles hide. There may be as many rectangles as cells. */
export class CellMask {
  /** For each row: 1 for each hidden cell. */
  readonly #rows: readonly (Uint8Array | undefined)[];

  constructor({ rows, cols }: Pick<Screen, 'rows' | 'cols'>, rects: readonly CellRect[]) {
    const hidden: (Uint8Array | undefined)[] = Array.from({ length: rows });
    for (const rect of rects) {
      const { row: first, col, width, height } = resolvePlace(rect, { rows, cols });
      for (let row = first; row < Math.min(first + height, rows); row += 1) {
        const cells = hidden[row] ?? new Uint8Array(cols);
        hidden[row] = cells.fill(1, col, col + width);
      }
    }
    this.#rows = hidden;
  }

  hasHiddenCell(row: number): boolean {
    return this.#rows[row] !== undefined;
  }

  /** Whether one of the cells from `col` up to `end` is hidden. */
  isHidden(row: number, col: number, end: number): boolean {
    const cells = this.#rows[row];
    if (cells === undefined) return false;
    for (let at = col; at < end; at += 1) if (cells[at] === 1) return true;
    return false;
  }
}

/** The visible text with blanks in hidden cells. Each line keeps its width. */
export const maskText = (screen: Screen, mask: CellMask): string =>
  screen.lines
    .map((line, row) => (mask.hasHiddenCell(row) ? trimBlanks(maskLine(line, row, mask)) : line.trimmed))
    .join('\n');

function maskLine(line: Line, row: number, mask: CellMask): string {
  let text = '';
  for (let col = 0; col < line.width; ) {
    const end = col + Math.max(1, line.widthAt(col));
    text += mask.isHidden(row, col, end) ? ' '.repeat(end - col) : line.slice(col, end);
    col = end;
  }
  return text;
}

/** The rectangles that a match covers: one for each of its rows that has text. */
export function toRects({ start, end, parts }: TextRange, cols: number): CellRect[] {
  if (parts !== undefined) return parts.flatMap((part) => toRects(part, cols));
  return Array.from({ length: end.row - start.row + 1 }, (_, index) => {
    const row = start.row + index;
    const col = row === start.row ? start.col : 0;
    const last = row === end.row ? end.col : cols - 1;
    return { row, col, width: last - col + 1, height: 1 };
  });
}
