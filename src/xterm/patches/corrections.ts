import type { Core, RawParams, SubParams } from '../internals.js';

const eraseBefore = 1;
const protectedBit = 1 << 29;
const trueColor = 2;

/** Fixes bugs of @xterm/headless 6. A test asserts that each bug still exists, and fails when its patch can go. */
export function applyCorrections(core: Core): void {
  fixEraseBeforeCursor(core);
  fixOriginModeMoves(core);
  fixAlignmentPattern(core);
  fixFullReset(core);
  preserveProtection(core);
  handleReverseIndex(core);
  acceptColorsWithoutColorSpace(core);
}

// In the last column, ED 1 unwraps the line below. xterm.js uses the wrong index, and throws if no such line exists.
// https://github.com/xtermjs/xterm.js/pull/5785
function fixEraseBeforeCursor(core: Core): void {
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

// In origin mode, relative cursor moves add the top of the scroll region twice.
function fixOriginModeMoves({ buffers, coreService, _inputHandler: handler }: Core): void {
  const getOffset = (): number => (coreService.decPrivateModes.origin ? buffers.active.scrollTop : 0);
  const move = handler._moveCursor.bind(handler);
  handler._moveCursor = (cols, rows) => move(cols, rows - getOffset());
  const moveToColumn = ({ params }: RawParams): boolean => {
    handler._setCursor((params[0] || 1) - 1, buffers.active.y - getOffset());
    return true;
  };
  handler.cursorCharAbsolute = moveToColumn;
  handler.charPosAbsolute = moveToColumn;
}

// DECALN resets the scroll region.
function fixAlignmentPattern(core: Core): void {
  const { buffers, _inputHandler: handler } = core;
  const align = handler.screenAlignmentPattern.bind(handler);
  handler.screenAlignmentPattern = () => {
    buffers.active.scrollTop = 0;
    buffers.active.scrollBottom = core.rows - 1;
    return align();
  };
}

// RIS must also reset the modes that xterm.js stores as options, and the cursor's visibility.
function fixFullReset({ coreService, optionsService, _inputHandler: handler }: Core): void {
  const reset = handler.fullReset.bind(handler);
  handler.fullReset = () => {
    coreService.isCursorHidden = false;
    optionsService.options.convertEol = false;
    optionsService.options.cursorBlink = false;
    return reset();
  };
}

// Protection (DECSCA) is not a rendition: SGR 0 must not reset it.
function preserveProtection({ _inputHandler: handler }: Core): void {
  const process = handler._processSGR0.bind(handler);
  handler._processSGR0 = (attributes) => {
    const protection = attributes.bg & protectedBit;
    process(attributes);
    attributes.bg |= protection;
  };
}

// RI as a single C1 character is equivalent to ESC M, so call the handlers of ESC M.
function handleReverseIndex({ _inputHandler: { _parser: parser } }: Core): void {
  const id = parser._identifier({ final: 'M' }, [0x30, 0x7e]);
  parser.setExecuteHandler('\x8d', () => parser._escHandlers[id]?.findLast((handle) => handle()));
}

// In CSI 38:2:R:G:B m the color space is missing, and xterm.js reads red as the color space. Upstream keeps this
// behavior: https://github.com/xtermjs/xterm.js/issues/5792. Only called for colors, not for every SGR.
function acceptColorsWithoutColorSpace({ _inputHandler: handler }: Core): void {
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
