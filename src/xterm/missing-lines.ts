interface RawBuffer {
  ybase: number;
  ydisp: number;
  readonly lines: { readonly length: number; readonly maxLength: number; push(line: object): void };
  getBlankLine(look: unknown): object;
}
// What the public API of @xterm/headless does not tell.
interface Core {
  readonly rows: number;
  readonly buffers: { readonly normal: RawBuffer; readonly alt: RawBuffer };
  readonly _inputHandler: { _eraseAttrData(): unknown };
}

/** Some changes of size leave a buffer with fewer lines than the screen has rows: whoever reads the missing ones fails. */
export function addMissingLines(terminal: object): void {
  const { buffers, rows, _inputHandler: handler } = (terminal as { readonly _core: Core })._core;
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
