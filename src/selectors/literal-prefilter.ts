import { codePointMask, combinedBit, wordsPerCell } from '../screen/cells.js';
import { type Leaf, leavesOf, type Selector } from './selector.js';

/** Whether something can be found in a line of these cells; true more often than it is so, false only when it cannot. */
export type Sieve = (words: Uint32Array) => boolean;

const ascii = 0x80;
// What other characters become when a text is composed (NFC).
const composed = new Set('K;`');
const isUsable = (character: string | undefined): character is string =>
  character !== undefined && character > ' ' && character < '\x7f' && !composed.has(character);
const withNext = 1;
const alone = 2;

/**
 * A sieve for lines in which a selector may match part of: one pass over the cells is a fraction of what it takes to
 * make a text of them. There is none for selectors that are not made of literal texts.
 */
export function sieveOf(selector: Selector): Sieve | undefined {
  const first = new Uint8Array(ascii);
  const pairs = new Uint8Array(ascii * ascii);
  for (const leaf of leavesOf(selector)) {
    const rare = rarestOf(leaf);
    if (rare === undefined) return undefined;
    const [code, next] = [rare.charCodeAt(0), rare.charCodeAt(1)];
    if (rare.length === 1) first[code] = alone;
    else {
      first[code] ||= withNext;
      pairs[code * ascii + next] = 1;
    }
  }
  const canFollow = (next: number | undefined, code: number): boolean =>
    next === undefined ||
    (next & combinedBit) !== 0 ||
    pairs[code * ascii + Math.min(next & codePointMask, ascii - 1)] !== 0;
  return (words) => {
    for (let at = 0; at < words.length; at += wordsPerCell) {
      const content = words[at] as number;
      // A text of several code points may begin or end with anything.
      if ((content & combinedBit) !== 0) return true;
      const code = content & codePointMask;
      const enough = code < ascii ? (first[code] as number) : 0;
      if (enough === alone || (enough === withNext && canFollow(words[at + wordsPerCell], code))) return true;
    }
    return false;
  };
}

/** Two characters of a literal text that stand side by side, or one; the last ones: beginnings are often alike. */
function rarestOf(leaf: Leaf): string | undefined {
  if (leaf.type !== 'exact' || leaf.ignoreCase) return undefined;
  const text = leaf.text.normalize('NFC');
  let single: string | undefined;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text[index];
    if (!isUsable(character)) continue;
    single ??= character;
    if (isUsable(text[index + 1])) return character + text[index + 1];
  }
  return single;
}
