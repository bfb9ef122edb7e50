import { trimBlanks } from '../blanks.js';
import {
  type CellPosition,
  JoinedLines,
  joinAdjacentLines,
  type LogicalLine,
  type TextRange,
} from '../logical-line.js';
import { type CellRect, resolvePlace } from '../screen.js';
import type { TextSpan } from '../text-span.js';
import { fold } from './case-fold.js';
import { Literal } from './literal-search.js';
import { compilePattern, type Pattern } from './pattern.js';
import { hasStyle, type StyleFilter } from './style-filter.js';

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
export interface AtSelector {
  readonly type: 'at';
  readonly place: CellPosition;
}
/** A selector that matches lines directly. */
export type Leaf = ExactSelector | RegexSelector | AtSelector;
/** Selects text or cells on the screen. */
export type Selector =
  | Leaf
  | { readonly type: 'within'; readonly rect: CellRect; readonly selector: Selector }
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector }
  | { readonly type: 'any'; readonly selectors: readonly Selector[] };

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
  for (const match of findMatches(selector, lines, search, accept)) matches.push(match);
  return matches;
}

/** The same one by one, because all matches may not fit into memory. */
export function findMatches(
  selector: Selector,
  lines: readonly LogicalLine[],
  search: LeafSearch,
  accept: Accept,
): Iterable<Match> {
  const find = (inner: Selector): Iterable<Match> => findMatches(inner, lines, search, accept);
  switch (selector.type) {
    case 'within': {
      const size = measureScreen(lines);
      const rect = resolvePlace(selector.rect, size);
      return filterInside(find(narrow(selector.selector, rect)), rect, size.cols);
    }
    case 'nth':
      return pick(find(selector.selector), selector.index);
    case 'any':
      return findFirst(selector.selectors, find);
    case 'at': {
      const place = resolvePlace(selector.place, measureScreen(lines));
      return findInLines({ ...selector, place }, lines, search, accept);
    }
    default:
      return findInLines(selector, lines, search, accept);
  }
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

/** Every leaf of a selector. */
export function listLeaves(selector: Selector): Leaf[] {
  if (selector.type === 'any') return selector.selectors.flatMap(listLeaves);
  return selector.type === 'within' || selector.type === 'nth' ? listLeaves(selector.selector) : [selector];
}

const none: readonly Match[] = [];

/** The matches of a leaf in one line. */
export const searchLine: LeafSearch = (leaf, line) => {
  switch (leaf.type) {
    case 'at':
      return matchCellAt(leaf, line);
    case 'regex':
      return searchPattern(leaf, line, (text) => findSpans(compilePattern(leaf), text));
    case 'exact': {
      if (line instanceof JoinedLines) return searchJoined(leaf, line);
      const text = leaf.ignoreCase ? fold(line.text) : line.text;
      const isAccepted = (span: TextSpan): boolean =>
        leaf.style === undefined || isStyled(leaf, line, line.rangeAt(span));
      const spans = getLiteral(leaf).findIn(text, isAccepted);
      return spans.length === 0 ? none : toRangesAt(line, spans);
    }
  }
};

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
    while (next < matches.length && isBefore(matches[next] as Match, other)) merged.push(matches[next++] as Match);
    const following = matches[next];
    if (following === undefined || isBefore(other, following)) merged.push(other);
  }
  return [...merged, ...matches.slice(next)];
}

const isBefore = ({ end }: Match, { start }: Match): boolean =>
  end.row < start.row || (end.row === start.row && end.col < start.col);

/** The matches of a pattern, from spans of the line's text that were found before. */
export const toMatchesAt = (leaf: RegexSelector, line: LogicalLine, spans: readonly TextSpan[]): Match[] =>
  toRangesAt(line, spans).filter((match) => isStyled(leaf, line, match));

// Spans in the same character (an emoji, a letter with its mark) are one match.
function toRangesAt(line: LogicalLine, spans: readonly TextSpan[]): Match[] {
  const matches: Match[] = [];
  for (const span of spans) {
    const match = line.rangeAt(span);
    const last = matches.at(-1)?.end;
    if (last === undefined || match.start.row > last.row || match.start.col > last.col) matches.push(match);
  }
  return matches;
}

const isStyled = ({ style }: ExactSelector | RegexSelector, line: LogicalLine, match: Match): boolean =>
  style === undefined || line.hasStyleIn(match, (cell) => hasStyle(cell, style));

/** The spans that an expression with the flag `g` matches, without empty ones. */
const findSpans = (expression: RegExp, text: string): TextSpan[] =>
  Array.from(text.matchAll(expression), (found) => ({ index: found.index, length: found[0].length })).filter(
    ({ length }) => length > 0,
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

function matchCellAt({ place }: AtSelector, line: LogicalLine): Match[] {
  const character = line.characterAt(place);
  return character === undefined || character.text.trim() === '' ? [] : [character];
}

// A match in several rows of a logical line covers the whole width in between.
function isInside({ start, end, parts }: TextRange, rect: CellRect, width: number): boolean {
  if (parts !== undefined) return parts.every((part) => isInside(part, rect, width));
  const [lastRow, lastCol] = [rect.row + rect.height - 1, rect.col + rect.width - 1];
  if (start.row < rect.row || end.row > lastRow) return false;
  if (start.row === end.row) return start.col >= rect.col && end.col <= lastCol;
  return rect.col === 0 && lastCol >= width - 1;
}

/** Whether a selector contains a position that counts from the end of the screen. */
export function countsFromEnd(selector: Selector): boolean {
  if (selector.type === 'any') return selector.selectors.some(countsFromEnd);
  if (selector.type === 'exact' || selector.type === 'regex') return false;
  const { row, col } = selector.type === 'at' ? selector.place : selector.type === 'within' ? selector.rect : origin;
  return row < 0 || col < 0 || (selector.type !== 'at' && countsFromEnd(selector.selector));
}

const origin: CellPosition = { row: 0, col: 0 };

/** Whether a selector contains `nth`. */
export const hasNth = (selector: Selector): boolean =>
  selector.type === 'nth' ||
  (selector.type === 'within' && hasNth(selector.selector)) ||
  (selector.type === 'any' && selector.selectors.some(hasNth));
