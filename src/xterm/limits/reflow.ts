import type { Core, RawLines } from '../internals.js';

// xterm takes the square of the rows of one soft wrap, and cannot make more new ones of it at once than a call has arguments.
const maxRows = 1000;
const maxNewRows = 50_000;

/** Parts soft wraps that are too long to be wrapped anew when the width changes: nobody reads such a line whole. */
export function boundWraps({ buffers, cols }: Core, newCols: number): void {
  const most = Math.max(1, Math.min(maxRows, Math.floor((maxNewRows * newCols) / cols)));
  if (newCols < cols) partWraps(buffers.normal.lines, most);
}

function partWraps(lines: RawLines, most: number): void {
  let rows = 1;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines.get(index);
    rows = line?.isWrapped === true ? rows + 1 : 1;
    if (line === undefined || rows <= most) continue;
    line.isWrapped = false;
    rows = 1;
  }
}
