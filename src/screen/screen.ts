import type { OwnColors } from './colors.js';
import type { Line } from './line.js';

/** The position of the cursor, 0-based. */
export interface Cursor {
  readonly row: number;
  readonly col: number;
  /** The last column was written: the next character begins the next line. */
  readonly isWrapPending: boolean;
  readonly isVisible: boolean;
}

/** The immutable content of a terminal at one moment. All reads of the screen use one of these. */
export interface Screen {
  readonly cols: number;
  readonly rows: number;
  /** The visible lines, top first. */
  readonly lines: readonly Line[];
  readonly cursor: Cursor;
  readonly title: string;
  /** The colors that the program has set; undefined when it has set none. */
  readonly ownColors: OwnColors | undefined;
  /** Foreground and background are swapped (DECSCNM). */
  readonly isReversed: boolean;
  readonly isAlternate: boolean;
  /** How many lines of the normal screen have scrolled off since the program began: the number of its top line. */
  readonly top: number;
  /** Increases with every change of text, style, colors or cursor. */
  readonly revision: number;
}

/** A rectangle of cells, 0-based. In selectors and masks, a negative row or column counts from the end (`resolvePlace`). */
export interface CellRect {
  readonly col: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a screen. */
type Size = Pick<Screen, 'rows' | 'cols'>;

// An index that no screen has.
const offScreen = Number.MAX_SAFE_INTEGER;
const resolveIndex = (index: number, count: number): number =>
  index >= 0 ? index : count + index < 0 ? offScreen : count + index;

/** A position or rectangle whose negative row and column, if any, count from the end of a screen: -1 is the last one. */
export const resolvePlace = <T extends { readonly row: number; readonly col: number }>(
  place: T,
  { rows, cols }: Size,
): T =>
  place.row >= 0 && place.col >= 0
    ? place
    : { ...place, row: resolveIndex(place.row, rows), col: resolveIndex(place.col, cols) };

/** The visible text: as many lines as the screen has, without trailing blanks. */
export const textOf = (screen: Screen): string => screen.lines.map((line) => line.trimmed).join('\n');

/** Whether two screens have no visible difference. */
export function isVisiblyEqual(left: Screen, right: Screen): boolean {
  const [a, b] = [left.cursor, right.cursor];
  return (
    left.cols === right.cols &&
    left.rows === right.rows &&
    a.row === b.row &&
    a.col === b.col &&
    a.isVisible === b.isVisible &&
    left.ownColors === right.ownColors &&
    left.isReversed === right.isReversed &&
    left.lines.every((line, row) => line === right.lines[row])
  );
}
