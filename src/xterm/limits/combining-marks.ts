import { wordsPerCell } from '../../screen/cells.js';
import type { Core, RawLine } from '../internals.js';

// UTF-16 code units. A family emoji has 11, a flag made of tags 14, readable stacks of accents far fewer.
const maxCharacterLength = 32;
// The layout of a cell's content in @xterm/headless.
const combinedBit = 0x200000;
const widthShift = 22;
const patched = new WeakSet<object>();

/** Limits the combining marks per character, which xterm.js does not; drops further marks. */
export function limitCombiningMarks(core: Core): void {
  const lines = Object.getPrototypeOf(core.buffers.normal.lines.get(0)) as RawLine;
  if (patched.has(lines)) return;
  patched.add(lines);
  const { addCodepointToCell } = lines;
  lines.addCodepointToCell = function (this: RawLine, col, codePoint, width): void {
    const content = this._data[col * wordsPerCell] ?? 0;
    const isFull = (content & combinedBit) !== 0 && (this._combined[col]?.length ?? 0) >= maxCharacterLength;
    if (!isFull) addCodepointToCell.call(this, col, codePoint, width);
    // A dropped code point still determines the width of the character.
    else if (width > 0) this._data[col * wordsPerCell] = (content & ~(3 << widthShift)) | (width << widthShift);
  };
}
