// upstream: #6035 (open); obsolete in: unknown
import type { Core } from '../internals.js';

/** SD (CSI T) must fill new lines with the current background color, as SU and IL do. */
export function fillScrolledDownLines({ buffers, _inputHandler: handler }: Core): void {
  handler.scrollDown = ({ params }) => {
    const { active } = buffers;
    const { lines, ybase, scrollTop, scrollBottom } = active;
    for (let count = params[0] || 1; count > 0; count -= 1) {
      lines.splice(ybase + scrollBottom, 1);
      lines.splice(ybase + scrollTop, 0, active.getBlankLine(handler._eraseAttrData()));
    }
    handler._dirtyRowTracker.markRangeDirty(scrollTop, scrollBottom);
    return true;
  };
}
