// upstream: no report found; obsolete in: unknown
import type { Core } from '../internals.js';

/** DECALN must reset the scroll region. */
export function fixAlignmentPattern(core: Core): void {
  const { buffers, _inputHandler: handler } = core;
  const align = handler.screenAlignmentPattern.bind(handler);
  handler.screenAlignmentPattern = () => {
    buffers.active.scrollTop = 0;
    buffers.active.scrollBottom = core.rows - 1;
    return align();
  };
}
