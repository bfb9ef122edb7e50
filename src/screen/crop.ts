import { blankCell, getCellWidth, wordsPerCell } from './cells.js';
import { Line } from './line.js';
import type { CellRect, Screen } from './screen.js';

/**
 * Returns a rectangle of a screen as a separate screen. A wide character cut by an edge becomes blank; a cursor outside
 * is hidden. Rows are soft-wrapped only if the rectangle is as wide as the screen.
 */
export function cropScreen(screen: Screen, { row, col, width, height }: CellRect): Screen {
  const isWhole = row === 0 && col === 0 && width === screen.cols && height === screen.rows;
  if (isWhole) return screen;
  const keepsWraps = col === 0 && width === screen.cols;
  const lines = Array.from({ length: height }, (_, index) => {
    const line = screen.lines[row + index];
    return cropLine(line, col, width, keepsWraps && index > 0 && line?.isWrapped === true);
  });
  const { cursor } = screen;
  const at = { row: cursor.row - row, col: cursor.col - col };
  const isInside = at.row >= 0 && at.row < height && at.col >= 0 && at.col < width;
  return {
    ...screen,
    cols: width,
    rows: height,
    lines,
    cursor: { ...(isInside ? at : { row: 0, col: 0 }), isWrapPending: false, isVisible: isInside && cursor.isVisible },
  };
}

function cropLine(line: Line | undefined, from: number, width: number, isWrapped: boolean): Line {
  const words = new Uint32Array(width * wordsPerCell);
  for (let col = 0; col < width; col += 1) words[col * wordsPerCell] = blankCell;
  if (line === undefined) return new Line({ words, combined: undefined, extensions: undefined }, isWrapped);
  const { cells } = line;
  words.set(cells.words.subarray(from * wordsPerCell, (from + width) * wordsPerCell));
  // Half a wide character retains its style, but not its text.
  if (line.startOf(from) !== from) words[0] = blankCell;
  const last = (width - 1) * wordsPerCell;
  if (getCellWidth(words[last] as number) === 2) words[last] = blankCell;
  const shiftColumns = <T>(byColumn: Readonly<Record<number, T>> | undefined): Record<number, T> | undefined =>
    byColumn === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(byColumn)
            .map(([col, value]) => [Number(col) - from, value] as const)
            .filter(([col]) => col >= 0 && col < width),
        );
  return new Line(
    { words, combined: shiftColumns(cells.combined), extensions: shiftColumns(cells.extensions) },
    isWrapped,
  );
}
