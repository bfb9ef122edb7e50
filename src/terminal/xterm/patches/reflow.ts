// upstream: #6130 (open), #1910 (closed) was similar, no report found for the rest; obsolete in: unknown
import type { Core, RawBuffer, RawLine } from '../internals.js';
import { type Place, SoftWrappedLine } from '../soft-wrapped-line.js';

interface Reflowed {
  readonly lines: RawLine[];
  /** How many lines at the top were dropped. */
  readonly dropped: number;
  /** The new places of the given ones. The row of a dropped one is negative. */
  readonly places: readonly Place[];
}

/**
 * Replaces the reflow of xterm.js. Its own one cuts off the line of the cursor, removes lines below the cursor, mixes up
 * combining marks, throws when half a wide character is in the last column, can leave fewer lines than rows, and needs
 * quadratic time for one long line. This one keeps all text, and the cursor on its character, as most terminals do.
 */
export function replaceReflow({ buffers }: Core): void {
  const resize = buffers.resize.bind(buffers);
  buffers.resize = (cols, rows) => {
    const { normal, alt } = buffers;
    const isPending = alt.x >= alt._cols && alt._cols === cols;
    // Lines return from the scrollback before the reflow needs room for new ones.
    if (rows > normal._rows) preserveWrap(normal, () => normal.resize(normal._cols, rows));
    if (cols !== normal._cols) reflow(normal, cols);
    preserveWrap(normal, () => resize(cols, rows));
    if (isPending) alt.x = cols;
  };
}

// xterm.js moves the cursor onto the last character of a full row, so that the next character replaces that one.
function preserveWrap(buffer: RawBuffer, resize: () => void): void {
  const { x } = buffer;
  resize();
  buffer.x = Math.min(x, buffer._cols);
}

function reflow(buffer: RawBuffer, cols: number): void {
  const { lines, ybase, _rows: rows } = buffer;
  const { maxLength } = lines;
  const cursor = { row: ybase + buffer.y, col: buffer.x };
  const saved = { row: buffer.savedY, col: buffer.savedX };
  const { lines: next, dropped, places } = reflowLines(buffer, cols, [cursor, saved, { row: ybase, col: 0 }]);
  const [newCursor, newSaved, top] = places as [Place, Place, Place];
  const blank = (): RawLine => buffer.getBlankLine(buffer.getNullCell());
  const endsBlank = (): boolean => next.length - 1 > newCursor.row && isBlankRow(next.at(-1));

  // The top line stays at the top as long as there are blank lines at the bottom.
  while (next.length - rows > top.row && endsBlank()) next.pop();
  if (endsBlank()) while (next.length - rows < top.row) next.push(blank());
  while (next.length < rows) next.push(blank());
  const excess = Math.max(0, next.length - maxLength);
  lines.length = 0;
  for (const line of next.slice(excess)) lines.push(line);
  if (dropped + excess > 0) lines.onTrimEmitter.fire(dropped + excess);

  const rowOf = ({ row }: Place): number => row - excess;
  buffer._cols = cols;
  buffer.ybase = lines.length - rows;
  buffer.ydisp = buffer.ybase;
  buffer.y = Math.max(0, rowOf(newCursor) - buffer.ybase);
  buffer.x = rowOf(newCursor) < buffer.ybase ? 0 : newCursor.col;
  buffer.savedY = Math.max(0, rowOf(newSaved));
  buffer.savedX = newSaved.col;
}

/** Wraps lines for a new width, from the last one up to as many as the buffer can have. */
function reflowLines(buffer: RawBuffer, cols: number, places: readonly Place[]): Reflowed {
  const { lines, _cols: oldCols } = buffer;
  const { maxLength } = lines;
  const blankCell = buffer.getNullCell();
  const blank = buffer.getBlankLine(blankCell);
  const reversed: RawLine[] = [];
  // Counted from the end: how many lines there are is only known at the end.
  const fromEnd = places.map(() => ({ row: Number.POSITIVE_INFINITY, col: 0 }));
  let start = lines.length;
  while (start > 0 && reversed.length < maxLength) {
    const end = start;
    do start -= 1;
    while (start > 0 && lines.get(start)?.isWrapped === true);
    const rows = Array.from({ length: end - start }, (_, index) => lines.get(start + index) as RawLine);
    const line = new SoftWrappedLine(rows, oldCols, cols);
    for (const [index, { row, col }] of places.entries()) {
      if (row < start || row >= end) continue;
      const place = line.placeOf({ row: row - start, col });
      fromEnd[index] = { row: reversed.length + line.rowCount - place.row, col: place.col };
    }
    const first = Math.max(0, line.rowCount - (maxLength - reversed.length));
    for (const row of line.rewrap(first, blank, blankCell).reverse()) reversed.push(row);
  }
  const { length } = reversed;
  return {
    lines: reversed.reverse(),
    dropped: start,
    places: fromEnd.map(({ row, col }) => ({ row: row === Number.POSITIVE_INFINITY ? -1 : length - row, col })),
  };
}

function isBlankRow(line: RawLine | undefined): boolean {
  if (line === undefined || line.getTrimmedLength() > 0) return false;
  const { _data: data } = line;
  for (let index = 2; index < data.length; index += 3) if (data[index] !== 0) return false;
  return true;
}
