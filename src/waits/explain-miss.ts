import type { VisibleProgram } from '../program/program.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { LogicalLine } from '../screen/logical-line.js';
import type { Screen } from '../screen/screen.js';
import { describePlaces, describeSelector } from '../selectors/describe-selector.js';
import { type NearText, nearestText } from '../selectors/nearest-text.js';
import { evaluate, hasNth, type Leaf, type Match, type Selector } from '../selectors/selector.js';
import { styleDifference } from '../selectors/style-difference.js';
import type { StyleFilter } from '../selectors/style-filter.js';
import { quote } from '../text/quote.js';
import { linesOf } from './search.js';

/** Why a selector has no match on a screen, as far as that can be found out. */
export interface Explanation {
  /** One sentence. */
  readonly hint?: string;
  /** The text on the screen that comes closest. */
  readonly nearest?: NearText;
}
/** A selector without a match. */
export interface Miss {
  readonly selector: Selector;
  /** Only new matches count. */
  readonly isSince?: boolean;
}

// The default scrollback; searching it takes some 5 ms.
const maxLinesAbove = 1000;

/** Explains why a selector has no match: its text is there in another style, in another place, or no longer. */
export async function explainMiss(
  { program, patterns }: { readonly program: Pick<VisibleProgram, 'emulator'>; readonly patterns: SafeMatcher },
  miss: Miss,
  screen: Screen,
): Promise<Explanation> {
  const nearest = nearestText(miss.selector, screen);
  const lines = linesOf(program.emulator, screen, Math.max(0, screen.top - maxLinesAbove));
  const hint = await hintFor(miss, { screen, lines, patterns });
  if (hint !== undefined) return { hint, ...(nearest === undefined ? {} : { nearest }) };
  if (nearest === undefined) return {};
  const { row, col } = nearest.place;
  return { hint: `Closest text: ${quote(nearest.text)} (row ${row + 1}, column ${col + 1}).`, nearest };
}

interface Scene {
  readonly screen: Screen;
  /** The logical lines of the screen and some of those above it. */
  readonly lines: readonly LogicalLine[];
  readonly patterns: SafeMatcher;
}

async function hintFor(miss: Miss, scene: Scene): Promise<string | undefined> {
  try {
    return await scene.patterns.resolve(() => findHint(miss, scene));
  } catch (error) {
    // A pattern that takes too long, which the failure itself does not depend on.
    if (error instanceof MethodError || error instanceof InvalidParamError) return undefined;
    throw error;
  }
}

function findHint({ selector, isSince = false }: Miss, scene: Scene): string | undefined {
  const [old] = isSince ? visibleMatches(selector, scene) : [];
  if (old !== undefined && !hasNth(selector)) return `${quote(old.text)} in row ${old.start.row + 1} was there before.`;
  return hintAboutStyle(selector, scene) ?? hintByType(selector, isSince, scene);
}

function hintByType(selector: Selector, isSince: boolean, scene: Scene): string | undefined {
  switch (selector.type) {
    case 'nth':
      return hintAboutCount(selector.selector, isSince, scene) ?? hintByType(selector.selector, isSince, scene);
    case 'within':
      return hintAboutPlace(selector.selector, scene) ?? findHint({ selector: selector.selector, isSince }, scene);
    case 'any':
      for (const inner of selector.selectors) {
        const hint = findHint({ selector: inner, isSince }, scene);
        if (hint !== undefined) return hint;
      }
      return undefined;
    case 'at':
      return undefined;
    default:
      return (isSince ? undefined : hintAboutScrollback(selector, scene)) ?? hintAboutSlashes(selector);
  }
}

const visibleMatches = (selector: Selector, { lines, patterns }: Scene): Match[] =>
  evaluate(selector, lines, patterns.search, ({ start }) => start.row >= 0);

function hintAboutStyle(selector: Selector, scene: Scene): string | undefined {
  const styles = new Map<Leaf, StyleFilter>();
  const plain = withoutStyles(selector, styles);
  // Numbers count the matches in the right style.
  if (styles.size === 0 || hasNth(selector)) return undefined;
  const leaves = new Map<string, Leaf>();
  const matches = evaluate(plain, scene.lines, scene.patterns.search, (match, _, leaf) => {
    if (match.start.row >= 0) leaves.set(placeKey(match), leaf);
    return match.start.row >= 0;
  });
  for (const match of matches) {
    const filter = styles.get(leaves.get(placeKey(match)) as Leaf);
    const difference = filter === undefined ? undefined : styleDifference(match, filter, scene.screen);
    if (difference !== undefined) return `${quote(match.text)} is in row ${match.start.row + 1}, but ${difference}.`;
  }
  return undefined;
}

const placeKey = ({ start, end }: Match): string => [start.row, start.col, end.row, end.col].join();

function withoutStyles(selector: Selector, styles: Map<Leaf, StyleFilter>): Selector {
  switch (selector.type) {
    case 'at':
      return selector;
    case 'any':
      return { ...selector, selectors: selector.selectors.map((inner) => withoutStyles(inner, styles)) };
    case 'within':
    case 'nth':
      return { ...selector, selector: withoutStyles(selector.selector, styles) };
    default: {
      const plain: Leaf = { ...selector, style: undefined };
      if (selector.style !== undefined) styles.set(plain, selector.style);
      return plain;
    }
  }
}

function hintAboutCount(selector: Selector, isSince: boolean, scene: Scene): string | undefined {
  const matches = visibleMatches(selector, scene);
  const { length } = matches;
  if (length === 0) return undefined;
  const found = length === 1 ? 'There is only 1 match' : `There are only ${length} matches`;
  const onlyNew = isSince ? ', old ones included' : '';
  return `${found} (index 0${length > 1 ? ` to ${length - 1}` : ''})${onlyNew}, ${describePlaces(matches)}.`;
}

function hintAboutPlace(selector: Selector, scene: Scene): string | undefined {
  const matches = visibleMatches(selector, scene);
  return matches.length === 0
    ? undefined
    : `Outside of that, ${describeSelector(selector)} is ${describePlaces(matches)}.`;
}

function hintAboutScrollback(leaf: Leaf, { lines, patterns }: Scene): string | undefined {
  const above = lines.filter(({ row }) => row < 0).reverse();
  for (const line of above) {
    const match = patterns.search(leaf, line).findLast(({ start }) => start.row < 0);
    if (match === undefined) continue;
    const advice = '`find` with `"scope":"scrollback"` returns it';
    return `${quote(match.text)} has scrolled off the screen (row ${match.start.row + 1}); ${advice}.`;
  }
  return undefined;
}

function hintAboutSlashes(leaf: Leaf): string | undefined {
  const [, pattern, flags = ''] = (leaf.type === 'regex' && /^\/(.+)\/([imsuv]*)$/s.exec(leaf.pattern)) || [];
  if (pattern === undefined) return undefined;
  const members = [`"pattern":${quote(pattern)}`, ...(flags === '' ? [] : [`"flags":${quote(flags)}`])];
  return `The slashes are part of the pattern; to leave them out, use ${members.join(',')}.`;
}
