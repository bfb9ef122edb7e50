import { type Rect, type Screen, trimBlanks } from './screen.js';
import type { Match } from './selector.js';

/** The visible text with rectangles blanked out; every line keeps its width. */
export function maskedText(screen: Screen, rects: readonly Rect[]): string {
  if (rects.length === 0) return screen.lines.map((line) => trimBlanks(line.text)).join('\n');
  return screen.lines
    .map((line, row) => {
      const hiding = rects.filter((rect) => row >= rect.row && row < rect.row + rect.height);
      if (hiding.length === 0) return trimBlanks(line.text);
      const isHidden = (col: number): boolean => hiding.some((rect) => col >= rect.col && col < rect.col + rect.width);
      const cells = Array.from({ length: line.width }, (_, col) => (isHidden(col) ? ' ' : line.slice(col, col + 1)));
      return trimBlanks(cells.join(''));
    })
    .join('\n');
}

/** The rectangles that a match covers: one for each of its rows. */
export function rectsOf({ start, end }: Match, cols: number): Rect[] {
  return Array.from({ length: end.row - start.row + 1 }, (_, index) => {
    const row = start.row + index;
    const col = row === start.row ? start.col : 0;
    const last = row === end.row ? end.col : cols - 1;
    return { row, col, width: last - col + 1, height: 1 };
  });
}
