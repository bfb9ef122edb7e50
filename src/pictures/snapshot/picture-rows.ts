import type { Screen } from '../../screen/screen.js';
import type { CellRange } from '../render/comparison.js';

// A difference picture costs 15 µs for each cell (2 cores, Node 20): half a second. Terminals of usual sizes are smaller.
const maxPictureCells = 30_000;
const contextRows = 3;

/** Two screens as the difference picture shows them. */
export interface PictureRows {
  readonly expected: Screen;
  readonly actual: Screen;
  readonly cells: readonly CellRange[];
  /** The rows that the picture shows, 1-based; undefined if it shows all. */
  readonly shown: readonly [first: number, last: number] | undefined;
}

/** Limits the difference picture of large screens to the rows around the first difference. */
export function selectPictureRows(expected: Screen, actual: Screen, cells: readonly CellRange[]): PictureRows {
  const rows = Math.max(expected.rows, actual.rows);
  const count = Math.max(1, Math.floor(maxPictureCells / Math.max(expected.cols, actual.cols)));
  if (rows <= count) return { expected, actual, cells, shown: undefined };
  const first = Math.max(0, Math.min((cells[0]?.row ?? 0) - contextRows, rows - count));
  const inside = cells.filter(({ row }) => row >= first && row < first + count);
  return {
    expected: sliceRows(expected, first, count),
    actual: sliceRows(actual, first, count),
    cells: inside.map((cell) => ({ ...cell, row: cell.row - first })),
    shown: [first + 1, first + count],
  };
}

function sliceRows(screen: Screen, first: number, count: number): Screen {
  const lines = screen.lines.slice(first, first + count);
  const { cursor } = screen;
  const row = cursor.row - first;
  const isInside = row >= 0 && row < lines.length;
  return {
    ...screen,
    rows: lines.length,
    lines,
    cursor: { ...cursor, row: isInside ? row : 0, isVisible: cursor.isVisible && isInside },
  };
}
