// upstream: no report found; obsolete in: unknown
import type { Core, RawParams } from '../internals.js';

/** In origin mode, relative cursor moves, CHA and HPA add the top of the scroll region twice. */
export function fixOriginModeMoves({ buffers, coreService, _inputHandler: handler }: Core): void {
  const offset = (): number => (coreService.decPrivateModes.origin ? buffers.active.scrollTop : 0);
  const move = handler._moveCursor.bind(handler);
  handler._moveCursor = (cols, rows) => move(cols, rows - offset());
  const moveToColumn = ({ params }: RawParams): boolean => {
    handler._setCursor((params[0] || 1) - 1, buffers.active.y - offset());
    return true;
  };
  handler.cursorCharAbsolute = moveToColumn;
  handler.charPosAbsolute = moveToColumn;
}
