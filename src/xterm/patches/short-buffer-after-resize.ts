import type { Core } from '../internals.js';

/** Some changes of size leave a buffer with fewer lines than the screen has rows: whoever reads the missing ones fails. */
export function addMissingLines({ buffers, rows, _inputHandler: handler }: Core): void {
  for (const buffer of [buffers.normal, buffers.alt]) {
    const { lines } = buffer;
    // The alternate one has no lines while it is not shown.
    if (lines.length === 0) continue;
    const wanted = Math.min(buffer.ybase + rows, lines.maxLength);
    while (lines.length < wanted) lines.push(buffer.getBlankLine(handler._eraseAttrData()));
    buffer.ybase = Math.min(buffer.ybase, lines.length - rows);
    buffer.ydisp = buffer.ybase;
  }
}
