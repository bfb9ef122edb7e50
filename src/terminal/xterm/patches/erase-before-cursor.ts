// upstream: #5785 (open), #5995 (closed); obsolete in: unknown
import type { Core } from '../internals.js';

const eraseBefore = 1;

/**
 * In the last column, ED 1 unwraps the line below. xterm.js unwraps the line after that one, and throws if there is
 * none.
 */
export function fixEraseBeforeCursor(core: Core): void {
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
