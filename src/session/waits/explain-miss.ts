import { InvalidParamError, MethodError } from '../../base/errors.js';
import { quote } from '../../base/text.js';
import { type CellPosition, joinLogicalLines, type LogicalLine, type TextRange } from '../../screen/logical-line.js';
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
import type { Baseline } from '../../terminal/freshness/baseline.js';
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
  /** Only matches that are new since then count. */
  readonly baseline?: Baseline | undefined;
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
  const isNew = createNewness(miss, program, displayed);
  const nearestNew = findNearestText(miss.selector, screen, isNew);
  const nearest = nearestNew ?? (isNew === undefined ? undefined : findNearestText(miss.selector, screen));
  const above = joinKeptLines(program.emulator, displayed, Math.max(0, screen.top - maxLinesAbove));
  const lines = secrets === undefined ? above : redactLogicalLines(above, secrets);
  const hint = await createHint(miss, { screen, lines, patterns });
  if (hint !== undefined) return { hint, ...(nearest === undefined ? {} : { nearest }) };
  const sentences = [
    ...(nearestNew !== undefined || isNew === undefined ? [] : quoteNewText(screen, isNew)),
    ...(nearest === undefined ? [] : [describeNearest(nearest, nearest !== nearestNew)]),
  ];
  return {
    ...(sentences.length === 0 ? {} : { hint: sentences.join(' ') }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

const describeNearest = ({ text, place }: NearText, isOld: boolean): string =>
  `Closest text: ${quote(text)} (row ${place.row + 1}, column ${place.col + 1})${isOld ? ', which is not new' : ''}.`;

type IsNewRange = (range: TextRange) => boolean;

/** What is new for a wait since a baseline, in the rows of the displayed screen. */
function createNewness(
  { baseline }: Miss,
  { emulator }: Explainable['program'],
  displayed: Screen,
): IsNewRange | undefined {
  if (baseline === undefined) return undefined;
  // Lines may have scrolled off since the last check.
  const shift = displayed.top - emulator.buffers.top;
  const move = ({ row, col }: CellPosition): CellPosition => ({ row: row + shift, col });
  const isNew = baseline.capture(Math.min(0, shift));
  return (range) => isNew({ ...range, start: move(range.start), end: move(range.end) }, false);
}

// Enough for the answer of a prompt; the failure shows the whole screen.
const maxNewText = 80;

/** Quotes the beginning of the new text. */
function quoteNewText({ lines }: Screen, isNew: IsNewRange): string[] {
  const texts = joinLogicalLines(lines)
    .map(({ row, endRow, trimmed }) => ({
      start: { row, col: 0 },
      end: { row: endRow, col: (lines[endRow]?.trimmedWidth ?? 0) - 1 },
      text: trimmed,
    }))
    .filter((range) => range.text !== '' && isNew(range))
    .map(({ text }) => text);
  const text = texts.join('\n');
  return text === '' ? [] : [`New text: ${quote(text.length > maxNewText ? `${text.slice(0, maxNewText)}…` : text)}.`];
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

function findHint({ selector, baseline }: Miss, searched: Searched): string | undefined {
  const matches = baseline === undefined ? [] : findVisibleMatches(selector, searched);
  const echo = matches.find((match) => baseline?.isEcho(match, searched.screen.top));
  const old = echo ?? matches[0];
  if (old !== undefined && !hasNth(selector))
    return `${quote(old.text)} in row ${old.start.row + 1} is ${echo === undefined ? 'not new' : 'the echo of the input'}.`;
  return createStyleHint(selector, searched) ?? createHintByType({ selector, baseline }, searched);
}

function createHintByType({ selector, baseline }: Miss, searched: Searched): string | undefined {
  const isSince = baseline !== undefined;
  if (!('selector' in selector || 'selectors' in selector)) return createLeafHint(selector, isSince, searched);
  if (selector.type === 'nth') {
    const hint = createCountHint(selector.selector, isSince, searched);
    return hint ?? createHintByType({ selector: selector.selector, baseline }, searched);
  }
  const position = selector.type === 'within' ? createPositionHint(selector.selector, searched) : undefined;
  if (position !== undefined) return position;
  for (const inner of innerOf(selector)) {
    const hint = findHint({ selector: inner, baseline }, searched);
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
