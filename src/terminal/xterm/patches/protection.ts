// upstream: #3651 (closed), which added DECSCA; obsolete in: unknown
import type { Core } from '../internals.js';

const protectedBit = 1 << 29;

/** Protection (DECSCA) is not a rendition: SGR 0 must not reset it. */
export function preserveProtection({ _inputHandler: handler }: Core): void {
  const process = handler._processSGR0.bind(handler);
  handler._processSGR0 = (attributes) => {
    const protection = attributes.bg & protectedBit;
    process(attributes);
    attributes.bg |= protection;
  };
}
