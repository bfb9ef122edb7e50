import { blankCell, wordsPerCell } from './cells.js';
import { Line } from './line.js';
import type { Screen } from './screen.js';

/** Cuts a screen, or extends it with blanks, to another size; a cursor outside is hidden. */
export function resizeScreen(screen: Screen, cols: number, rows: number): Screen {
  if (cols === screen.cols && rows === screen.rows) return screen;
  const lines = Array.from({ length: rows }, (_, row) => resizeLine(screen.lines[row], cols));
  const { row, col, isVisible } = screen.cursor;
  const isInside = row < rows && col < cols;
  const cursor = {
    row: Math.min(row, rows - 1),
    col: Math.min(col, cols - 1),
    isWrapPending: false,
    isVisible: isVisible && isInside,
  };
  return { ...screen, cols, rows, lines, cursor };
}

/** Cuts a line, or extends it with blanks, to another width. */
export function resizeLine(line: Line | undefined, cols: number): Line {
  const words = new Uint32Array(cols * wordsPerCell);
  for (let col = 0; col < cols; col += 1) words[col * wordsPerCell] = blankCell;
  if (line === undefined) return new Line({ words, combined: undefined, extensions: undefined }, false);
  // Remove half a wide character at the edge.
  const kept = Math.min(cols, line.width) - (line.widthAt(Math.min(cols, line.width) - 1) === 2 ? 1 : 0);
  words.set(line.cells.words.subarray(0, kept * wordsPerCell));
  return new Line({ ...line.cells, words }, line.isWrapped);
}
