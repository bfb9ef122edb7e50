import { type Color, defaultColor, formatColor } from '../../base/colors.js';
import type { Line } from '../line.js';
import type { CellPosition, TextRange } from '../logical-line.js';
import type { Screen } from '../screen.js';
import {
  fold,
  foldSelector,
  hasStyle,
  type Leaf,
  type LinkedStyle,
  type Match,
  type Selector,
  type StyleFilter,
} from './selector.js';

/** A text on the screen. */
export interface NearText {
  readonly text: string;
  readonly place: CellPosition;
}

declare module '../../base/errors.js' {
  interface ScreenFacts {
    /** The screen on which a method failed. The current screen may be newer. */
    readonly screen?: Screen;
    readonly matches?: readonly Match[];
    readonly nearest?: NearText;
  }
}

// The rest of a longer text is ignored.
const maxTarget = 200;
// Splitting a pattern takes time that grows with the square of its length.
const maxPatternChars = 1000;
// This many characters fit into one word of the fast pass over all lines.
const maxPrefix = 30;
// Lines that are compared in full.
const maxCandidates = 3;

/** Finds the text on the screen that is closest to the text of a selector, if any is close; `isNew` limits where. */
export function findNearestText(
  selector: Selector,
  screen: Screen,
  isNew: (range: TextRange) => boolean = () => true,
): NearText | undefined {
  const target = getTargetText(selector)?.slice(0, maxTarget) ?? '';
  if (target.trim() === '') return undefined;
  let best: (NearText & { rank: number }) | undefined;
  for (const { row, line, text } of findCandidates(target.slice(0, maxPrefix), screen, isNew)) {
    const { start, end, distance, strictDistance } = findClosestInAnyCase(target, text);
    const rank = computeRank(distance, strictDistance);
    if (distance >= target.length / 2 || (best !== undefined && rank >= best.rank)) continue;
    const found = rangeOf(line, row, findWordStart(text, start), findWordEnd(text, end));
    if (isNew(found)) best = { text: found.text, place: found.start, rank };
  }
  return best === undefined ? undefined : { text: best.text, place: best.place };
}

// Of two equal distances, the one with the smaller case-sensitive distance wins.
const computeRank = (distance: number, strictDistance: number): number => distance * (maxTarget + 1) + strictDistance;

const rangeOf = (line: Line, row: number, start: number, end: number): TextRange => ({
  start: { row, col: line.columnAt(start) },
  end: { row, col: line.endColumnAt(end - 1) },
  text: line.trimmed.slice(start, end),
});

// Longer words are cut, and so are those of scripts without spaces (letters without case).
const maxRestOfWord = 20;
const wordStart = new RegExp(`(?<![\\p{LC}\\p{N}_])[\\p{LC}\\p{N}_]{1,${maxRestOfWord}}$`, 'u');
const wordEnd = new RegExp(`^[\\p{LC}\\p{N}_]{1,${maxRestOfWord}}(?![\\p{LC}\\p{N}_])`, 'u');
const isInWord = (text: string, at: number): boolean =>
  /[\p{LC}\p{N}_]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));

/** The beginning of the word that is cut at `start`. */
const findWordStart = (text: string, start: number): number =>
  isInWord(text, start) ? start - (wordStart.exec(text.slice(0, start))?.[0].length ?? 0) : start;

/** The end of the word that is cut at `end`. */
const findWordEnd = (text: string, end: number): number =>
  isInWord(text, end) ? end + (wordEnd.exec(text.slice(end))?.[0].length ?? 0) : end;

interface Candidate {
  readonly row: number;
  readonly line: Line;
  readonly text: string;
}

/** The lines that are closest to a short text. */
function findCandidates(target: string, screen: Screen, isNew: (range: TextRange) => boolean): Candidate[] {
  const [masks, strictMasks] = [buildMasks(fold(target)), buildMasks(target)];
  const { length } = target;
  const rankCandidate = (text: string): number =>
    computeRank(computeDistance(fold(text), masks, length), computeDistance(text, strictMasks, length));
  return screen.lines
    .map((line, row) => ({ row, line, text: line.trimmed }))
    .filter(({ line, row, text }) => text !== '' && isNew(rangeOf(line, row, 0, text.length)))
    .map((candidate) => ({ candidate, rank: rankCandidate(candidate.text) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate);
}

const ascii = 0x80;

/** For each character, its positions in a text (one bit each). */
interface CharacterMasks {
  readonly ascii: Uint32Array;
  readonly others: ReadonlyMap<number, number>;
}

function buildMasks(text: string): CharacterMasks {
  const masks = { ascii: new Uint32Array(ascii), others: new Map<number, number>() };
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const mask = getMask(masks, unit) | (1 << index);
    if (unit < ascii) masks.ascii[unit] = mask;
    else masks.others.set(unit, mask);
  }
  return masks;
}

const getMask = (masks: CharacterMasks, unit: number): number =>
  unit < ascii ? (masks.ascii[unit] as number) : (masks.others.get(unit) ?? 0);

// Myers: the minimum edit distance of the text in the masks to any part of `text`, one word at a time.
function computeDistance(text: string, masks: CharacterMasks, length: number): number {
  const highest = 1 << (length - 1);
  let [more, less, distance, minimum] = [-1, 0, length, length];
  for (let at = 0; at < text.length; at += 1) {
    const equal = getMask(masks, text.charCodeAt(at));
    const diagonal = (((equal & more) + more) ^ more) | equal;
    const vertical = equal | less;
    let up = less | ~(diagonal | more);
    let down = more & diagonal;
    if ((up & highest) !== 0) distance += 1;
    if ((down & highest) !== 0) distance -= 1;
    if (distance < minimum) minimum = distance;
    up <<= 1;
    down <<= 1;
    more = down | ~(vertical | up);
    less = up & vertical;
  }
  return minimum;
}

/** The literal text of a selector. Of a pattern, the longest part without special characters. */
const getTargetText = (selector: Selector): string | undefined =>
  foldSelector<string | undefined>(selector, targetTextOf, (_, [first]) => first);

function targetTextOf(leaf: Leaf): string | undefined {
  if ('text' in leaf) return leaf.text.normalize('NFC');
  if (!('pattern' in leaf)) return undefined;
  return leaf.pattern
    .slice(0, maxPatternChars)
    .split(/\\.|\[[^\]]*\]|\{[^}]*\}|[\^$.*+?()|]/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

interface ClosestPart {
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/** The closest part, ignoring case. Of equal ones, a part that is as close with its case. */
function findClosestInAnyCase(target: string, text: string): ClosestPart & { readonly strictDistance: number } {
  const strict = findClosestPart(target, text);
  const loose = findClosestPart(fold(target), fold(text));
  const piece = strict.distance <= loose.distance ? strict : loose;
  return { ...piece, strictDistance: strict.distance };
}

// Sellers: the edit distance of `target` to every part of `text`. A part may start anywhere at no cost.
function findClosestPart(target: string, text: string): ClosestPart {
  const { length } = target;
  const costs = Uint16Array.from({ length: length + 1 }, (_, index) => index);
  const starts = new Uint16Array(length + 1);
  let best: ClosestPart = { start: 0, end: 0, distance: length };
  for (let end = 1; end <= text.length; end += 1) {
    let [diagonal, diagonalStart] = [0, starts[0] as number];
    starts[0] = end;
    for (let index = 1; index <= length; index += 1) {
      const [above, aboveStart] = [costs[index] as number, starts[index] as number];
      const replace = diagonal + (target.charCodeAt(index - 1) === text.charCodeAt(end - 1) ? 0 : 1);
      const insert = (costs[index - 1] as number) + 1;
      const cost = Math.min(replace, above + 1, insert);
      starts[index] =
        cost === replace ? diagonalStart : cost === above + 1 ? aboveStart : (starts[index - 1] as number);
      costs[index] = cost;
      [diagonal, diagonalStart] = [above, aboveStart];
    }
    const distance = costs[length] as number;
    if (distance < best.distance) best = { start: starts[length] as number, end, distance };
  }
  return best;
}

/** Describes how the style of a match differs from a filter. Returns undefined if it does not. */
export function describeStyleDifference(match: Match, filter: StyleFilter, screen: Screen): string | undefined {
  const cells = listCells(match, screen);
  const first = cells.find(({ style }) => !hasStyle(style, filter));
  const name = listProperties(filter).find(
    (property) => first && !hasStyle(first.style, pickProperty(filter, property)),
  );
  if (first === undefined || name === undefined) return undefined;
  const words = describeProperty(name, first.style, filter);
  const isEverywhere = cells.every(({ style }) => describeProperty(name, style, filter) === words);
  return isEverywhere ? words : `in column ${first.col + 1} ${words}`;
}

const properties = [
  'fg',
  'bg',
  'bold',
  'dim',
  'italic',
  'underline',
  'underlineColor',
  'inverse',
  'strikethrough',
  'link',
] as const;
const listProperties = (filter: StyleFilter): (keyof StyleFilter)[] =>
  properties.filter((name) => filter[name] !== undefined);
const pickProperty = (filter: StyleFilter, name: keyof StyleFilter): StyleFilter => ({ [name]: filter[name] });

function listCells(match: TextRange, screen: Screen): { readonly col: number; readonly style: LinkedStyle }[] {
  const { start, end, parts } = match;
  if (parts !== undefined) return parts.flatMap((part) => listCells(part, screen));
  const { lines, cols } = screen;
  return lines.slice(start.row, end.row + 1).flatMap((line, index) => {
    const from = index === 0 ? start.col : 0;
    const last = start.row + index === end.row ? end.col : cols - 1;
    return Array.from({ length: last - from + 1 }, (_, at) => from + at).map((col) => ({
      col,
      style: { ...line.styleAt(col), link: line.linkAt(col) },
    }));
  });
}

function describeProperty(name: keyof StyleFilter, style: LinkedStyle, filter: StyleFilter): string {
  if (name === 'fg' || name === 'bg' || name === 'underlineColor')
    return `its ${nouns[name]} is ${describeColor(style[name])}, not ${describeColor(filter[name] as Color)}`;
  const value = style[name];
  const wanted = filter[name];
  if (typeof wanted !== 'string' || value === undefined)
    return `it is ${value === undefined || value === false ? 'not ' : ''}${adjectives[name]}`;
  return `its ${name} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`;
}

const nouns = { fg: 'foreground', bg: 'background', underlineColor: 'underline' } as const;

const adjectives = {
  bold: 'bold',
  dim: 'dim',
  italic: 'italic',
  underline: 'underlined',
  inverse: 'inverse',
  strikethrough: 'struck through',
  link: 'a link',
} as const;

const describeColor = (color: Color): string => (color === defaultColor ? 'the default' : String(formatColor(color)));
