import type { Screen } from '../../screen/screen.js';

/** Whether two screens differ in nothing but their rows: no resize, no other colors. */
export const hasSameFrame = (one: Screen, other: Screen): boolean =>
  one.cols === other.cols &&
  one.rows === other.rows &&
  one.ownColors === other.ownColors &&
  one.isReversed === other.isReversed;

/** The rows that look different, 0-based; all rows if the screens have different frames. A cursor belongs to its row. */
export function listChangedRows(before: Screen | undefined, screen: Screen): number[] {
  const rows = [...screen.lines.keys()];
  if (before === undefined || !hasSameFrame(before, screen)) return rows;
  return rows.filter((row) => !hasSameRow(before, screen, row));
}

function hasSameRow(one: Screen, other: Screen, row: number): boolean {
  if (one.lines[row] !== other.lines[row]) return false;
  const [a, b] = [one.cursor, other.cursor];
  const [wasHere, isHere] = [a.isVisible && a.row === row, b.isVisible && b.row === row];
  return wasHere === isHere && (!isHere || a.col === b.col);
}

const noCursor = { row: 0, col: 0, isWrapPending: false, isVisible: false };

/** A screen that consists of some rows of another one. */
export function pickRows(screen: Screen, rows: readonly number[]): Screen {
  const lines = rows.map((row) => screen.lines[row] as Screen['lines'][number]);
  const row = rows.indexOf(screen.cursor.row);
  return { ...screen, rows: rows.length, lines, cursor: row < 0 ? noCursor : { ...screen.cursor, row } };
}
