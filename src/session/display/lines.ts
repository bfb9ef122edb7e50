// Whether lines are in the history, how often, and in which order.
import { MethodError } from '../../base/errors.js';
import { joinList } from '../../base/text.js';
import type { Call } from '../call.js';
import { waitFor } from '../waits/wait.js';
import { type History, readHistory } from './history.js';

/** The lines to find; a text is a part of a line, or of several joined by line breaks. */
export interface LinesSpec {
  readonly lines: readonly string[];
  /** Whether each is there as often as it is listed, and not more. */
  readonly once: boolean;
  readonly inOrder: boolean;
}
/** What is wrong with the lines. Rows are 0-based; those in the scrollback are negative. */
export interface LineFaults {
  readonly missing: readonly string[];
  readonly repeated: readonly RepeatedLine[];
  readonly outOfOrder: readonly string[];
}
interface RepeatedLine {
  readonly line: string;
  readonly count: number;
  readonly rows: readonly number[];
}

// A text of one character may be everywhere.
const maxPlaces = 1000;
const maxRows = 10;

/** Waits until all lines are in the history; fails with kind `lines-mismatch`. */
export async function expectLines(
  spec: LinesSpec,
  call: Call,
): Promise<{ readonly found: number; readonly trimmed: number }> {
  const { emulator } = call.program;
  const arriving = call.receiveOutput();
  if (arriving !== undefined) await arriving;
  call.noteWaiting();
  let last: { readonly history: History; readonly faults: LineFaults } | undefined;
  const outcome = await waitFor(call, {
    observe: () => {
      const history = readHistory(emulator);
      const faults = findLineFaults(history, spec);
      last = { history, faults };
      return { evaluate: () => (isFaultless(faults) ? {} : undefined) };
    },
  });
  const { history, faults } = last ?? { history: readHistory(emulator), faults: noFaults };
  if ('found' in outcome) return { found: spec.lines.length, trimmed: history.trimmed };
  const { screen } = outcome;
  const sentences = [...describeLineFaults(faults, spec.lines.length), ...describeTrimmed(faults, history.trimmed)];
  throw new MethodError('lines-mismatch', sentences.join(' '), {
    ...toWireFaults(faults),
    trimmed: history.trimmed,
    screen,
  });
}

const noFaults: LineFaults = { missing: [], repeated: [], outOfOrder: [] };
export const isFaultless = ({ missing, repeated, outOfOrder }: LineFaults): boolean =>
  missing.length + repeated.length + outOfOrder.length === 0;

/** What is wrong with the lines of a history. */
export function findLineFaults(history: History, { lines, once, inOrder }: LinesSpec): LineFaults {
  const text = history.lines.map((line) => line.text).join('\n');
  const wanted = new Map<string, number>();
  for (const line of lines) wanted.set(line, (wanted.get(line) ?? 0) + 1);
  const places = new Map([...wanted.keys()].map((line) => [line, findPlaces(text, toSearched(line))]));
  const getPlaces = (line: string): readonly number[] => places.get(line) ?? [];
  const readRow = createRowReader(history);
  const missing = [...wanted].filter(([line, count]) => getPlaces(line).length < count).map(([line]) => line);
  const repeated = [...wanted].filter(([line, count]) => once && getPlaces(line).length > count);
  const present = lines.filter((line) => getPlaces(line).length > 0);
  const isOrdered = inOrder ? findOrdered(present.map(getPlaces)) : new Set(present.keys());
  return {
    missing,
    repeated: repeated.map(([line]) => ({
      line,
      count: getPlaces(line).length,
      rows: getPlaces(line).slice(0, maxRows).map(readRow),
    })),
    outOfOrder: present.filter((line, index) => !isOrdered.has(index) && !missing.includes(line)),
  };
}

const toSearched = (line: string): string => line.normalize('NFC').replaceAll(/ +$/gm, '');

function findPlaces(text: string, line: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(line); at >= 0 && places.length < maxPlaces; at = text.indexOf(line, at + line.length))
    places.push(at);
  return places;
}

function createRowReader({ lines }: History): (place: number) => number {
  let end = 0;
  const ends = lines.map(({ text }) => (end += text.length + 1));
  return (place) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > place) high = middle;
      else low = middle + 1;
    }
    return lines[low]?.row ?? 0;
  };
}

/** The largest selection of texts whose places increase: the longest increasing subsequence, by patience sorting. */
function findOrdered(placesOf: readonly (readonly number[])[]): Set<number> {
  interface Card {
    readonly index: number;
    readonly place: number;
    readonly before: Card | undefined;
  }
  const piles: Card[] = [];
  // From the last place to the first, so that a text is selected at most once.
  for (const [index, places] of placesOf.entries())
    for (const place of places.toReversed()) {
      let [low, high] = [0, piles.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((piles[middle] as Card).place < place) low = middle + 1;
        else high = middle;
      }
      piles[low] = { index, place, before: piles[low - 1] };
    }
  const selected = new Set<number>();
  for (let card = piles.at(-1); card !== undefined; card = card.before) selected.add(card.index);
  return selected;
}

/** The sentences of a message; `since` says after what, as in ` since the resize to 90 × 40`. */
export function describeLineFaults(
  { missing, repeated, outOfOrder }: LineFaults,
  total: number,
  since = '',
): readonly string[] {
  const describe = (state: string, texts: readonly string[]): string[] => {
    if (texts.length === 0) return [];
    const verb = texts.length === 1 ? 'is' : 'are';
    return [
      `${texts.length} of ${total} ${total === 1 ? 'line' : 'lines'} ${verb} ${state}${since}: ${listSome(texts)}.`,
    ];
  };
  const isTwice = repeated.every(({ count }) => count === 2);
  const copies = repeated.map(
    ({ line, rows }) => `${JSON.stringify(line)} (rows ${listRows(rows.map((row) => row + 1))})`,
  );
  return [
    ...describe(
      'missing',
      missing.map((line) => JSON.stringify(line)),
    ),
    ...describe(isTwice ? 'there twice' : 'there more often than listed', copies),
    ...describe(
      'out of order',
      outOfOrder.map((line) => JSON.stringify(line)),
    ),
  ];
}

/** A sentence about lines that cannot be found because the scrollback is too small. */
export const describeTrimmed = ({ missing }: LineFaults, trimmed: number): readonly string[] =>
  missing.length === 0 || trimmed === 0
    ? []
    : [`The scrollback no longer holds ${trimmed} older lines: set \`scrollback\` of \`initialize\` to keep them.`];

const maxListed = 3;

/** The first of some texts, for a message. */
export const listSome = (texts: readonly string[]): string =>
  [...texts.slice(0, maxListed), ...(texts.length > maxListed ? ['…'] : [])].join(', ');

const listRows = (rows: readonly number[]): string => joinList(rows.map(String));

/** The faults with 1-based rows. */
export const toWireFaults = ({ missing, repeated, outOfOrder }: LineFaults): LineFaults => ({
  missing,
  repeated: repeated.map((line) => ({ ...line, rows: line.rows.map((row) => row + 1) })),
  outOfOrder,
});
