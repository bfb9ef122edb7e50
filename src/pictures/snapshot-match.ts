import { trimBlanks } from '../screen/cells.js';
import { Line } from '../screen/line.js';
import { joinLogicalLines } from '../screen/logical-line.js';
import type { Secrets } from '../screen/redaction/secrets.js';
import type { CellRect, Screen } from '../screen/screen.js';
import { CellMask, toRects } from '../screen/selectors/cell-mask.js';
import { evaluateSelector, type Pattern, type Selector, type TextSpan } from '../screen/selectors/selector.js';
import { encodeSgr } from '../screen/style.js';
import type { SafeMatcher } from '../session/regex/matcher.js';
import type { Condition, ConditionResult, Observation, RecheckIn, Subject } from '../session/waits/conditions.js';
import { addReverse } from './ansi.js';
import type { CellRange } from './comparison.js';
import { findRegion, type ScreenPart, type SnapshotRegion, shiftRect } from './options.js';
import { diffLines, type LineDifference } from './snapshot-diff.js';

/** What is compared, and for how long it must be unchanged to count as stable. */
export interface ComparisonOptions {
  readonly tolerance: Tolerance;
  readonly region: SnapshotRegion | undefined;
  readonly stableMs: number;
}

/** What is compared with a snapshot, without its secrets. */
type ComparisonSubject = Subject & { readonly secrets: Secrets };

const met: ConditionResult = {};

/**
 * Is met when the compared part of the screen equals an expected screen, or without one when that part has been stable.
 * It counts stable time from the first observation. The screen of an exited program is stable.
 */
export class ScreenComparison implements Condition {
  readonly #subject: ComparisonSubject;
  readonly #expected: Screen | undefined;
  readonly #options: ComparisonOptions;
  #lines: readonly string[] | undefined;
  #changedAt = 0;
  #stableRevision: number | undefined;

  constructor(subject: ComparisonSubject, expected: Screen | undefined, options: ComparisonOptions) {
    this.#subject = subject;
    this.#expected = expected;
    this.#options = options;
    const { masks, normalize } = options.tolerance;
    const { region } = options;
    for (const area of [...masks, ...(region === undefined ? [] : [region.area])])
      if ('type' in area) subject.patterns.announceSelector(area);
    if (normalize.length > 0) subject.patterns.announcePattern();
  }

  /** Whether a screen was stable when it was last observed. */
  wasStable({ revision }: Screen): boolean {
    return this.#stableRevision === revision;
  }

  observe(): Observation {
    const now = performance.now();
    const { program, secrets } = this.#subject;
    const { exit } = program;
    const screen = secrets.redactScreen(program.screen);
    return { evaluate: (recheckIn) => this.#evaluate(screen, exit !== undefined, now, recheckIn) };
  }

  #evaluate(screen: Screen, hasExited: boolean, now: number, recheckIn: RecheckIn): ConditionResult | undefined {
    const { patterns } = this.#subject;
    const { tolerance, region, stableMs } = this.#options;
    const part = findRegion(screen, region, patterns, false);
    const lines = part && toComparableLines(part, tolerance, patterns);
    const expected = part && this.#expected && toExpectedLines(this.#expected, part, tolerance, patterns);
    if (!patterns.isComplete) return undefined;
    if (lines === undefined || this.#lines === undefined || !areEqualLines(lines, this.#lines)) this.#changedAt = now;
    this.#lines = lines;
    this.#stableRevision = undefined;
    if (lines === undefined) return undefined;
    const leftMs = this.#changedAt + stableMs - now;
    const isStable = hasExited || leftMs <= 0;
    if (isStable) this.#stableRevision = screen.revision;
    if (expected !== undefined) return areEqualLines(expected, lines) ? met : undefined;
    if (!isStable) recheckIn(leftMs);
    return isStable ? met : undefined;
  }
}

const areEqualLines = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, row) => line === right[row]);

/** Which differences between two screens are ignored. */
export interface Tolerance {
  /** Rectangles use coordinates of the whole screen. */
  readonly masks: readonly (CellRect | Selector)[];
  readonly normalize: readonly (Pattern & { readonly replacement: string })[];
}

/** How a screen differs from an expected one, including the cells. */
interface Mismatch extends LineDifference {
  readonly cells: readonly CellRange[];
}

/** How a part of the screen differs from an expected one; the diff has escape codes if only styles differ. */
export async function findDifference(
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): Promise<Mismatch> {
  const [left, right] = await patterns.resolve((): [ComparableForm, ComparableForm] => [
    toTolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns),
    toTolerantForm(part.screen, part, tolerance, patterns),
  ]);
  const plain = diffLines(toPlainLines(left), toPlainLines(right));
  const styled = diffLines(toStyledLines(left), toStyledLines(right));
  const difference = plain.changed && plain.changedLines === styled.changedLines ? plain : styled;
  return { ...difference, cells: findDifferingCells(left, right, part.screen.cols) };
}

/** The content of a screen for comparison: its lines as characters with styles. */
interface ComparableForm {
  readonly isReversed: boolean;
  readonly lines: readonly (readonly ComparableCell[])[];
}
/** A character with the escape codes of its style, or the replacement of several characters. */
interface ComparableCell {
  /** The first column, and the column after the last. */
  readonly col: number;
  readonly end: number;
  readonly text: string;
  readonly codes: string;
}
/** Replaces the matches of a pattern in each line. */
interface Replacement {
  readonly replacement: string;
  findSpans(text: string): readonly TextSpan[];
}

/** Converts a screen to its comparable form: masked cells are blank (the width is kept), replacements are applied. */
function toComparableForm(screen: Screen, mask: CellMask, replacements: readonly Replacement[]): ComparableForm {
  const lines = screen.lines.map((line, row) =>
    trimCells(replacements.reduce(applyReplacement, toComparableCells(line, row, mask))),
  );
  return { isReversed: screen.isReversed, lines };
}

/** Lines with escape codes: equal forms have equal lines. */
const toStyledLines = ({ isReversed, lines }: ComparableForm): readonly string[] =>
  addReverse(isReversed, lines.map(encodeCells));

/** Lines without styles or trailing blanks. */
const toPlainLines = ({ lines }: ComparableForm): readonly string[] =>
  lines.map((glyphs) => trimBlanks(joinCharacters(glyphs)));

const joinCharacters = (glyphs: readonly ComparableCell[]): string => glyphs.map(({ text }) => text).join('');

function toComparableCells(line: Line, row: number, mask: CellMask): ComparableCell[] {
  const glyphs: ComparableCell[] = [];
  for (const run of line.splitRuns()) {
    const codes = encodeSgr(run.style);
    for (let col = run.col; col < run.col + run.width; col += Math.max(1, line.widthAt(col))) {
      const width = Math.max(1, line.widthAt(col));
      const end = col + width;
      if (!mask.isHidden(row, col, end)) glyphs.push({ col, end, text: line.slice(col, end), codes });
      else for (let at = col; at < end; at += 1) glyphs.push({ col: at, end: at + 1, text: ' ', codes: '' });
    }
  }
  return glyphs;
}

function applyReplacement(
  glyphs: readonly ComparableCell[],
  { replacement, findSpans }: Replacement,
): ComparableCell[] {
  const spans = findSpans(trimBlanks(joinCharacters(glyphs)));
  if (spans.length === 0) return [...glyphs];
  const result: ComparableCell[] = [];
  let index = 0;
  let next = 0;
  for (const glyph of glyphs) {
    while (next < spans.length && endOfSpan(spans[next] as TextSpan) <= index) next += 1;
    const span = spans[next];
    if (span === undefined || span.index > index) result.push(glyph);
    else if (span.index === index) result.push({ ...glyph, text: replacement });
    else result.push({ ...(result.pop() as ComparableCell), end: glyph.end });
    index += glyph.text.length;
  }
  return result;
}

const endOfSpan = ({ index, length }: TextSpan): number => index + length;

function trimCells(glyphs: readonly ComparableCell[]): ComparableCell[] {
  const last = glyphs.findLastIndex(({ text, codes }) => codes !== '' || text.trim() !== '');
  return glyphs.slice(0, last + 1);
}

/** A line with escape codes. */
function encodeCells(glyphs: readonly ComparableCell[]): string {
  let text = '';
  let active = '';
  for (const glyph of glyphs) {
    if (glyph.codes !== active) text += `\x1b[0${glyph.codes === '' ? '' : `;${glyph.codes}`}m`;
    active = glyph.codes;
    text += glyph.text;
  }
  return active === '' ? text : `${text}\x1b[0m`;
}

type ColumnSpan = Omit<CellRange, 'row'>;

/** The cells in which two screens differ, in columns of the second screen. */
function findDifferingCells(left: ComparableForm, right: ComparableForm, cols: number): CellRange[] {
  const rows = Math.max(left.lines.length, right.lines.length);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const [before, after] = [left.lines[row], right.lines[row]];
    // A row that only one screen has, or that only one shows in reverse, differs completely.
    const isWhole = before === undefined || after === undefined || left.isReversed !== right.isReversed;
    const spans = isWhole ? [{ col: 0, end: cols }] : findDifferingSpans(before, after);
    return spans.map((span) => ({ row, ...span }));
  });
}

function findDifferingSpans(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  if (encodeCells(left) === encodeCells(right)) return [];
  const shorter = left.length < right.length ? left : right;
  const isAligned = shorter.every((_, index) => left[index]?.col === right[index]?.col);
  return isAligned ? findSpansByCell(left, right) : findSpanBetween(left, right);
}

function findSpansByCell(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  const spans: { col: number; end: number }[] = [];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [before, after] = [left[index], right[index]];
    if (areEqual(before, after)) continue;
    const { col } = (after ?? before) as ComparableCell;
    const end = Math.max(before?.end ?? 0, after?.end ?? 0);
    const last = spans.at(-1);
    if (last?.end === col) last.end = end;
    else spans.push({ col, end });
  }
  return spans;
}

// If a replacement or a wide character has shifted the columns: one span from the first to the last difference.
function findSpanBetween(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  let start = 0;
  while (start < right.length && areEqual(left[start], right[start])) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (Math.min(leftEnd, rightEnd) > start && areEqual(left[leftEnd - 1], right[rightEnd - 1]))
    [leftEnd, rightEnd] = [leftEnd - 1, rightEnd - 1];
  const col = right[start]?.col ?? right.at(-1)?.end ?? 0;
  const last = rightEnd === right.length ? left.at(-1)?.end : undefined;
  return [{ col, end: Math.max(col + 1, right[rightEnd - 1]?.end ?? 0, last ?? 0) }];
}

// A default blank is equal to a missing cell at the end of a line.
const areEqual = (left: ComparableCell | undefined, right: ComparableCell | undefined): boolean =>
  (left?.text ?? ' ') === (right?.text ?? ' ') && (left?.codes ?? '') === (right?.codes ?? '');

/** The lines that are compared: characters with styles, masked and normalized. */
const toComparableLines = (part: ScreenPart, tolerance: Tolerance, patterns: SafeMatcher): readonly string[] =>
  toStyledLines(toTolerantForm(part.screen, part, tolerance, patterns));

/** The lines of an expected screen that the lines of `part` are compared with. */
const toExpectedLines = (
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): readonly string[] => toStyledLines(toTolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns));

// Files do not store which lines are soft-wrapped, and a mask may span such lines.
const wrapLike = (expected: Screen, actual: Screen): Screen => ({
  ...expected,
  lines: expected.lines.map((line, row) => {
    const isWrapped = actual.lines[row]?.isWrapped === true;
    return line.isWrapped === isWrapped ? line : new Line(line.cells, isWrapped);
  }),
});

function toTolerantForm(
  screen: Screen,
  part: ScreenPart,
  { masks, normalize }: Tolerance,
  patterns: SafeMatcher,
): ComparableForm {
  const rects = masks.flatMap((mask) => ('type' in mask ? findRects(screen, mask, patterns) : shiftRect(mask, part)));
  const replacements = normalize.map((pattern) => ({
    replacement: pattern.replacement,
    findSpans: (text: string) => patterns.findSpans(pattern, text),
  }));
  return toComparableForm(screen, new CellMask(screen, rects), replacements);
}

const findRects = (screen: Screen, selector: Selector, patterns: SafeMatcher): CellRect[] =>
  evaluateSelector(selector, joinLogicalLines(screen.lines), patterns.search, () => true).flatMap((match) =>
    toRects(match, screen.cols),
  );
