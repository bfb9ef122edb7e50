import type { LogicalLine, Place } from './logical.js';
import type { Rect } from './screen.js';
import { hasStyle, type StyleFilter } from './style-filter.js';

/** A literal text. */
export interface ExactSelector {
  readonly type: 'exact';
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly style: StyleFilter | undefined;
}
/** A regular expression. */
export interface RegexSelector {
  readonly type: 'regex';
  readonly pattern: string;
  readonly flags: string;
  readonly style: StyleFilter | undefined;
}
/** A cell that is not blank. */
export interface AtSelector {
  readonly type: 'at';
  readonly place: Place;
}
/** A selector that looks at lines itself. */
export type Leaf = ExactSelector | RegexSelector | AtSelector;
/** Names a place on the screen by what stands there. */
export type Selector =
  | Leaf
  | { readonly type: 'within'; readonly rect: Rect; readonly selector: Selector }
  | { readonly type: 'nth'; readonly index: number; readonly selector: Selector }
  | { readonly type: 'any'; readonly selectors: readonly Selector[] };

/** A match: its first and last cell (0-based, rows above the screen are negative) and its text. */
export interface Match {
  readonly start: Place;
  readonly end: Place;
  readonly text: string;
  /** Which of the selectors of `any` it was. */
  readonly selectorIndex?: number;
}

/** Finds the matches of a leaf in a line. */
export type LeafSearch = (leaf: Leaf, line: LogicalLine) => readonly Match[];
/** Which matches count. */
export type Accept = (match: Match, line: LogicalLine, leaf: Leaf) => boolean;

/** The matches of a selector in lines, in reading order. */
export function evaluate(
  selector: Selector,
  lines: readonly LogicalLine[],
  search: LeafSearch,
  accept: Accept,
): Match[] {
  switch (selector.type) {
    case 'within':
      return evaluate(selector.selector, lines, search, accept).filter((match) =>
        isInside(match, selector.rect, lines[0]?.width ?? 0),
      );
    case 'nth': {
      const found = evaluate(selector.selector, lines, search, accept).at(selector.index);
      return found === undefined ? [] : [found];
    }
    case 'any': {
      for (const [selectorIndex, inner] of selector.selectors.entries()) {
        const matches = evaluate(inner, lines, search, accept);
        if (matches.length > 0) return matches.map((match) => ({ ...match, selectorIndex }));
      }
      return [];
    }
    default:
      return lines.flatMap((line) => search(selector, line).filter((match) => accept(match, line, selector)));
  }
}

/** Whether more than one match of it is an error by default: `at` and `nth` name one place by themselves. */
export const canBeAmbiguous = (selector: Selector): boolean => selector.type !== 'at' && selector.type !== 'nth';

/** Every leaf of a selector. */
export function leavesOf(selector: Selector): Leaf[] {
  if (selector.type === 'any') return selector.selectors.flatMap(leavesOf);
  return selector.type === 'within' || selector.type === 'nth' ? leavesOf(selector.selector) : [selector];
}

/** The matches of a leaf in one line. */
export const searchLine: LeafSearch = (leaf, line) => {
  if (leaf.type === 'at') return cellAt(leaf, line);
  return matchesAt(leaf, line, spansOf(leaf, line));
};

/** The matches at spans of a line's text that somebody else found. */
export function matchesAt(leaf: ExactSelector | RegexSelector, line: LogicalLine, spans: readonly Span[]): Match[] {
  const { style } = leaf;
  const matches = spans.map(({ index, length }) => matchOf(line, index, length));
  if (style === undefined) return matches;
  return matches.filter(({ start, end }) => line.stylesBetween(start, end).every((cell) => hasStyle(cell, style)));
}

/** A piece of a line's text. */
export interface Span {
  readonly index: number;
  readonly length: number;
}

function spansOf(leaf: ExactSelector | RegexSelector, line: LogicalLine): Span[] {
  const sought = soughtBy(leaf);
  if (typeof sought === 'string') return occurrences(line.text, sought);
  return spansOfExpression(sought, leaf.type === 'exact' ? line.text : line.trimmed);
}

/** Where an expression with the flag `g` matches; empty matches do not count. */
export const spansOfExpression = (expression: RegExp, text: string): Span[] =>
  [...text.matchAll(expression)]
    .map((found) => ({ index: found.index, length: found[0].length }))
    .filter(({ length }) => length > 0);

const compiled = new WeakMap<Leaf, string | RegExp>();

function soughtBy(leaf: ExactSelector | RegexSelector): string | RegExp {
  let sought = compiled.get(leaf);
  if (sought === undefined) {
    sought = leaf.type === 'regex' ? compile(leaf.pattern, leaf.flags) : literal(leaf);
    compiled.set(leaf, sought);
  }
  return sought;
}

/** A client's pattern as an expression that finds every match. */
export const compile = (pattern: string, flags: string): RegExp => new RegExp(pattern.normalize('NFC'), `${flags}g`);

function literal({ text, ignoreCase }: ExactSelector): string | RegExp {
  const composed = text.normalize('NFC');
  return ignoreCase ? new RegExp(composed.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu') : composed;
}

function occurrences(text: string, sought: string): Span[] {
  const spans: Span[] = [];
  for (let index = text.indexOf(sought); index >= 0; index = text.indexOf(sought, index + sought.length))
    spans.push({ index, length: sought.length });
  return spans;
}

function cellAt({ place }: AtSelector, line: LogicalLine): Match[] {
  const text = line.characterAt(place);
  return text === undefined || text.trim() === '' ? [] : [{ start: place, end: place, text }];
}

const matchOf = (line: LogicalLine, index: number, length: number): Match => ({
  start: line.placeAt(index),
  end: line.endPlaceAt(index + length - 1),
  text: line.text.slice(index, index + length),
});

// A match over several lines covers the whole width in between.
function isInside({ start, end }: Match, rect: Rect, width: number): boolean {
  const [lastRow, lastCol] = [rect.row + rect.height - 1, rect.col + rect.width - 1];
  if (start.row < rect.row || end.row > lastRow) return false;
  if (start.row === end.row) return start.col >= rect.col && end.col <= lastCol;
  return rect.col === 0 && lastCol >= width - 1;
}

/** Whether matches are numbered somewhere in it. */
export const hasNth = (selector: Selector): boolean =>
  selector.type === 'nth' ||
  (selector.type === 'within' && hasNth(selector.selector)) ||
  (selector.type === 'any' && selector.selectors.some(hasNth));
