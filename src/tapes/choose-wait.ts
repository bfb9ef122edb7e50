// Which wait follows an input, judged by what the screen did: the rules of the recorder, as candidates in their order.
import { hostname } from 'node:os';
import { defaultColor, formatColor } from '../base/colors.js';
import { escapePattern } from '../base/text.js';
import type { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import type { TapeAction } from './commands.js';

/** A command of a tape that waits. */
export type TapeWait = Extract<
  TapeAction,
  { readonly do: 'expect' | 'expect-stable' | 'expect-cursor' | 'expect-exit' }
>;
/** Waits that belong together. */
export type Candidate = readonly TapeWait[];

/** What the screen did since an input. */
export interface Reaction {
  /** Before the input; undefined at the start. */
  readonly before: Screen | undefined;
  readonly after: Screen;
  /** The text that was typed since the last Enter. */
  readonly typed: string;
  /** The line that Enter has submitted, if that is the input. */
  readonly submitted: string;
  /** Whether the input was Enter, or the program has started. */
  readonly isLineEnd: boolean;
  /** Whether the input was text. */
  readonly isText: boolean;
  /** Whether the input was sent before the reaction to another one, so that the reaction belongs to both. */
  readonly isAhead: boolean;
  /** Whether the input was Escape. */
  readonly isEscape: boolean;
  readonly pausedMs: number;
  /** Whether the program has drawn nothing for as long as `Expect+Stable` takes. */
  readonly isSettled: boolean;
  /** Rows that changed without input. */
  readonly volatileRows: ReadonlySet<number>;
}

// What is different in the next run: times and dates, percentages, durations, sizes, ids, temporary paths, spinners.
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const volatileParts = [
  String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?: ?[AP]M)?`,
  String.raw`\d{4}-\d{2}-\d{2}(?:T\S+)?`,
  String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{2,4}`,
  String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?(?:(?:${months})\w* +\d{1,2}|\d{1,2} +(?:${months})\w*)(?:,? +\d{4})?`,
  String.raw`\d+(?:[.,]\d+)? ?%`,
  String.raw`\b\d+(?:[.,]\d+)? ?(?:ns|us|µs|ms|s|sec|secs|seconds?|m|min|minutes?|h|hours?)\b`,
  String.raw`\b\d+(?:[.,]\d+)? ?(?:[kKMGTP]i?B?|B|bytes)\b`,
  String.raw`\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b`,
  String.raw`\b(?=[\da-f]*\d)[\da-f]{7,}\b`,
  String.raw`(?:/private)?(?:/tmp|/var/tmp|/var/folders|/dev/shm|/run/user)/[^\s$#%>)\]"',;:]*`,
  String.raw`[\u2800-\u28ff◐◓◑◒◴◷◶◵]`,
];
const isVolatile = (text: string): boolean => new RegExp(volatileParts.join('|'), 'u').test(text);
const splitAtVolatile = (text: string): string[] => text.split(new RegExp(volatileParts.join('|'), 'u'));

// Lines of boxes, blocks and shades, and two blanks.
const separators = /[\u2500-\u259f]+|\s{2,}/u;
const [minLength, maxLength] = [4, 40];
// More are tried only if the first ones do not hold.
const maxPieces = 12;

const expectText = (how: 'new' | 'gone' | 'screen', text: string): TapeWait => ({
  do: 'expect',
  how,
  timeoutMs: undefined,
  target: { type: 'exact', text },
});

/** The waits that could follow, the best first. Each must still be checked: that it holds, is new, and occurs once. */
export function listCandidates(reaction: Reaction): Candidate[] {
  const { before, after, isEscape, isLineEnd } = reaction;
  const prompts = isLineEnd && !after.isAlternate ? listPrompts(reaction) : [];
  const { sure, numbered } = listAppeared(reaction);
  const gone = before === undefined ? { sure: [], echoed: [] } : listGone(before, reaction);
  const { row, col } = after.cursor;
  const isMoved = before !== undefined && after.isAlternate && hasMoved(before, after);
  const moved: Candidate[] = isMoved
    ? [[{ do: 'expect-cursor', timeoutMs: undefined, row: row + 1, col: col + 1 }]]
    : [];
  const isOnlyMoved = isMoved && isOnlyCursor(before, after);
  // In the next run, the reaction to the input before can come before this one.
  const how = reaction.isAhead ? 'screen' : 'new';
  const quietMs = isEscape ? getEscapeMs(reaction) : usualQuietMs;
  return [
    ...prompts,
    ...listStarts(reaction, sure),
    ...sure.map((text): Candidate => [expectText(how, text)]),
    ...listRecalled(reaction).map((text): Candidate => [expectText('new', text)]),
    ...listRestyled(reaction, how),
    ...listEchoes(reaction).map((text): Candidate => [expectText(how, text)]),
    ...gone.sure.map((text): Candidate => [expectText('gone', text)]),
    ...(isOnlyMoved ? moved : []),
    ...numbered.map((text): Candidate => [expectText(how, text)]),
    ...gone.echoed.map((text): Candidate => [expectText('gone', text)]),
    // More than the cursor changed, such as numbers that show its place, but nothing changes by itself.
    ...(isOnlyMoved || !after.cursor.isVisible || reaction.volatileRows.size > 0 ? [] : moved),
    [{ do: 'expect-stable', timeoutMs: undefined, quietMs }],
  ];
}

/** At the start of a full-screen program: some lose what is typed before they have drawn everything. */
function listStarts({ before, after, isSettled }: Reaction, texts: readonly string[]): Candidate[] {
  if (before !== undefined || !after.isAlternate || !isSettled) return [];
  const quiet: TapeWait = { do: 'expect-stable', timeoutMs: undefined, quietMs: usualQuietMs };
  return texts.slice(0, 2).map((text) => [expectText('new', text), quiet]);
}

/** How long nothing changes on a stable screen. */
export const usualQuietMs = 250;
// Programs wait for the rest of a sequence after Escape, some for a second.
const maxEscapeMs = 1200;
const getEscapeMs = ({ pausedMs }: Reaction): number =>
  Math.min(maxEscapeMs, Math.max(usualQuietMs, Math.ceil(pausedMs / 100) * 100));

/** Whether nothing changed but the echo of what was typed, numbers, masks and the cursor. */
export function isOnlyEcho(before: Screen, after: Screen, typed: string): boolean {
  return listChangedRows(before, after).every((row) => {
    const text = after.lines[row]?.trimmed ?? '';
    const inserted = findInserted(before.lines[row]?.trimmed ?? '', text).trim();
    const isTypedHere =
      row === after.cursor.row && typed !== '' && (inserted.includes(typed) || endsWithTyped(inserted, typed));
    const isEcho = typed.includes(inserted) || isTypedHere;
    return isEcho || !/\p{L}{2}/u.test(inserted);
  });
}

/** Whether a line that a key has opened, with a label of its own, ends with what was typed then. */
const endsWithTyped = (text: string, typed: string): boolean =>
  typed.length > 2 && text.length > 2 && typed.endsWith(text.slice(-2));

/** Whether a screen looks as before: text, styles and cursor. */
export const isSameScreen = (before: Screen, after: Screen): boolean => before.revision === after.revision;

/** Whether only the cursor differs, or blank lines. */
export const isOnlyCursor = (before: Screen, after: Screen): boolean =>
  before.isAlternate === after.isAlternate &&
  before.title === after.title &&
  after.lines.every((line, row) => {
    const earlier = before.lines[row];
    return earlier === line || (earlier !== undefined && hasSameText(earlier, line) && hasSameStyles(earlier, line));
  });

const hasMoved = (before: Screen, after: Screen): boolean =>
  before.cursor.row !== after.cursor.row || before.cursor.col !== after.cursor.col;

const hasSameText = (a: Line, b: Line): boolean => a.trimmed === b.trimmed;
const hasSameStyles = (a: Line, b: Line): boolean => JSON.stringify(a.splitRuns()) === JSON.stringify(b.splitRuns());

function listChangedRows(before: Screen | undefined, after: Screen): number[] {
  return after.lines.flatMap((line, row) => ((before?.lines[row]?.trimmed ?? '') === line.trimmed ? [] : [row]));
}

/** What was inserted into a text: without its beginning and end, which are those of the text before. */
function findInserted(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = after.length;
  for (let from = before.length; from > start && end > start && before[from - 1] === after[end - 1]; from -= 1)
    end -= 1;
  return after.slice(start, end);
}

/** Rule 1: a prompt, alone or with the last line of output above it. */
function listPrompts(reaction: Reaction): Candidate[] {
  const { after } = reaction;
  const { row, col } = after.cursor;
  const line = after.lines[row];
  if (line === undefined) return [];
  const prompt = line.trimmed;
  const isEnd = line.trimmedWidth <= col && after.lines.slice(row + 1).every(({ trimmed }) => trimmed === '');
  if (prompt === '' || !isEnd || prompt.length > 2 * maxLength) return [];
  const wait: TapeWait = {
    do: 'expect',
    how: 'new',
    timeoutMs: undefined,
    target: { type: 'regex', pattern: `^${generalize(prompt)} ?$`, flags: '' },
  };
  const output = findOutput(row - 1, reaction);
  if (output === undefined) return [[wait]];
  // Of a text that was there before, only another one is a result.
  return [[wait, expectText(wasThere(output, reaction) ? 'new' : 'screen', output)], [wait]];
}

const wasThere = (text: string, { before }: Reaction): boolean =>
  before?.lines.some(({ trimmed }) => trimmed.includes(text)) === true;

/** The text of a row if it is output that comes again in the next run. */
function findOutput(row: number, reaction: Reaction): string | undefined {
  const { after, volatileRows } = reaction;
  const output = after.lines[row]?.trimmed ?? '';
  const isOutput =
    output.trim().length >= 2 &&
    output.length <= 2 * maxLength &&
    !volatileRows.has(row) &&
    !isVolatile(output) &&
    !containsEcho(output, reaction);
  return isOutput ? output.trim() : undefined;
}

/** What a program that has ended may have displayed last, the last line first; not what was typed before. */
export const listResults = (reaction: Reaction, typedTexts: readonly string[]): Candidate[] =>
  reaction.after.lines
    .map((_, row) => findOutput(row, reaction) ?? '')
    .filter((text) => /[\p{L}\p{N}]{2}/u.test(text) && !/[*•●]{2}/u.test(text) && !wasThere(text, reaction))
    .filter((text) => !typedTexts.some((typed) => typed.length > 2 && text.includes(typed)))
    .map((text): Candidate => [expectText('new', text)])
    .toReversed();

// What a prompt says about the machine: the user and the host with the directory, the version of the shell.
const [host = ''] = hostname().split('.');
const machineParts = [
  String.raw`[\w.-]+@[\w.-]+(?::[~/][^\s$#%>)\]]*)?`,
  ...(host === '' ? [] : [String.raw`(?<![\w-])${escapePattern(host)}(?:\.[\w.-]+)?(?![\w-])`]),
  String.raw`\b(?:ba|z|k|da)?sh-\d+\.\d+`,
];

/** A prompt as a pattern: what differs in the next run, or on another machine, is any word. */
function generalize(prompt: string): string {
  const pattern = new RegExp([...machineParts, ...volatileParts].join('|'), 'gu');
  let result = '';
  let at = 0;
  for (const found of prompt.matchAll(pattern)) {
    result += escapePattern(prompt.slice(at, found.index));
    result += found[0].includes('@')
      ? found[0].replaceAll(/[^@:]+/g, String.raw`\S+`)
      : found[0]
          .split(/ +/)
          .map(() => String.raw`\S+`)
          .join(' +');
    at = found.index + found[0].length;
  }
  return result + escapePattern(prompt.slice(at));
}

const containsEcho = (text: string, { typed, submitted }: Reaction): boolean =>
  [typed, submitted].some(
    (line) => line !== '' && (line.includes(text.trim()) || (line.trim().length > 2 && text.includes(line.trim()))),
  );

/** Rule 2: pieces of rows that differ from what these rows were; those with digits apart. */
function listAppeared(reaction: Reaction): { readonly sure: readonly string[]; readonly numbered: readonly string[] } {
  const { before, after, typed, volatileRows } = reaction;
  const earlier = before?.lines.map(({ trimmed }) => trimmed) ?? [];
  const pieces = listChangedRows(before, after).flatMap((row) => {
    const text = after.lines[row]?.trimmed ?? '';
    if (volatileRows.has(row) || (after.isAlternate && isTable(text))) return [];
    // Completion draws more than was typed: only that is new.
    const isEchoed = typed.trim() !== '' && text.includes(typed.trim()) && canEcho(row, reaction);
    const source = isEchoed ? findInserted(earlier[row] ?? '', text) : text;
    return splitPieces(source).map((piece) => ({ piece, row }));
  });
  const sorted = sortPieces(
    pieces.filter(
      ({ piece, row }) =>
        !(canEcho(row, reaction) && containsEcho(piece, reaction)) && !earlier.some((text) => text.includes(piece)),
    ),
    after.cursor.row,
  );
  const numbered = sorted.filter((piece) => /\d/.test(piece) && !isValue(piece, before, after));
  return { sure: sorted.filter((piece) => !/\d/.test(piece)), numbered };
}

/** Whether a text shows measured values: only numbers changed, or they are no whole ones. */
function isValue(piece: string, before: Screen | undefined, after: Screen): boolean {
  if (/\d[.,]\d/.test(piece)) return true;
  const rows = listChangedRows(before, after);
  if (before === undefined || rows.length > after.rows / 2) return false;
  const wordsOf = (text: string): string => text.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  return rows.some((row) => wordsOf(before.lines[row]?.trimmed ?? '').includes(wordsOf(piece)));
}

/** Whether a row can be an echo. What was typed and is drawn before another key is not drawn once more by that key. */
function canEcho(row: number, reaction: Reaction): boolean {
  const { isText, isLineEnd, typed, after } = reaction;
  return isText || isLineEnd || row === after.cursor.row || !wasThere(typed.trim(), reaction);
}

// What comes before a line that is edited.
const editPrompt = /^.{0,79}?[$#%>❯:]\s/u;

/** Rule 2: a line that a key has recalled where the cursor is, even if it is somewhere else, too. */
function listRecalled({ before, after, isText, isLineEnd, isAhead }: Reaction): string[] {
  const { row } = after.cursor;
  const isEdited = before !== undefined && !isText && !isLineEnd && !isAhead && !after.isAlternate;
  if (!isEdited || listChangedRows(before, after)[0] !== row) return [];
  const text = `${after.lines[row]?.trimmed} `;
  const prompt = editPrompt.exec(text)?.[0] ?? '';
  const isPrompt = `${before.lines[row]?.trimmed} `.startsWith(prompt);
  return isPrompt ? splitPieces(text.slice(prompt.length)) : [];
}

/** Whether a row consists of values, such as those of a process. */
const isTable = (text: string): boolean => (text.match(/(?<!\S)\d[\d.:,%]*[A-Z]?(?!\S)/g) ?? []).length >= 4;

interface Piece {
  readonly piece: string;
  readonly row: number;
}

/** The pieces near the cursor first. */
function sortPieces(pieces: readonly Piece[], cursorRow: number): string[] {
  const sorted = pieces.toSorted(
    (a, b) => Math.abs(a.row - cursorRow) - Math.abs(b.row - cursorRow) || b.piece.length - a.piece.length,
  );
  return [...new Set(sorted.map(({ piece }) => piece))].slice(0, maxPieces);
}

function splitPieces(text: string): string[] {
  return text
    .split(separators)
    .flatMap(splitAtVolatile)
    .map((piece) => cut(piece.trim()))
    .filter((piece) => piece.length >= minLength && /\p{L}{3}/u.test(piece));
}

/** At most 40 characters, ending with a word. */
function cut(text: string): string {
  if (text.length <= maxLength) return text;
  const words = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
  return words.length <= maxLength ? words : text.slice(0, maxLength);
}

/** Rule 3: the same text got a style, because a selection moved to it. */
function listRestyled({ before, after, volatileRows }: Reaction, how: 'new' | 'screen'): Candidate[] {
  if (before === undefined) return [];
  const rowsByStyle = countHighlightedRows(after);
  const found = after.lines.flatMap((line, row) => {
    const earlier = before.lines[row];
    if (earlier === undefined || earlier === line || !hasSameText(earlier, line)) return [];
    if (volatileRows.has(row) || (after.isAlternate && isTable(line.trimmed))) return [];
    const old = new Set(listHighlights(earlier).map((highlight) => JSON.stringify(highlight)));
    return listHighlights(line)
      .filter((highlight) => !old.has(JSON.stringify(highlight)))
      .flatMap(({ text, style }) =>
        text
          .split(separators)
          .map((piece) => cut(piece.trim()))
          .filter((piece) => piece.length >= 2 && /\p{L}/u.test(piece) && !isVolatile(piece))
          .map((piece): Candidate => {
            const target = { type: 'exact', text: piece, style } as const;
            return [{ do: 'expect', how, timeoutMs: undefined, target }];
          })
          .map((candidate) => ({ candidate, rows: rowsByStyle.get(JSON.stringify(style)) ?? 0 })),
      );
  });
  // A program may also draw a background where nothing is selected.
  return found.toSorted((a, b) => a.rows - b.rows || rankStyle(a) - rankStyle(b)).map(({ candidate }) => candidate);
}

const rankStyle = ({ candidate: [wait] }: { readonly candidate: Candidate }): number =>
  wait?.do === 'expect' && wait.target.style?.['inverse'] === true ? 0 : 1;

/** In how many rows texts have a style. */
function countHighlightedRows({ lines }: Screen): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const highlights = listHighlights(line).filter(({ text }) => /\p{L}/u.test(text));
    for (const style of new Set(highlights.map((highlight) => JSON.stringify(highlight.style))))
      counts.set(style, (counts.get(style) ?? 0) + 1);
  }
  return counts;
}

interface Highlight {
  readonly col: number;
  text: string;
  readonly style: Readonly<Record<string, boolean | number | string>>;
}

/** The parts of a line that are inverse or have a background; letters in another color do not divide them. */
function listHighlights(line: Line): Highlight[] {
  const highlights: Highlight[] = [];
  let end = -1;
  for (const { col, width, text, style: given } of line.splitRuns()) {
    const style = highlightOf(given);
    if (style === undefined) continue;
    const last = highlights.at(-1);
    if (last !== undefined && end === col && JSON.stringify(last.style) === JSON.stringify(style)) last.text += text;
    else highlights.push({ col, text, style });
    end = col + width;
  }
  return highlights;
}

type RunStyle = ReturnType<Line['splitRuns']>[number]['style'];

/** How a selection is shown; undefined if it is not. */
function highlightOf({ inverse, bg }: RunStyle): Highlight['style'] | undefined {
  if (inverse) return { inverse: true };
  return bg === defaultColor ? undefined : { bg: formatColor(bg) };
}

/** Rule 4: what was typed, as far as it is drawn. */
function listEchoes({ before, after, typed }: Reaction): string[] {
  const rows = listChangedRows(before, after).map((row) => ({
    earlier: before?.lines[row]?.trimmed ?? '',
    text: after.lines[row]?.trimmed ?? '',
  }));
  const drawn = rows.map(({ earlier, text }) => findInserted(earlier, text).trim());
  const whole = typed.trim();
  const isWhole =
    whole.length > 1 && rows.some(({ earlier, text }) => text.includes(whole) && !earlier.includes(whole));
  return isWhole ? [cut(whole)] : drawn.filter((text) => text.length >= 2 && typed.includes(text)).map(cut);
}

/** Rule 5: pieces that are nowhere any more; the echo of the input apart. */
function listGone(
  before: Screen,
  reaction: Reaction,
): { readonly sure: readonly string[]; readonly echoed: readonly string[] } {
  const { after, volatileRows } = reaction;
  const now = after.lines.map(({ trimmed }) => trimmed);
  const pieces = listChangedRows(before, after).flatMap((row) => {
    const text = before.lines[row]?.trimmed ?? '';
    if (volatileRows.has(row) || isTable(text)) return [];
    const removed = findInserted(now[row] ?? '', text);
    return [text, removed].flatMap(splitPieces).map((piece) => ({ piece, row }));
  });
  const sorted = sortPieces(
    pieces.filter(({ piece }) => !/\d/.test(piece) && !now.some((text) => text.includes(piece))),
    after.cursor.row,
  );
  const isEcho = (piece: string): boolean => containsEcho(piece, reaction);
  return { sure: sorted.filter((piece) => !isEcho(piece)), echoed: sorted.filter(isEcho) };
}
