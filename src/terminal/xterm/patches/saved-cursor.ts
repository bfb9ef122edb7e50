// upstream: #1526, fixed in part by #5553 (merged), which will conflict; obsolete in: unknown
import type { AttributeData, Core, RawBuffer } from '../internals.js';

interface Saved {
  row: number;
  readonly isWrapPending: boolean;
  readonly isOriginMode: boolean;
  readonly extended: AttributeData['extended'];
}

/**
 * xterm.js saves too little with the cursor (DECSC), and stores its row as that of a line, which may scroll off. This
 * saves the row on the screen, origin mode, a pending wrap and the underline attributes.
 */
export function saveWholeCursor(core: Core): void {
  const { _inputHandler: handler, buffers, coreService } = core;
  // Each screen has a saved cursor of its own.
  const all = new WeakMap<RawBuffer, Saved>();
  const save = handler.saveCursor.bind(handler);
  const restore = handler.restoreCursor.bind(handler);
  const softReset = handler.softReset.bind(handler);
  const resize = buffers.resize.bind(buffers);

  handler.saveCursor = (params) => {
    const { x, y } = buffers.active;
    const { extended } = handler._curAttrData;
    const isOriginMode = coreService.decPrivateModes.origin;
    all.set(buffers.active, { row: y, isWrapPending: x >= core.cols, isOriginMode, extended });
    return save(params);
  };
  handler.restoreCursor = (params) => {
    const { active } = buffers;
    const saved = all.get(active);
    coreService.decPrivateModes.origin = saved?.isOriginMode ?? false;
    // If nothing is underlined, xterm.js does not restore the underline attributes.
    handler._processSGR0(handler._curAttrData);
    if (saved === undefined) return restore(params);
    active.savedY = active.ybase + saved.row;
    restore(params);
    handler._curAttrData.extended = saved.extended;
    if (saved.isWrapPending && active.x === core.cols - 1) active.x = core.cols;
    return true;
  };
  handler.softReset = (params) => {
    all.delete(buffers.active);
    return softReset(params);
  };
  // A resize moves lines into the scrollback or back, and the saved row with them.
  buffers.resize = (cols, rows) => {
    const both = [buffers.normal, buffers.alt].flatMap((buffer) => {
      const saved = all.get(buffer);
      return saved === undefined ? [] : [{ buffer, saved }];
    });
    for (const { buffer, saved } of both) buffer.savedY = buffer.ybase + saved.row;
    resize(cols, rows);
    for (const { buffer, saved } of both) saved.row = Math.max(0, buffer.savedY - buffer.ybase);
  };
}
