import { wordsPerCell } from '../../screen/cells.js';
import type { Core, RawLine } from '../internals.js';

// A family emoji has 11 code units, a flag of tags 14, and stacks of accents that are meant to be read far less.
const maxCharacter = 32;
// As @xterm/headless lays the content of a cell out.
const combinedBit = 0x200000;
const widthShift = 22;
const bounded = new WeakSet<object>();

/** xterm joins as many marks to a character as it is sent, without end; here what is too many is dropped. */
export function boundCharacters(core: Core): void {
  const lines = Object.getPrototypeOf(core.buffers.normal.lines.get(0)) as RawLine;
  if (bounded.has(lines)) return;
  bounded.add(lines);
  const { addCodepointToCell } = lines;
  lines.addCodepointToCell = function (this: RawLine, col, codePoint, width): void {
    const content = this._data[col * wordsPerCell] ?? 0;
    const isFull = (content & combinedBit) !== 0 && (this._combined[col]?.length ?? 0) >= maxCharacter;
    if (!isFull) addCodepointToCell.call(this, col, codePoint, width);
    // It still decides how wide the character is.
    else if (width > 0) this._data[col * wordsPerCell] = (content & ~(3 << widthShift)) | (width << widthShift);
  };
}
