import { trimBlanks } from './blanks.js';
import type { Line } from './line.js';
import { type Rect, type Screen, textOf } from './screen.js';
import type { Match } from './selector.js';

/** The visible text with rectangles blanked out; every line keeps its width. */
export function maskedText(screen: Screen, rects: readonly Rect[]): string {
  if (rects.length === 0) return textOf(screen);
  return screen.lines
    .map((line, row) => {
      const hiding = rects.filter((rect) => row >= rect.row && row < rect.row + rect.height);
      if (hiding.length === 0) return line.trimmed;
      return trimBlanks(maskedLine(line, hiding));
    })
    .join('\n');
}

function maskedLine(line: Line, rects: readonly Rect[]): string {
  let text = '';
  for (let col = 0; col < line.width; ) {
    const end = col + Math.max(1, line.widthAt(col));
    const isHidden = rects.some((rect) => col < rect.col + rect.width && end > rect.col);
    text += isHidden ? ' '.repeat(end - col) : line.slice(col, end);
    col = end;
  }
  return text;
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
