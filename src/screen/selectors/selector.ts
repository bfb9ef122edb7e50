import type { Color } from '../../base/colors.js';
import type { selectorTypes } from '../../base/generated/contract.js';
import { joinList, quote, truncate } from '../../base/text.js';
import { trimBlanks } from '../cells.js';
import {
  type CellPosition,
  JoinedLines,
  joinAdjacentLines,
  type LogicalLine,
  type TextRange,
  type TextSpan,
} from '../logical-line.js';
import { type CellRect, resolvePlace } from '../screen.js';
import type { Style, Underline } from '../style.js';

export type { TextSpan };

/** Required properties of a style. Absent members match anything. */
export interface StyleFilter {
  readonly fg?: Color;
  readonly bg?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  /** One kind of underline, any of them, or none. */
  readonly underline?: boolean | Underline;
  readonly underlineColor?: Color;
  /** The URL of a link, or any link. */
  readonly link?: string | true;
  readonly inverse?: boolean;
  readonly strikethrough?: boolean;
}

/** A client's regular expression. */
export interface Pattern {
  readonly pattern: string;
  readonly flags: string;
  /** Its JSON pointer in the params, for errors. */
  readonly pointer?: string;
  /** Only the first match is needed, and it may be empty. */
  readonly isFirstOnly?: true;
  /** It is searched in all lines at once, where `^` and `$` still match at the ends of each line. */
  readonly isMultiline?: true;
}

/** A literal text. */
export interface ExactSelector {
  readonly type: 'exact';
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly style: StyleFilter | undefined;
}
/** A regular expression. */
export interface RegexSelector extends Pattern {
  readonly type: 'regex';
  readonly style: StyleFilter | undefined;
}
/** A cell that is not blank. A negative row or column counts from the end of the screen. */
interface AtSelector {
  readonly type: 'at';
  readonly place: CellPosition;
}
/** Matches that are completely inside a rectangle. */
interface WithinSelector {
  readonly type: 'within';
  readonly rect: CellRect;
  readonly selector: Selector;
}
/** One of the matches; a negative index counts from the last one. */
interface NthSelector {
  readonly type: 'nth';
  readonly index: number;
  readonly selector: Selector;
}
/** The first of several selectors that matches. */
interface AnySelector {
  readonly type: 'any';
  readonly selectors: readonly Selector[];
}
/** A selector that matches lines directly. */
export type Leaf = ExactSelector | RegexSelector | AtSelector;
/** A selector of matches of other selectors: of `selector`, or of several `selectors`. */
export type Compound = WithinSelector | NthSelector | AnySelector;
/** Selects text or cells on the screen. A new type is a member of one of these unions and of `types`. */
export type Selector = Leaf | Compound;

/** A match: its first and last cell (0-based, rows above the screen are negative) and its text. */
export interface Match extends TextRange {
  /** The index of the selector of `any` that matched. */
  readonly selectorIndex?: number;
}

/** Finds the matches of a leaf in a line; if it is of several lines, in `JoinedLines`. */
export type LeafSearch = (leaf: Leaf, line: LogicalLine) => readonly Match[];
/** Whether a match counts. */
export type Accept = (match: Match, line: LogicalLine, leaf: Leaf) => boolean;

/** The matches of a selector in lines, in reading order. */
export function evaluateSelector(
  selector: Selector,
  lines: readonly LogicalLine[],
  search: LeafSearch,
  accept: Accept,
): Match[] {
  const matches: Match[] = [];
  if (selector.type === 'exact' && !isMultiline(selector)) {
    // The usual case, without a generator, whose code would have to be loaded into the caches of the processor.
    for (const line of lines)
      for (const match of search(selector, line)) if (accept(match, line, selector)) matches.push(match);
    return matches;
  }
  for (const match of findMatches(selector, lines, search, accept)) matches.push(match);
  return matches;
}

/** What depends on the type of a selector that matches lines. */
interface LeafType<S> {
  describe(selector: S): string;
  search(selector: S, line: LogicalLine): readonly Match[];
}
/** What depends on the type of a selector with others inside. */
interface CompoundType<S> {
  describe(selector: S, inner: string): string;
  find(selector: S, lines: readonly LogicalLine[], find: (inner: Selector) => Iterable<Match>): Iterable<Match>;
}

const types = {
  exact: { describe: ({ text }) => quote(text), search: searchText },
  regex: {
    describe: ({ pattern, flags }) => `/${truncate(pattern)}/${flags}`,
    search: (leaf, line) => searchPattern(leaf, line, (text) => findSpans(compilePattern(leaf), text)),
  },
  at: {
    describe: ({ place }) =>
      `a character in ${formatRange('row', place.row, 1)}, ${formatRange('column', place.col, 1)}`,
    search: matchCellAt,
  },
  within: {
    describe: ({ rect: { row, col, width, height } }, inner) =>
      `${inner} in ${formatRange('row', row, height)}, ${formatRange('column', col, width)}`,
    find: (selector, lines, find) => {
      const size = measureScreen(lines);
      const rect = resolvePlace(selector.rect, size);
      return filterInside(find(narrow(selector.selector, rect)), rect, size.cols);
    },
  },
  nth: {
    describe: ({ index }, inner) => `${inner} with index ${index}`,
    find: ({ selector, index }, _, find) => pick(find(selector), index),
  },
  any: {
    describe: (_, inner) => `any of ${inner}`,
    find: ({ selectors }, _, find) => findFirst(selectors, find),
  },
} satisfies {
  readonly [T in (typeof selectorTypes)[number]]: Extract<Selector, { type: T }> extends infer S
    ? S extends Leaf
      ? LeafType<S>
      : CompoundType<S>
    : never;
};
const typeOfLeaf = ({ type }: Leaf): LeafType<Leaf> => types[type];
const typeOfCompound = ({ type }: Compound): CompoundType<Compound> => types[type];

const isLeaf = (selector: Selector): selector is Leaf => !('selector' in selector || 'selectors' in selector);

/** The selectors inside a selector. */
export const innerOf = (selector: Compound): readonly Selector[] =>
  'selectors' in selector ? selector.selectors : [selector.selector];

/** Computes a value of a selector: of its leaves first, then of each selector from the values of those inside. */
export const foldSelector = <R>(
  selector: Selector,
  ofLeaf: (leaf: Leaf) => R,
  ofCompound: (compound: Compound, inner: readonly R[]) => R,
): R =>
  isLeaf(selector)
    ? ofLeaf(selector)
    : ofCompound(
        selector,
        innerOf(selector).map((inner) => foldSelector(inner, ofLeaf, ofCompound)),
      );

/** The selector with other leaves. */
export const mapLeaves = (selector: Selector, replace: (leaf: Leaf) => Leaf): Selector =>
  foldSelector<Selector>(selector, replace, (compound, inner) =>
    'selectors' in compound ? { ...compound, selectors: inner } : { ...compound, selector: inner[0] as Selector },
  );

/** The matches of a selector in lines, one by one, because all of them may not fit into memory. */
export function findMatches(
  selector: Selector,
  lines: readonly LogicalLine[],
  search: LeafSearch,
  accept: Accept,
): Iterable<Match> {
  if (!isLeaf(selector))
    return typeOfCompound(selector).find(selector, lines, (inner) => findMatches(inner, lines, search, accept));
  const leaf =
    'place' in selector ? { ...selector, place: resolvePlace(selector.place, measureScreen(lines)) } : selector;
  return findInLines(leaf, lines, search, accept);
}

// The last line is the last one of the screen, except for selectors that allow to leave out lines (`createLiteralPrefilter`).
const measureScreen = (lines: readonly LogicalLine[]): { rows: number; cols: number } => ({
  rows: (lines.at(-1)?.endRow ?? -1) + 1,
  cols: lines[0]?.width ?? 0,
});

function* findInLines(leaf: Leaf, lines: readonly LogicalLine[], search: LeafSearch, accept: Accept): Generator<Match> {
  // Nested loops without intermediate arrays: most lines have no match.
  for (const line of isMultiline(leaf) ? joinOnce(lines) : lines)
    for (const match of search(leaf, line)) if (accept(match, line, leaf)) yield match;
}

function* filterInside(matches: Iterable<Match>, rect: CellRect, width: number): Generator<Match> {
  for (const match of matches) if (isInside(match, rect, width)) yield match;
}

function* findFirst(selectors: readonly Selector[], find: (selector: Selector) => Iterable<Match>): Generator<Match> {
  for (const [selectorIndex, selector] of selectors.entries()) {
    let isFound = false;
    for (const match of find(selector)) {
      isFound = true;
      yield { ...match, selectorIndex };
    }
    if (isFound) return;
  }
}

const endsBefore = ({ end }: Match, { start }: Match): boolean =>
  end.row < start.row || (end.row === start.row && end.col < start.col);

// `any` inside `within` chooses the first selector with a match inside the rectangle.
function narrow(selector: Selector, rect: CellRect): Selector {
  if (selector.type !== 'any') return selector;
  const selectors = selector.selectors.map((inner): Selector => ({ type: 'within', rect, selector: inner }));
  return { type: 'any', selectors };
}

/** The match at an index, if it exists. Negative indexes count from the end. */
function pick(matches: Iterable<Match>, index: number): Match[] {
  const last: Match[] = [];
  let count = 0;
  for (const match of matches) {
    if (count === index) return [match];
    if (index < 0) last[count % -index] = match;
    count += 1;
  }
  const found = index < 0 && count >= -index ? last[count % -index] : undefined;
  return found === undefined ? [] : [found];
}

// state: keyed weakly by the lines of one check.
const joined = new WeakMap<readonly LogicalLine[], readonly LogicalLine[]>();

// A selector may have a hundred texts of several lines.
function joinOnce(lines: readonly LogicalLine[]): readonly LogicalLine[] {
  let result = joined.get(lines);
  if (result === undefined) {
    result = joinAdjacentLines(lines);
    joined.set(lines, result);
  }
  return result;
}

const isMultiline = (leaf: Leaf): boolean =>
  leaf.type === 'exact' ? leaf.text.includes('\n') : leaf.type === 'regex' && leaf.isMultiline === true;

/** Whether a match of a selector can be in several logical lines. */
export const hasMultilineText = (selector: Selector): boolean => listLeaves(selector).some(isMultiline);

export const listLeaves = (selector: Selector): readonly Leaf[] =>
  foldSelector<readonly Leaf[]>(
    selector,
    (leaf) => [leaf],
    (_, inner) => inner.flat(),
  );

const none: readonly Match[] = [];

export const searchLine: LeafSearch = (leaf, line) => typeOfLeaf(leaf).search(leaf, line);

function searchText(leaf: ExactSelector, line: LogicalLine): readonly Match[] {
  if (line instanceof JoinedLines) return searchJoined(leaf, line);
  const text = leaf.ignoreCase ? fold(line.text) : line.text;
  const isAccepted = (span: TextSpan): boolean => leaf.style === undefined || isStyled(leaf, line, line.rangeAt(span));
  const spans = getLiteral(leaf).findIn(text, isAccepted);
  return spans.length === 0 ? none : toRangesAt(line, spans);
}

// The trailing blanks of the last line of a text are cells, as in a text of one line; those of other lines do not matter.
function searchJoined(leaf: ExactSelector, lines: JoinedLines): Match[] {
  const lastLine = leaf.text.slice(leaf.text.lastIndexOf('\n') + 1);
  const blanks = lastLine.length - trimBlanks(lastLine).length;
  const text = leaf.ignoreCase ? fold(lines.text) : lines.text;
  const isAccepted = (span: TextSpan): boolean =>
    lines.hasBlanksAfter(span, blanks) && isStyled(leaf, lines, lines.rangeAt(span, blanks));
  return getLiteral(leaf)
    .findIn(text, isAccepted)
    .map((span) => lines.rangeAt(span, blanks));
}

// A match in several rows of a logical line covers the whole width in between.
function isInside({ start, end, parts }: TextRange, rect: CellRect, width: number): boolean {
  if (parts !== undefined) return parts.every((part) => isInside(part, rect, width));
  const [lastRow, lastCol] = [rect.row + rect.height - 1, rect.col + rect.width - 1];
  if (start.row < rect.row || end.row > lastRow) return false;
  if (start.row === end.row) return start.col >= rect.col && end.col <= lastCol;
  return rect.col === 0 && lastCol >= width - 1;
}

/** The matches of a pattern: in the line without trailing blanks, and others that need the blanks before the cursor. */
export function searchPattern(
  leaf: RegexSelector,
  line: LogicalLine,
  findIn: (text: string) => readonly TextSpan[],
): Match[] {
  const matches = toMatchesAt(leaf, line, findIn(line.trimmed));
  const { padded } = line;
  if (padded === undefined) return matches;
  const others = toMatchesAt(leaf, padded, findIn(padded.trimmed));
  // Both are in reading order, and there may be as many as cells.
  const merged: Match[] = [];
  let next = 0;
  for (const other of others) {
    while (next < matches.length && endsBefore(matches[next] as Match, other)) merged.push(matches[next++] as Match);
    const following = matches[next];
    if (following === undefined || endsBefore(other, following)) merged.push(other);
  }
  return [...merged, ...matches.slice(next)];
}

/** The matches of a pattern, from spans of the line's text that were found before. */
export const toMatchesAt = (leaf: RegexSelector, line: LogicalLine, spans: readonly TextSpan[]): Match[] =>
  toRangesAt(line, spans).filter((match) => isStyled(leaf, line, match));

// Spans in the same character (an emoji, a letter with its mark) are one match.
function toRangesAt(line: LogicalLine, spans: readonly TextSpan[]): Match[] {
  const matches: Match[] = [];
  for (const span of spans) {
    const match = line.rangeAt(span);
    const last = matches[matches.length - 1]?.end;
    if (last === undefined || match.start.row > last.row || match.start.col > last.col) matches.push(match);
  }
  return matches;
}

const isStyled = ({ style }: ExactSelector | RegexSelector, line: LogicalLine, match: Match): boolean =>
  style === undefined || line.hasStyleIn(match, (cell, link) => hasStyle({ ...cell, link }, style));

/** The style of a cell, and the URL of its link. */
export type LinkedStyle = Style & { readonly link: string | undefined };

/** Whether a style matches the filter. */
export const hasStyle = (style: LinkedStyle, filter: StyleFilter): boolean =>
  (Object.keys(filter) as (keyof StyleFilter)[]).every((name) => {
    const wanted = filter[name];
    const isAny = typeof wanted === 'boolean' && (name === 'underline' || name === 'link');
    return isAny ? (style[name] !== undefined) === wanted : style[name] === wanted;
  });

/** The spans that an expression with the flag `g` matches, without empty ones. */
const findSpans = (expression: RegExp, text: string): TextSpan[] =>
  Array.from(text.matchAll(expression), (found) => ({ index: found.index, length: found[0].length })).filter(
    ({ length }) => length > 0,
  );

function matchCellAt({ place }: AtSelector, line: LogicalLine): Match[] {
  const character = line.characterAt(place);
  return character === undefined || character.text.trim() === '' ? [] : [character];
}

const isFromEnd = (selector: Selector): boolean => {
  const place = 'place' in selector ? selector.place : 'rect' in selector ? selector.rect : undefined;
  return place !== undefined && (place.row < 0 || place.col < 0);
};

/** Whether a selector contains a position that counts from the end of the screen. */
export const countsFromEnd = (selector: Selector): boolean =>
  foldSelector(selector, isFromEnd, (compound, inner) => isFromEnd(compound) || inner.includes(true));

export const hasNth = (selector: Selector): boolean =>
  foldSelector(
    selector,
    () => false,
    ({ type }, inner) => type === 'nth' || inner.includes(true),
  );

// state: keyed weakly by the selector of one request.
const literals = new WeakMap<ExactSelector, Literal>();

function getLiteral(leaf: ExactSelector): Literal {
  let literal = literals.get(leaf);
  if (literal === undefined) {
    const text = isMultiline(leaf)
      ? leaf.text.normalize('NFC').split('\n').map(trimBlanks).join('\n')
      : leaf.text.normalize('NFC');
    literal = new Literal(leaf.ignoreCase ? fold(text) : text);
    literals.set(leaf, literal);
  }
  return literal;
}

// `indexOf` may take as many steps as the product of both lengths. This many are fast enough.
const maxSteps = 100_000;

const noSpans: readonly TextSpan[] = [];

/** A literal text to find in other texts. */
class Literal {
  readonly #text: string;
  #borders: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the accepted occurrences, without overlaps. */
  findIn(text: string, accepts: (span: TextSpan) => boolean): readonly TextSpan[] {
    const { length } = this.#text;
    if (length * text.length > maxSteps && length <= text.length) return this.#findInLong(text, accepts);
    const first = text.indexOf(this.#text);
    if (first < 0) return noSpans;
    const spans: TextSpan[] = [];
    for (let index = first; index >= 0; ) {
      const span = { index, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      index = text.indexOf(this.#text, index + (isAccepted ? length : 1));
    }
    return spans;
  }

  // Knuth, Morris and Pratt: reads each character of the text once.
  #findInLong(text: string, accepts: (span: TextSpan) => boolean): TextSpan[] {
    const needle = this.#text;
    const { length } = needle;
    const spans: TextSpan[] = [];
    this.#borders ??= computeBorders(needle);
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = this.#borders[matched - 1] as number;
      if (needle.charCodeAt(matched) === unit) matched += 1;
      if (matched < length) continue;
      const span = { index: at - length + 1, length };
      const isAccepted = accepts(span);
      if (isAccepted) spans.push(span);
      matched = isAccepted ? 0 : (this.#borders[length - 1] as number);
    }
    return spans;
  }
}

/** For each prefix of a text: the length of its longest border, which is both a prefix and a suffix of it. */
function computeBorders(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (text.charCodeAt(matched) === unit) matched += 1;
    borders[at] = matched;
  }
  return borders;
}

// state: a cache of constants.
const folded = new Map<string, string>();

function foldCharacter(character: string): string {
  let result = folded.get(character);
  if (result === undefined) {
    // Via upper case, so that a final sigma and a long s are folded too.
    result = chooseIfAsLong(character, character.toUpperCase());
    result = chooseIfAsLong(result, result.toLowerCase());
    folded.set(character, result);
  }
  return result;
}

const chooseIfAsLong = (text: string, other: string): string => (other.length === text.length ? other : text);

// state: keyed weakly by the pattern of one request.
const expressions = new WeakMap<Pattern, RegExp>();

/** Compiles a pattern to an expression that finds every match. Throws if the pattern is invalid. */
export function compilePattern(pattern: Pattern): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern.pattern.normalize('NFC'), `${flagsOf(pattern)}g`);
    expressions.set(pattern, expression);
  }
  return expression;
}

/** The flags that a pattern is compiled with. */
export const flagsOf = ({ flags, isMultiline }: Pattern): string =>
  isMultiline === true && !flags.includes('m') ? `${flags}m` : flags;

/** Why the engine rejects a pattern, without the pattern and without the flag `g` that the server adds. */
export function describePatternError(error: unknown): string {
  const reason = isAboutFlags(error)
    ? 'these `flags` cannot be combined'
    : (error as Error).message.replace(/^.*: /s, '');
  return `Invalid regular expression: ${reason}.`;
}

/** Whether the engine rejects the flags, not the pattern. */
export const isAboutFlags = (error: unknown): boolean => (error as Error).message.startsWith('Invalid flags');

// An escape, a class or a character. Nested classes (flag `v`) are split into classes and other characters.
const token = /\\(?:c[jJ]|x0[aA]|u000[aA]|u\{0*[aA]\}|[\s\S])|\[(\^?)((?:\\[\s\S]|[^\\\]])*)\]|[\s\S]/g;
const lineBreak = /^(?:\n|\\(?:n|c[jJ]|x0[aA]|u000[aA]|u\{0*[aA]\}))$/;
const complements = [
  ['\\s', '\\S'],
  ['\\d', '\\D'],
  ['\\w', '\\W'],
] as const;

/**
 * Whether a pattern says that its matches can contain line breaks: by the flag `s`, by a line break such as `\n`, or by a
 * class of all characters such as `[\s\S]`. Classes that merely include line breaks, such as `\s`, do not say so.
 */
export const crossesLines = (pattern: string, flags: string): boolean =>
  flags.includes('s') ||
  /(?<!\\)\(\?[im]*s/.test(pattern) ||
  Array.from(pattern.matchAll(token)).some(([source, caret, members]) => {
    if (members === undefined) return lineBreak.test(source);
    if (caret !== '') return members === '';
    const escapes = Array.from(members.matchAll(token), ([member]) => member);
    return (
      escapes.some((member) => lineBreak.test(member)) ||
      complements.some((pair) => pair.every((member) => escapes.includes(member)))
    );
  });

/** A selector in words. */
export const describeSelector = (selector: Selector): string =>
  foldSelector(
    selector,
    (leaf) => typeOfLeaf(leaf).describe(leaf),
    (compound, inner) => typeOfCompound(compound).describe(compound, listUpTo(inner, 'or')),
  );

// Longer lists do not help the reader.
const maxListed = 5;

/** The rows of matches, as in `in rows 1 and 4`. */
export function describePlaces(matches: readonly Match[]): string {
  const rows = [...new Set(matches.map(({ start }) => start.row + 1))];
  if (rows.length > 1) return `in rows ${listUpTo(rows.map(String))}`;
  const cols = matches.map(({ start }) => String(start.col + 1));
  return `in row ${rows[0]}, ${cols.length > 1 ? 'columns' : 'column'} ${listUpTo(cols)}`;
}

const formatRange = (name: string, start: number, length: number): string =>
  start < 0
    ? `${length === 1 ? '' : `${length} ${name}s from `}${name} ${-start} from the end${length === 1 ? '' : ' on'}`
    : length === 1
      ? `${name} ${start + 1}`
      : `${name}s ${start + 1}–${start + length}`;

function listUpTo(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const listed = words.slice(0, maxListed);
  const more = words.length - listed.length;
  return more === 0 ? joinList(listed, conjunction) : `${listed.join(', ')} and ${more} more`;
}

/**
 * Folds the case of a text for comparison. Each character is folded separately and keeps its length, so that indexes in
 * the text remain valid. Characters whose length would change (İ, ß in capitals) are not folded.
 */
export function fold(text: string): string {
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
}
