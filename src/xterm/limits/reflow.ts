import type { Core, RawLines } from '../internals.js';

// xterm.js needs quadratic time for the rows of one soft-wrapped line, and adds new rows as arguments of one call.
const maxRows = 1000;
const maxNewRows = 50_000;

/** Splits soft-wrapped lines that are too long to be reflowed when the width changes. */
export function limitReflow({ buffers, cols }: Core, newCols: number): void {
  const maxWrapRows = Math.max(1, Math.min(maxRows, Math.floor((maxNewRows * newCols) / cols)));
  if (newCols < cols) splitWraps(buffers.normal.lines, maxWrapRows);
}

function splitWraps(lines: RawLines, maxWrapRows: number): void {
  let rows = 1;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines.get(index);
    rows = line?.isWrapped === true ? rows + 1 : 1;
    if (line === undefined || rows <= maxWrapRows) continue;
    line.isWrapped = false;
    rows = 1;
  }
}
