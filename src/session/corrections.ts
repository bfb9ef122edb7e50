interface Params {
  readonly params: Int32Array;
}
interface Row {
  isWrapped: boolean;
}
interface RawBuffer {
  ybase: number;
  ydisp: number;
  readonly lines: { readonly length: number; readonly maxLength: number; push(line: object): void };
  getBlankLine(look: unknown): object;
}
// What the public API of @xterm/headless does not tell.
interface Core {
  readonly cols: number;
  readonly rows: number;
  readonly buffers: {
    readonly active: {
      x: number;
      readonly y: number;
      readonly ybase: number;
      readonly lines: { get(index: number): Row | undefined };
    };
    readonly normal: RawBuffer;
    readonly alt: RawBuffer;
  };
  readonly _inputHandler: {
    _eraseAttrData(): unknown;
    eraseInDisplay(params: Params, respectProtect: boolean): boolean;
    eraseInLine(params: Params, respectProtect: boolean): boolean;
  };
}

const eraseBefore = 1;

/** Puts right what @xterm/headless 6 does wrong; each has a test that says when it no longer needs to be. */
export function correct(terminal: object): void {
  const core = (terminal as { readonly _core: Core })._core;
  eraseUpToTheLastColumn(core);
}

// In the last column, ED 1 unwraps the line below: it looks for that in the wrong place, and throws when none is there.
function eraseUpToTheLastColumn(core: Core): void {
  const { _inputHandler: handler } = core;
  const erase = handler.eraseInDisplay.bind(handler);
  handler.eraseInDisplay = (params, respectProtect) => {
    const { active } = core.buffers;
    const { x, y, ybase, lines } = active;
    if (params.params[0] !== eraseBefore || x < core.cols - 1) return erase(params, respectProtect);
    active.x = core.cols - 2;
    erase(params, respectProtect);
    active.x = x;
    const below = y + 1 < core.rows ? lines.get(ybase + y + 1) : undefined;
    if (below !== undefined) below.isWrapped = false;
    // EL 1 has the same number.
    return handler.eraseInLine(params, respectProtect);
  };
}

/** Some changes of size leave a buffer with fewer lines than the screen has rows: whoever reads the missing ones fails. */
export function fillScreens(terminal: object): void {
  const { buffers, rows, _inputHandler: handler } = (terminal as { readonly _core: Core })._core;
  for (const buffer of [buffers.normal, buffers.alt]) {
    // The alternate one has no lines while it is not shown.
    if (buffer.lines.length === 0) continue;
    const { lines } = buffer;
    const wanted = Math.min(buffer.ybase + rows, lines.maxLength);
    while (lines.length < wanted) lines.push(buffer.getBlankLine(handler._eraseAttrData()));
    buffer.ybase = Math.min(buffer.ybase, lines.length - rows);
    buffer.ydisp = buffer.ybase;
  }
}
