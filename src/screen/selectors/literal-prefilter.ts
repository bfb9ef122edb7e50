import { codePointMask, combinedBit, wordsPerCell } from '../cells.js';
import { countsFromEnd, type Leaf, listLeaves, type Selector } from './selector.js';

/** Whether a line of these cells can contain a match. May return true without a match, but never false with one. */
export type LiteralPrefilter = (words: Uint32Array) => boolean;

const ascii = 0x80;
// Characters that composition (NFC) can produce from other characters.
const composed = new Set('K;`');
const isUsable = (character: string | undefined): character is string =>
  character !== undefined && character > ' ' && character < '\x7f' && !composed.has(character);
const withNext = 1;
const alone = 2;

/**
 * Creates a filter for lines that can contain a part of a match. One pass over the cells is much faster than converting
 * them to text. Returns undefined for selectors that do not consist of literal texts.
 */
export function createLiteralPrefilter(selector: Selector): LiteralPrefilter | undefined {
  if (countsFromEnd(selector)) return undefined;
  const first = new Uint8Array(ascii);
  const pairs = new Uint8Array(ascii * ascii);
  for (const leaf of listLeaves(selector)) {
    const rare = findRarest(leaf);
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

/** The last two adjacent characters of a literal text, or the last one, because beginnings are often alike. */
function findRarest(leaf: Leaf): string | undefined {
  // Lines that do not pass are missing between those that do.
  if (leaf.type !== 'exact' || leaf.ignoreCase || leaf.text.includes('\n')) return undefined;
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
