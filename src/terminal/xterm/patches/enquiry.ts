// upstream: a part of #2295 (closed); obsolete in: unknown
import type { Core } from '../internals.js';

/** Calls a listener when a program requests the answerback message (ENQ), which xterm.js ignores. */
export function onEnquiry(core: Core, listener: () => void): void {
  core._inputHandler._parser.setExecuteHandler('\x05', listener);
}
