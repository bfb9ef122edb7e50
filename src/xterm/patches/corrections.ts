import type { Core, PartedParams, RawParams } from '../internals.js';

const eraseBefore = 1;
const protectedBit = 1 << 29;
const trueColor = 2;

/** Puts right what @xterm/headless 6 does wrong; each has a test that says when it no longer needs to be. */
export function correct(core: Core): void {
  eraseUpToTheLastColumn(core);
  moveInOriginMode(core);
  alignTheWholeScreen(core);
  resetEveryMode(core);
  keepProtection(core);
  knowReverseIndex(core);
  takeColorsWithoutSpace(core);
}

// In the last column, ED 1 unwraps the line below: it looks for that in the wrong place, and throws when none is there.
function eraseUpToTheLastColumn(core: Core): void {
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

// What moves the cursor from where it is counts its row from the top of the region, too often by one time.
function moveInOriginMode({ buffers, coreService, _inputHandler: handler }: Core): void {
  const offset = (): number => (coreService.decPrivateModes.origin ? buffers.active.scrollTop : 0);
  const move = handler._moveCursor.bind(handler);
  handler._moveCursor = (cols, rows) => move(cols, rows - offset());
  const goToColumn = ({ params }: RawParams): boolean => {
    handler._setCursor((params[0] || 1) - 1, buffers.active.y - offset());
    return true;
  };
  handler.cursorCharAbsolute = goToColumn;
  handler.charPosAbsolute = goToColumn;
}

// DECALN ends the scroll region.
function alignTheWholeScreen(core: Core): void {
  const { buffers, _inputHandler: handler } = core;
  const align = handler.screenAlignmentPattern.bind(handler);
  handler.screenAlignmentPattern = () => {
    buffers.active.scrollTop = 0;
    buffers.active.scrollBottom = core.rows - 1;
    return align();
  };
}

// RIS forgets what is kept among the options, and the cursor's visibility.
function resetEveryMode({ coreService, optionsService, _inputHandler: handler }: Core): void {
  const reset = handler.fullReset.bind(handler);
  handler.fullReset = () => {
    coreService.isCursorHidden = false;
    optionsService.options.convertEol = false;
    optionsService.options.cursorBlink = false;
    return reset();
  };
}

// Protection (DECSCA) is no style: SGR 0 leaves it.
function keepProtection({ _inputHandler: handler }: Core): void {
  const process = handler._processSGR0.bind(handler);
  handler._processSGR0 = (attributes) => {
    const protection = attributes.bg & protectedBit;
    process(attributes);
    attributes.bg |= protection;
  };
}

// RI as one character is what ESC M is, to everybody who listens to that.
function knowReverseIndex({ _inputHandler: { _parser: parser } }: Core): void {
  const id = parser._identifier({ final: 'M' }, [0x30, 0x7e]);
  parser.setExecuteHandler('\x8d', () => parser._escHandlers[id]?.findLast((handle) => handle()));
}

// CSI 38:2:R:G:B m leaves out the color space, for which the red is taken. Only colors come here, not every SGR.
function takeColorsWithoutSpace({ _inputHandler: handler }: Core): void {
  const extract = handler._extractColor.bind(handler);
  handler._extractColor = (all, at, look) => {
    const parts = all.hasSubParams(at) ? all.getSubParams(at) : null;
    const isShort = parts?.length === 4 && parts[0] === trueColor && parts[1] !== -1;
    return extract(isShort ? withSpace(all, parts) : all, at, look);
  };
}

const withSpace = ({ params, length }: PartedParams, [kind = 0, ...rgb]: Int32Array): PartedParams => ({
  params,
  length,
  hasSubParams: () => true,
  getSubParams: () => Int32Array.of(kind, -1, ...rgb),
});
