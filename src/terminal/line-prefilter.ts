// Which lines can contain a match at all: a fast test that leaves out the others.
import { areBlank, codePointMask, combinedBit, wordsPerCell } from '../screen/cells.js';
import { countsFromEnd, type Leaf, listLeaves, type Selector } from '../screen/selectors/selector.js';

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

/** Which lines were written to. */
interface LineChanges {
  /** The number of the latest change. */
  readonly now: number;
  /** The range of lines between `first` and `end` that were written to after change `at`; `to` is exclusive. */
  getRangeSince(at: number, first: number, end: number): readonly [from: number, to: number];
}

/**
 * Filters lines by a fast test: 10 MB of output with a wait pending take 15 to 18 % less time of the main thread (Node 20,
 * 22 and 24), although a single wait takes 9 % more. Does not test a line on the screen again if it was not written to since the last check.
 */
export class LinePrefilter {
  readonly #prefilter: LiteralPrefilter;
  /** The numbers of the lines that passed at the last check. */
  #passing: readonly number[] = [];
  /** The lines that were on the screen at the last check, and the number of the latest change at that time. */
  #first = 0;
  #end = 0;
  #at = 0;

  constructor(sieve: LiteralPrefilter) {
    this.#prefilter = sieve;
  }

  /** Whether a line of these cells passes. */
  canMatch(words: Uint32Array): boolean {
    return !areBlank(words) && this.#prefilter(words);
  }

  /** The numbers of the lines on the screen that pass, from `first` up to `end`. */
  filterLines(
    changes: LineChanges,
    first: number,
    end: number,
    wordsOf: (number: number) => Uint32Array,
  ): readonly number[] {
    const knownEnd = first < this.#first ? first : Math.max(first, Math.min(end, this.#end));
    const [from, to] = changes.getRangeSince(this.#at, first, knownEnd);
    const passing: number[] = [];
    const filterRange = (start: number, stop: number): void => {
      for (let number = start; number < stop; number += 1) if (this.canMatch(wordsOf(number))) passing.push(number);
    };
    for (const number of this.#passing) if (number >= first && number < from) passing.push(number);
    filterRange(from, to);
    for (const number of this.#passing) if (number >= to && number < knownEnd) passing.push(number);
    filterRange(knownEnd, end);
    this.#passing = passing;
    this.#first = first;
    this.#end = end;
    this.#at = changes.now;
    return passing;
  }
}

interface Lines {
  get(index: number): { readonly isWrapped: boolean } | undefined;
}

/** The soft-wrapped lines between `begin` and `end` that contain these rows: the first row of each, and the row after it. */
export function findSoftWraps(
  indexes: readonly number[],
  lines: Lines,
  begin: number,
  end: number,
): [start: number, next: number][] {
  const wraps: [number, number][] = [];
  let next = begin;
  for (const index of indexes) {
    if (index < next) continue;
    let start = index;
    while (start > begin && lines.get(start)?.isWrapped === true) start -= 1;
    next = index + 1;
    while (next < end && lines.get(next)?.isWrapped === true) next += 1;
    wraps.push([start, next]);
  }
  return wraps;
}
