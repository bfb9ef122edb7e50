import type { Core } from '../internals.js';

/** Adds lines that some resizes leave missing: xterm.js then has fewer lines than rows, and fails to read them. */
export function addMissingLines({ buffers, rows, _inputHandler: handler }: Core): void {
  for (const buffer of [buffers.normal, buffers.alt]) {
    const { lines } = buffer;
    // The alternate buffer has no lines while it is inactive.
    if (lines.length === 0) continue;
    const wanted = Math.min(buffer.ybase + rows, lines.maxLength);
    while (lines.length < wanted) lines.push(buffer.getBlankLine(handler._eraseAttrData()));
    buffer.ybase = Math.min(buffer.ybase, lines.length - rows);
    buffer.ydisp = buffer.ybase;
  }
}
