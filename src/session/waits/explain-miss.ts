import { InvalidParamError, MethodError } from '../../base/errors.js';
import { quote } from '../../base/text.js';
import { joinLogicalLines, type LogicalLine } from '../../screen/logical-line.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import type { Screen } from '../../screen/screen.js';
import { describeStyleDifference, findNearestText, type NearText } from '../../screen/selectors/nearest-text.js';
import {
  describePlaces,
  describeSelector,
  evaluateSelector,
  hasNth,
  innerOf,
  type Leaf,
  type Match,
  mapLeaves,
  type Selector,
  type StyleFilter,
} from '../../screen/selectors/selector.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/matcher.js';
import { joinKeptLines } from './screen-search.js';

/** The reason why a selector has no match on a screen, as far as it is known. */
export interface Explanation {
  /** One sentence. */
  readonly hint?: string;
  /** The text on the screen that comes closest. */
  readonly nearest?: NearText;
}
/** A selector without a match. */
export interface Miss {
  readonly selector: Selector;
  /** Whether only new matches count. */
  readonly isSince?: boolean;
}

// The default scrollback. The search takes about 5 ms.
const maxLinesAbove = 1000;

/** Explains why a selector has no match: its text has another style, is in another place, or has scrolled off. */
export async function explainMiss(
  { program, patterns, secrets }: Explainable,
  miss: Miss,
  displayed: Screen,
): Promise<Explanation> {
  // The explanation quotes the screen.
  const screen = secrets?.redactFrame(displayed) ?? displayed;
  const nearest = findNearestText(miss.selector, screen);
  const above = joinKeptLines(program.emulator, displayed, Math.max(0, screen.top - maxLinesAbove));
  const lines = secrets === undefined ? above : redactLogicalLines(above, secrets);
  const hint = await createHint(miss, { screen, lines, patterns });
  if (hint !== undefined) return { hint, ...(nearest === undefined ? {} : { nearest }) };
  if (nearest === undefined) return {};
  const { row, col } = nearest.place;
  return { hint: `Closest text: ${quote(nearest.text)} (row ${row + 1}, column ${col + 1}).`, nearest };
}

interface Explainable {
  readonly program: Pick<VisibleProgram, 'emulator'>;
  readonly patterns: SafeMatcher;
  readonly secrets?: Secrets;
}

function redactLogicalLines(lines: readonly LogicalLine[], secrets: Secrets): readonly LogicalLine[] {
  const rows = lines.flatMap((line) => line.rows);
  const redacted = secrets.redactLines(rows);
  return redacted === rows ? lines : joinLogicalLines(redacted, lines[0]?.row);
}

/** What was searched for the selector. */
interface Searched {
  readonly screen: Screen;
  /** The logical lines of the screen and some of those above it. */
  readonly lines: readonly LogicalLine[];
  readonly patterns: SafeMatcher;
}

async function createHint(miss: Miss, searched: Searched): Promise<string | undefined> {
  try {
    return await searched.patterns.resolve(() => findHint(miss, searched));
  } catch (error) {
    // A pattern took too long. The failure is reported without a hint.
    if (error instanceof MethodError || error instanceof InvalidParamError) return undefined;
    throw error;
  }
}

function findHint({ selector, isSince = false }: Miss, searched: Searched): string | undefined {
  const [old] = isSince ? findVisibleMatches(selector, searched) : [];
  if (old !== undefined && !hasNth(selector)) return `${quote(old.text)} in row ${old.start.row + 1} is not new.`;
  return createStyleHint(selector, searched) ?? createHintByType(selector, isSince, searched);
}

function createHintByType(selector: Selector, isSince: boolean, searched: Searched): string | undefined {
  if (!('selector' in selector || 'selectors' in selector)) return createLeafHint(selector, isSince, searched);
  if (selector.type === 'nth') {
    const hint = createCountHint(selector.selector, isSince, searched);
    return hint ?? createHintByType(selector.selector, isSince, searched);
  }
  const position = selector.type === 'within' ? createPositionHint(selector.selector, searched) : undefined;
  if (position !== undefined) return position;
  for (const inner of innerOf(selector)) {
    const hint = findHint({ selector: inner, isSince }, searched);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

function createLeafHint(leaf: Leaf, isSince: boolean, searched: Searched): string | undefined {
  if ('place' in leaf) return undefined;
  return (
    createBlanksHint(leaf, searched) ??
    createLinesHint(leaf, searched) ??
    (isSince ? undefined : createScrollbackHint(leaf, searched)) ??
    createSlashHint(leaf)
  );
}

const findVisibleMatches = (selector: Selector, { lines, patterns }: Searched): Match[] =>
  evaluateSelector(selector, lines, patterns.search, ({ start }) => start.row >= 0);

function createStyleHint(selector: Selector, searched: Searched): string | undefined {
  const styles = new Map<Leaf, StyleFilter>();
  const plain = mapLeaves(selector, (leaf) => {
    if (!('style' in leaf) || leaf.style === undefined) return leaf;
    const unstyled: Leaf = { ...leaf, style: undefined };
    styles.set(unstyled, leaf.style);
    return unstyled;
  });
  // `nth` counts only the matches in the requested style.
  if (styles.size === 0 || hasNth(selector)) return undefined;
  const leaves = new Map<string, Leaf>();
  const matches = evaluateSelector(plain, searched.lines, searched.patterns.search, (match, _, leaf) => {
    if (match.start.row >= 0) leaves.set(toPositionKey(match), leaf);
    return match.start.row >= 0;
  });
  for (const match of matches) {
    const filter = styles.get(leaves.get(toPositionKey(match)) as Leaf);
    const difference = filter === undefined ? undefined : describeStyleDifference(match, filter, searched.screen);
    if (difference !== undefined) return `${quote(match.text)} is in row ${match.start.row + 1}, but ${difference}.`;
  }
  return undefined;
}

const toPositionKey = ({ start, end }: Match): string => [start.row, start.col, end.row, end.col].join();

function createCountHint(selector: Selector, isSince: boolean, searched: Searched): string | undefined {
  const matches = findVisibleMatches(selector, searched);
  const { length } = matches;
  if (length === 0) return undefined;
  const found = length === 1 ? 'There is only 1 match' : `There are only ${length} matches`;
  const onlyNew = isSince ? ', including old ones' : '';
  return `${found} (index 0${length > 1 ? ` to ${length - 1}` : ''})${onlyNew}, ${describePlaces(matches)}.`;
}

function createPositionHint(selector: Selector, searched: Searched): string | undefined {
  const matches = findVisibleMatches(selector, searched);
  return matches.length === 0
    ? undefined
    : `Outside that area, ${describeSelector(selector)} is ${describePlaces(matches)}.`;
}

// A blank, and how often, at the end of a pattern for the end of a line.
const lastBlanks = /(?<!\\)(?: |\\s)(?:[*+?]|\{\d+(?:,\d*)?\})?\$$/;

function createBlanksHint(leaf: Leaf, searched: Searched): string | undefined {
  if (leaf.type !== 'regex' || !lastBlanks.test(leaf.pattern)) return undefined;
  const [match] = findVisibleMatches({ ...leaf, pattern: leaf.pattern.replace(lastBlanks, '$') }, searched);
  return match === undefined
    ? undefined
    : `Only blanks are missing after ${quote(match.text)} in row ${match.end.row + 1}: a pattern matches trailing blanks only before the cursor.`;
}

// Of a text of more lines, only these are compared.
const maxComparedLines = 20;

/** Which line of a text of several lines is the first one that is missing. */
function createLinesHint(leaf: Leaf, searched: Searched): string | undefined {
  if (leaf.type !== 'exact') return undefined;
  const texts = leaf.text.split('\n', maxComparedLines);
  for (let count = texts.length - 1; count > 0; count -= 1) {
    const [match] = findVisibleMatches({ ...leaf, text: `${texts.slice(0, count).join('\n')}\n` }, searched);
    if (match === undefined) continue;
    const next = searched.lines.find(({ row }) => row > match.end.row)?.trimmed ?? '';
    return `Line ${count + 1} of the text, ${quote(texts[count] as string)}, does not follow row ${match.end.row + 1}: the next line is ${quote(next)}.`;
  }
  return undefined;
}

function createScrollbackHint(leaf: Leaf, { lines, patterns }: Searched): string | undefined {
  const above = lines.filter(({ row }) => row < 0).reverse();
  for (const line of above) {
    const match = patterns.search(leaf, line).findLast(({ start }) => start.row < 0);
    if (match === undefined) continue;
    const advice = 'To find it, use `find` with `"scope":"scrollback"`';
    return `${quote(match.text)} has scrolled off the screen (row ${match.start.row + 1}). ${advice}.`;
  }
  return undefined;
}

function createSlashHint(leaf: Leaf): string | undefined {
  const [, pattern, flags = ''] = (leaf.type === 'regex' && /^\/(.+)\/([imsuv]*)$/s.exec(leaf.pattern)) || [];
  if (pattern === undefined) return undefined;
  const members = [`"pattern":${quote(pattern)}`, ...(flags === '' ? [] : [`"flags":${quote(flags)}`])];
  return `The slashes are part of the pattern. To match without them, use ${members.join(',')}.`;
}
