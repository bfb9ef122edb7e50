// upstream: #814 (closed), #1532 (closed), both about other modes; obsolete in: unknown
import type { Core } from '../internals.js';

/** RIS must also reset the modes that xterm.js stores as options, and the cursor's visibility. */
export function fixFullReset({ coreService, optionsService, _inputHandler: handler }: Core): void {
  const reset = handler.fullReset.bind(handler);
  handler.fullReset = () => {
    coreService.isCursorHidden = false;
    optionsService.options.convertEol = false;
    optionsService.options.cursorBlink = false;
    return reset();
  };
}
