// upstream: #1462 (open), which is about C1 in general; obsolete in: unknown
import type { Core } from '../internals.js';

/** RI as a single C1 character is equivalent to ESC M, so call the handlers of ESC M. */
export function handleReverseIndex({ _inputHandler: { _parser: parser } }: Core): void {
  const id = parser._identifier({ final: 'M' }, [0x30, 0x7e]);
  parser.setExecuteHandler('\x8d', () => parser._escHandlers[id]?.findLast((handle) => handle()));
}
