import type { OwnColors } from '../base/colors.js';
import { areBlank, blankCell, findWrittenEnd, getCellWidth, trimBlanks, wordsPerCell } from './cells.js';
import { Line, type StyleRun } from './line.js';

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
    {
      words,
      combined: shiftColumns(cells.combined),
      extensions: shiftColumns(cells.extensions),
      links: shiftColumns(cells.links),
    },
    isWrapped,
  );
}

/**
 * Removes halves of wide characters from the words of a line: where one half was overwritten or cut off, the emulator
 * leaves the other, which is not visible. Returns the same words if there are none.
 */
export function repairWideCells(words: Uint32Array): Uint32Array {
  if (areBlank(words)) return words;
  let whole: Uint32Array | undefined;
  const blankCellAt = (at: number): void => {
    whole ??= words.slice();
    whole[at] = blankCell;
  };
  const end = findWrittenEnd(words);
  for (let at = 0; at < end; at += wordsPerCell) {
    const width = getCellWidth(words[at] as number);
    if (width === 1) continue;
    const next = words[at + wordsPerCell];
    const isWhole = width === 2 && next !== undefined && getCellWidth(next) === 0;
    if (isWhole) at += wordsPerCell;
    else blankCellAt(at);
  }
  return whole ?? words;
}

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

/** Whether two screens have no visible difference. `hasSameLines` compares their lines if nothing else differs. */
export function isVisiblyEqual(
  left: Screen,
  right: Screen,
  hasSameLines = (): boolean => left.lines.every((line, row) => line === right.lines[row]),
): boolean {
  const [a, b] = [left.cursor, right.cursor];
  return (
    left.cols === right.cols &&
    left.rows === right.rows &&
    a.row === b.row &&
    a.col === b.col &&
    a.isVisible === b.isVisible &&
    left.ownColors === right.ownColors &&
    left.isReversed === right.isReversed &&
    hasSameLines()
  );
}

/** A rectangle of a screen as text and style runs; rows and columns are relative to the rectangle, 0-based. */
export interface View {
  readonly rows: number;
  readonly cols: number;
  getLines(trim: boolean): string[];
  /** Style runs of each line, split by links, without trailing blanks of the default style. */
  getRuns(): Iterable<StyleRun[]>;
}

/** The view of `rect`, preceded by the lines `above`. */
export function createView(screen: Screen, rect: CellRect, above: readonly Line[]): View {
  const { row, col, width, height } = rect;
  const lines = [...above, ...screen.lines.slice(row, row + height)];
  return {
    rows: lines.length,
    cols: width,
    getLines: (trim) => lines.map((line) => sliceLine(line, col, width, trim)),
    getRuns: function* () {
      for (const line of lines) yield sliceRuns(line, col, width);
    },
  };
}

function sliceLine(line: Line, col: number, width: number, trim: boolean): string {
  if (col === 0 && width === line.width) return trim ? line.trimmed : line.text;
  const text = line.slice(col, col + width);
  return trim ? trimBlanks(text) : text;
}

function sliceRuns(line: Line, col: number, width: number): StyleRun[] {
  const runs = line.splitLinkedRuns(col, col + width).map((run) => ({ ...run, col: run.col - col }));
  const last = runs.at(-1);
  if (last?.style.isDefault !== true || last.link !== undefined) return runs;
  const text = trimBlanks(last.text);
  const trimmed = { ...last, text, width: last.width - (last.text.length - text.length) };
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), trimmed];
}
