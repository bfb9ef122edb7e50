// upstream: #5792 (closed as intended); obsolete in: never
import type { Core, SubParams } from '../internals.js';

const trueColor = 2;

/**
 * In CSI 38:2:R:G:B m the color space is missing, and xterm.js reads red as the color space. Only called for colors, not
 * for every SGR.
 */
export function acceptColorsWithoutColorSpace({ _inputHandler: handler }: Core): void {
  const extract = handler._extractColor.bind(handler);
  handler._extractColor = (all, at, attributes) => {
    const parts = all.hasSubParams(at) ? all.getSubParams(at) : null;
    const isShort = parts?.length === 4 && parts[0] === trueColor && parts[1] !== -1;
    return extract(isShort ? addColorSpace(all, parts) : all, at, attributes);
  };
}

const addColorSpace = ({ params, length }: SubParams, [kind = 0, ...rgb]: Int32Array): SubParams => ({
  params,
  length,
  hasSubParams: () => true,
  getSubParams: () => Int32Array.of(kind, -1, ...rgb),
});
