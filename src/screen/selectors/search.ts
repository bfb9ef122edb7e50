// Which lines can contain a match at all: a fast test that leaves out the others.
import { codePointMask, combinedBit, wordsPerCell } from '../cells.js';
import type { Line } from '../line.js';
import type { CellPosition, TextRange } from '../logical-line.js';
import { countsFromEnd, type Leaf, listLeaves, type Selector, type TextSpan } from './selector.js';

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

/** Lines joined to one text, without trailing blanks, and the cells of its parts. An unknown line is empty. */
export class TextOfLines {
  readonly text: string;
  readonly #lines: readonly (Line | undefined)[];
  /** Where each line begins in the text. */
  readonly #starts: readonly number[];

  /** With `passed`, the position after the last cell that the cursor has passed, blanks before it are part of the text. */
  constructor(lines: readonly (Line | undefined)[], passed?: CellPosition) {
    const texts = lines.map((line) => line?.trimmed ?? '');
    const line = passed === undefined ? undefined : lines[passed.row];
    if (passed !== undefined && line !== undefined) {
      const before = line.text.slice(0, line.slice(0, passed.col).length);
      if (before.length > line.trimmed.length) texts[passed.row] = before;
    }
    const starts: number[] = [];
    let at = 0;
    for (const text of texts) {
      starts.push(at);
      at += text.length + 1;
    }
    this.text = texts.join('\n');
    this.#lines = lines;
    this.#starts = starts;
  }

  /** The range of a span, in whole characters. An empty range ends before the cell where it starts. */
  rangeAt({ index, length }: TextSpan): TextRange {
    const first = this.#locate(index);
    const start = this.#toPosition(first, 'columnAt');
    if (length === 0) return { start, end: { row: start.row, col: start.col - 1 }, text: '' };
    const last = this.#locate(index + length - 1);
    const from = index - first.offset + (first.line?.startAt(first.offset) ?? first.offset);
    const to = index + length - 1 - last.offset + (last.line?.endAt(last.offset) ?? last.offset + 1);
    return { start, end: this.#toPosition(last, 'endColumnAt'), text: this.text.slice(from, to) };
  }

  // A newline is in the first cell after its line, if there is one.
  #toPosition({ row, line, offset }: Located, column: 'columnAt' | 'endColumnAt'): CellPosition {
    return { row, col: line === undefined ? 0 : Math.min(line[column](offset), line.width - 1) };
  }

  #locate(index: number): Located {
    const row = Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= index),
    );
    return { row, line: this.#lines[row], offset: index - (this.#starts[row] ?? 0) };
  }
}

interface Located {
  readonly row: number;
  readonly line: Line | undefined;
  readonly offset: number;
}
