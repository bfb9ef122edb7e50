// How an expected and an actual screen, or the styles of a text, differ: for messages of assertions.
import { colorNames, formatColor, formatRgb } from '../base/colors.js';
import { formatSelector, type Locator } from './locator.js';
import { connectionOf } from './terminal.js';
import type { AmbiguityMode, Color, Match, StyleFilter, StyleRun } from './wire.js';

const maxLines = 20;
const sgr = /␛\[([\d;:]*)m/;
const attributes: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '3': 'italic',
  '4': 'underline',
  '5': 'blink',
  '7': 'inverse',
  '8': 'hidden',
  '9': 'strikethrough',
  '53': 'overline',
};

/** Shortens the difference of a snapshot for a message: lines whose text is the same show the styles by name. */
export function formatDifference(diff: string): string {
  const lines = joinPairs(diff.trimEnd().split('\n')).flatMap(formatChange);
  const legend = lines.findIndex((line) => line.startsWith('@@'));
  if (legend >= 0) lines[legend] += ' - expected, + actual, ~ another style';
  return limitLines(lines).join('\n');
}

/** The rows in which two texts differ: expected ones begin with `-`, actual ones with `+`. */
export function compareRows(expected: string, actual: string): string {
  const [left, right] = [expected, actual].map((text) => text.trimEnd().split('\n')) as [string[], string[]];
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [left[row], right[row]])
    .filter(([before, after]) => before !== after)
    .flatMap(([before, after]) => [
      ...(before === undefined ? [] : [`-${before}`]),
      ...(after === undefined ? [] : [`+${after}`]),
    ]);
  return limitLines(lines).join('\n');
}

function limitLines(lines: readonly string[]): string[] {
  const rest = lines.length - maxLines;
  return [...lines.slice(0, maxLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])];
}

/** A line, or an old and a new line with the same text. */
type Change = readonly [line: string, changed?: string];

/** Joins each removed line with the added one that replaces it, if only the style differs. */
function joinPairs(lines: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let start = 0; start < lines.length; ) {
    const removed = countFrom(lines, start, '-');
    const added = countFrom(lines, start + removed, '+');
    const end = start + Math.max(1, removed + added);
    const middle = start + removed;
    changes.push(...pairLines(lines.slice(start, middle), lines.slice(middle, end)));
    start = end;
  }
  return changes;
}

function pairLines(left: readonly string[], right: readonly string[]): Change[] {
  if (left.length !== right.length) return [...left, ...right].map((line) => [line] as const);
  return left.flatMap((line, index): Change[] => {
    const other = right[index] as string;
    const isRestyled = stripStyles(line).slice(1) === stripStyles(other).slice(1);
    return isRestyled ? [[line, other]] : [[line], [other]];
  });
}

function countFrom(lines: readonly string[], start: number, sign: string): number {
  let count = 0;
  while (lines[start + count]?.startsWith(sign) === true) count += 1;
  return count;
}

const stripStyles = (line: string): string =>
  line
    .split(sgr)
    .filter((_, index) => index % 2 === 0)
    .join('');

function formatChange([line, changed]: Change): string[] {
  if (changed === undefined) return [stripStyles(line)];
  const [before, after] = [line, changed].map((one) => stylesOf(one.slice(1)));
  return [
    `~${stripStyles(line).slice(1)}`,
    ...listRestyled([...stripStyles(line).slice(1)], before ?? [], after ?? []),
  ];
}

/** The parts of a line whose style differs, each with the style before and after. */
function listRestyled(characters: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = start + 1;
    while (end < characters.length && before[end] === before[start] && after[end] === after[start]) end += 1;
    if (before[start] !== after[start])
      parts.push(`    ${JSON.stringify(characters.slice(start, end).join(''))}: ${before[start]} → ${after[start]}`);
    start = end;
  }
  return parts;
}

/** The style of each character of a line, in words. */
function stylesOf(line: string): string[] {
  const styles: string[] = [];
  let style = 'default';
  for (const [index, part] of line.split(sgr).entries())
    if (index % 2 === 1) style = describeStyle(part);
    else for (const _ of part) styles.push(style);
  return styles;
}

const extended: Readonly<Record<string, string>> = { '38': '', '48': 'on ', '58': 'underline ' };

function describeStyle(params: string): string {
  const words: string[] = [];
  for (let codes = params.split(';'); codes.length > 0; ) {
    const [code = '', kind, ...values] = codes;
    const prefix = extended[code];
    const isPalette = kind === '5';
    if (prefix === undefined) words.push(...describeCode(code));
    else
      words.push(
        prefix +
          (isPalette
            ? values[0]
            : formatRgb(Number(values[0]) * 0x10000 + Number(values[1]) * 0x100 + Number(values[2]))),
      );
    codes = codes.slice(prefix === undefined ? 1 : isPalette ? 3 : 5);
  }
  return words.length === 0 ? 'default' : words.join(' ');
}

function describeCode(code: string): string[] {
  const attribute = attributes[code.split(':', 1)[0] as string];
  return attribute === undefined ? nameSgrColor(Number(code)) : [attribute];
}

// 30 to 37 and 90 to 97 are the colors of the text, those 10 higher of what is behind it.
function nameSgrColor(code: number): string[] {
  const [isBright, slot] = [code >= 90, code - (code >= 90 ? 90 : 30)];
  if (slot < 0 || slot > 17 || slot % 10 > 7) return [];
  const name = colorNames[(slot % 10) + (isBright ? 8 : 0)] as string;
  return [slot >= 10 ? `on ${name}` : name];
}

const maxPlaces = 5;

/** How the match of a locator differs from a style; `isMissing` if there is not one match. Undefined if it does not. */
export async function findStyleDifference(
  { terminal, selector }: Locator,
  expected: StyleFilter,
  ambiguity: AmbiguityMode = connectionOf(terminal).ambiguity,
): Promise<{ readonly reason: string; readonly actual?: unknown; readonly isMissing?: true } | undefined> {
  const { matches, matchCount, revision } = await terminal.request('find', { selector });
  if (matchCount > 1 && ambiguity === 'fail') {
    const places = matches.slice(0, maxPlaces).map(({ row, col }) => `row ${row}, column ${col}`);
    const more = matchCount > places.length ? `, and ${matchCount - places.length} more` : '';
    const advice = 'Select one with `nth` or `within`, or set `ambiguity`.';
    return {
      reason: `There are ${matchCount} matches of ${formatSelector(selector)}: ${places.join('; ')}${more}. ${advice}`,
      isMissing: true,
    };
  }
  const match = matches.at(ambiguity.startsWith('last') ? -1 : 0);
  if (match === undefined) return { reason: 'There is no match.', isMissing: true };
  const rows = { start: match.row, end: match.endRow };
  const view = await terminal.view({ rows, styles: true });
  if (view.revision !== revision) return { reason: 'The screen did not stop changing.', isMissing: true };
  for (const run of findRuns(match, view.styles ?? [], view.cols)) {
    const actual = styleOf(run, expected);
    const wrong = Object.keys(expected).filter((member) => actual[member] !== readExpectedValue(member, expected));
    if (wrong.length === 0) continue;
    const cells = nameCells(run, match);
    const values = wrong.map((member, index) => {
      const subject = index === 0 ? `The \`${member}\` of ${cells}` : `\`${member}\``;
      return `${subject} is ${JSON.stringify(actual[member])}, not ${JSON.stringify(readExpectedValue(member, expected))}`;
    });
    return { reason: `${values.join('; ')}.`, actual };
  }
  return undefined;
}

/** The first of the cells of a match that have a style, or the match if they are all of it. */
function nameCells(run: MatchedRun, { text, row, col, endRow, endCol }: Match): string {
  const isAll = run.row === row && row === endRow && run.col === col && run.endCol === endCol;
  const character = run.col === col && run.row === row ? text : (run.text ?? ' ');
  const part = isAll ? '' : `${JSON.stringify(firstCharacterOf(character))} of `;
  return `${part}${JSON.stringify(text)} (row ${run.row}, column ${run.col})`;
}

const segmenter = new Intl.Segmenter();
const firstCharacterOf = (text: string): string => segmenter.segment(text).containing(0)?.segment ?? '';

type StyleMembers = Readonly<Record<string, string | boolean>>;

/** A style run, limited to the cells of a match; without `text`, blanks at the end of a line, which have no style. */
interface MatchedRun extends Partial<Omit<StyleRun, 'row' | 'col'>> {
  readonly row: number;
  readonly col: number;
  readonly endCol: number;
}

/** The style runs of the cells of a match. */
function findRuns({ row, col, endRow, endCol }: Match, runs: readonly StyleRun[], cols: number): MatchedRun[] {
  const found: MatchedRun[] = [];
  for (let line = row; line <= endRow; line += 1) {
    const [first, last] = [line === row ? col : 1, line === endRow ? endCol : cols];
    const here = runs
      .filter((run) => run.row === line - row + 1 && run.col <= last && run.col + run.width - 1 >= first)
      .map((run) => ({
        ...run,
        row: line,
        col: Math.max(run.col, first),
        endCol: Math.min(run.col + run.width - 1, last),
      }));
    const covered = here.at(-1)?.endCol ?? first - 1;
    found.push(...here, ...(covered < last ? [{ row: line, col: covered + 1, endCol: last }] : []));
  }
  return found;
}

/** The style of a run; underline and link are only their presence if no more is expected. */
function styleOf(
  { fg, bg, bold, dim, italic, underline, underlineColor, inverse, strikethrough, link }: MatchedRun,
  expected: StyleFilter,
): StyleMembers {
  return {
    fg: formatStyleColor(fg),
    bg: formatStyleColor(bg),
    underlineColor: formatStyleColor(underlineColor),
    bold: bold === true,
    dim: dim === true,
    italic: italic === true,
    underline: typeof expected.underline === 'string' ? (underline ?? false) : underline !== undefined,
    link: typeof expected.link === 'string' ? (link ?? false) : link !== undefined,
    inverse: inverse === true,
    strikethrough: strikethrough === true,
  };
}

function readExpectedValue(member: string, expected: StyleFilter): string | boolean {
  if (member === 'underline' || member === 'link') return expected[member] ?? false;
  const value = expected[member as 'fg' | 'bold'];
  return typeof value === 'boolean' ? value : formatStyleColor(value);
}

// The numbers 0 to 15 are other names of the colors that have a name.
const formatStyleColor = (color: Color = 'default'): string =>
  String(typeof color === 'number' ? formatColor(color) : color).toLowerCase();
