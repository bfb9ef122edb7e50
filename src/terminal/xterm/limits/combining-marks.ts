import { combinedBit, wordsPerCell } from '../../../screen/cells.js';
import type { RawLine } from '../internals.js';

// UTF-16 code units. A family emoji has 11, a flag made of tags 14, readable stacks of accents far fewer.
const maxCharacterLength = 32;

/**
 * Limits the combining marks of a character, which xterm.js does not: must be called before a mark is added to the
 * character of a cell. The new mark replaces those that are over the limit.
 */
export function limitCombiningMarks({ _data: data, _combined: combined }: RawLine, col: number): void {
  if (((data[col * wordsPerCell] ?? 0) & combinedBit) === 0) return;
  const text = combined[col] ?? '';
  if (text.length < maxCharacterLength) return;
  const isHighSurrogate = (text.charCodeAt(maxCharacterLength - 1) & 0xfc00) === 0xd800;
  combined[col] = text.slice(0, isHighSurrogate ? maxCharacterLength - 1 : maxCharacterLength);
}
