// Which cells of a screen differ from those displayed before; text that a program redraws elsewhere keeps its age.
import type { Line } from '../../screen/line.js';
import { type Segment, splitSegments } from '../../screen/logical-line.js';
import type { RawLine } from '../xterm/internals.js';

/** When the cells of a line last changed. Ages are epochs: a cell is new since a baseline if its age is greater. */
export interface CellAges {
  /** The age of every cell that has no age of its own. */
  readonly born: number;
  /** By column: when another text was last displayed there. */
  readonly texts: Uint32Array | undefined;
  /** By column: when another text or another style was last displayed there. */
  readonly styles: Uint32Array | undefined;
}

/** An immutable copy of the ages of cells at one moment. Rows above the screen are negative. */
export interface AgedRows {
  agesAt(row: number): CellAges;
  /** Whether something was written or erased after `epoch`, even if that changed nothing. */
  isWrittenSince(epoch: number, row: number, col: number): boolean;
}

/** A line of the terminal, independent of its row. */
export interface DisplayedLine {
  readonly raw: RawLine;
  readonly history: LineHistory;
}

/** The history of one line of the emulator since it was first displayed. */
export class LineHistory implements CellAges {
  born: number;
  texts: Uint32Array | undefined;
  styles: Uint32Array | undefined;
  /** By column: when something was last written or erased there, even if that changed nothing. */
  written: Uint32Array | undefined;
  /** The line has scrolled off, and the terminal reuses its memory for another line. */
  hasScrolledOff = false;
  /** The line as it was last displayed; defined only if it has been written to since. */
  shown: Line | undefined;

  constructor(ages: CellAges) {
    this.born = ages.born;
    this.texts = ages.texts;
    this.styles = ages.styles;
  }

  /** Whether all cells are as new as the epoch: writing to the line cannot make them newer. */
  isAsNewAs(epoch: number): boolean {
    return this.born === epoch && this.texts === undefined;
  }

  noteWritten(epoch: number, from: number, to: number, width: number): void {
    if (this.written === undefined || this.written.length < width) {
      const earlier = this.written;
      this.written = new Uint32Array(width).fill(this.born);
      if (earlier !== undefined) this.written.set(earlier);
    }
    this.written.fill(epoch, from, to);
  }

  /** The characters in a range are displayed as cleared. */
  clear(epoch: number, from: number, to: number): void {
    const { shown } = this;
    if (shown === undefined) return;
    const texts = copyColumnAges(this.texts, this.born, shown.width);
    const styles = copyColumnAges(this.styles, this.born, shown.width);
    for (let col = from; col < Math.min(to, shown.width); col += 1) {
      if (!shown.isWritten(col)) continue;
      texts[col] = epoch;
      styles[col] = epoch;
    }
    this.texts = texts;
    this.styles = styles;
    this.shown = shown.blank(from, to);
  }
}

export const textAgeAt = ({ texts, born }: CellAges, col: number): number => texts?.[col] ?? born;
export const styleAgeAt = ({ styles, born }: CellAges, col: number): number => styles?.[col] ?? born;

/** The ages of the columns of a line; `born` where there is none. */
function copyColumnAges(ages: Uint32Array | undefined, born: number, width: number): Uint32Array {
  const copy = new Uint32Array(width);
  if (ages === undefined || ages.length < width) copy.fill(born);
  if (ages !== undefined) copy.set(ages.length > width ? ages.subarray(0, width) : ages);
  return copy;
}

/** A text at a row and column of the screen; a row of -1 is a line that has scrolled off. */
export interface PlacedText {
  readonly row: number;
  readonly col: number;
  readonly text: string;
  /** Whether it was typed, and its line submitted: an equal text below it is an answer, unless other lines moved too. */
  readonly isSubmitted?: boolean;
}

/**
 * Pairs texts that disappeared from the display with equal texts that appeared in the same column: a program that
 * redraws moves its lines this way. If most lines moved by the same number of rows, lines that moved off the edge
 * disappeared for good, so they are not paired with an equal text that appeared. A text that appeared where another one
 * must have moved is paired with it, even if an equal text now covers the old position: `findDisplayed` returns the
 * text that was displayed there.
 */
export function pairMovedTexts<Lost extends PlacedText, Gained extends PlacedText>(
  lost: readonly Lost[],
  gained: readonly Gained[],
  findDisplayed: (row: number, col: number) => Lost | undefined,
): Map<Gained, Lost> {
  const pairs = new Map<Gained, Lost>();
  if (lost.length === 0 || gained.length === 0) return pairs;
  const lostBy = groupBy(lost, toKey);
  const shifts = findShiftsByColumn(lostBy, gained);
  const rows = findRowRanges([...lost, ...gained]);
  for (const [key, appeared] of groupBy(gained, toKey)) {
    const candidates = lostBy.get(key) ?? [];
    const col = appeared[0]?.col as number;
    const shift = shifts.get(col) ?? 0;
    const [first, last] = rows.get(col) as readonly [number, number];
    const left: Gained[] = [];
    for (const target of appeared) {
      const source =
        takeFirst(candidates, ({ row }) => row - shift === target.row) ?? findHidden(target, shift, findDisplayed);
      if (source === undefined) left.push(target);
      else pairs.set(target, source);
    }
    const staying = candidates.filter(({ row }) => row < 0 || (row - shift >= first && row - shift <= last));
    for (const target of left) {
      const source = takeFirst(staying, ({ row, isSubmitted }) => isSubmitted !== true || target.row <= row);
      if (source !== undefined) pairs.set(target, source);
    }
  }
  return pairs;
}

function takeFirst<T>(items: T[], passes: (item: T) => boolean): T | undefined {
  const index = items.findIndex(passes);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}

function findHidden<Lost extends PlacedText>(
  { row, col, text }: PlacedText,
  shift: number,
  findDisplayed: (row: number, col: number) => Lost | undefined,
): Lost | undefined {
  const source = shift === 0 ? undefined : findDisplayed(row + shift, col);
  return source?.text === text ? source : undefined;
}

const toKey = ({ col, text }: PlacedText): string => `${col} ${text}`;

/** By column, the number of rows by which most of its texts moved up. Only texts that occur once are evidence, and not an answer. */
function findShiftsByColumn(
  lostBy: ReadonlyMap<string, readonly PlacedText[]>,
  gained: readonly PlacedText[],
): Map<number, number> {
  const votes = new Map<number, Map<number, number>>();
  for (const [key, targets] of groupBy(gained, toKey)) {
    const [target, source] = [targets[0] as PlacedText, lostBy.get(key)?.[0]];
    if (source === undefined || source.row < 0 || targets.length > 1 || lostBy.get(key)?.length !== 1) continue;
    if (source.isSubmitted && source.row < target.row) continue;
    const counts = votes.get(target.col) ?? new Map<number, number>();
    const shift = source.row - target.row;
    votes.set(target.col, counts.set(shift, (counts.get(shift) ?? 0) + 1));
  }
  return new Map([...votes].map(([col, counts]) => [col, findMajority(counts)]));
}

/** Without a majority, the texts were rearranged rather than scrolled. */
function findMajority(counts: ReadonlyMap<number, number>): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => 2 * count > total)?.[0] ?? 0;
}

function findRowRanges(texts: readonly PlacedText[]): Map<number, readonly [first: number, last: number]> {
  const ranges = new Map<number, readonly [number, number]>();
  for (const { row, col } of texts) {
    if (row < 0) continue;
    const [first, last] = ranges.get(col) ?? [row, row];
    ranges.set(col, [Math.min(first, row), Math.max(last, row)]);
  }
  for (const { col } of texts) if (!ranges.has(col)) ranges.set(col, [0, 0]);
  return ranges;
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A line on the screen that may differ from the line that was last displayed there. */
export interface WrittenLine<Key> {
  readonly key: Key;
  /** Its row on the screen; -1 after it has scrolled off. */
  readonly row: number;
  /** The line as it was last displayed; undefined if it was not displayed before. */
  readonly shown: Line | undefined;
  readonly ages: CellAges;
  readonly now: Line;
  /** Whether Enter submitted it. */
  readonly isSubmitted: boolean;
}
/** A line as it was displayed, with the ages of its cells. */
export interface AgedLine {
  readonly row: number;
  readonly line: Line;
  readonly ages: CellAges;
}
/** The lines of a screen that may have changed since it was last displayed. */
interface DisplayedLines<Key> {
  readonly written: readonly WrittenLine<Key>[];
  /** Lines that were displayed and no longer exist. */
  readonly gone: readonly AgedLine[];
  /** Lines that have not been written to. */
  readonly unwritten: readonly AgedLine[];
  /**
   * While a program may still be redrawing, a text that equals an unwritten line may be its copy, so it retains that age
   * until the next comparison.
   */
  readonly isFinal: boolean;
}
/** The new ages of lines whose display has changed. */
export interface DisplayedChanges<Key> {
  readonly ages: ReadonlyMap<Key, CellAges>;
  /** A text retains the age of a position that may be redrawn next. */
  readonly isUncertain: boolean;
}

/** A segment that is or was displayed, with the ages of its cells. */
interface Source extends PlacedText {
  readonly line: Line;
  readonly ages: CellAges;
}
/** A segment whose text may have moved there. */
interface MoveTarget extends PlacedText {
  readonly segment: Segment;
  readonly changed: ChangedLine<unknown>;
}
interface ChangedLine<Key> {
  readonly line: WrittenLine<Key>;
  /** By column: 1 if only the style has changed, 2 if the text has. */
  readonly cells: Uint8Array;
}

/**
 * Compares lines with the lines that were last displayed. Cells with the same text retain their age, a text that a program
 * redrew elsewhere in the same column retains its age too, and all other changed cells get the age `epoch`.
 */
export function compareDisplay<Key>(
  { written, gone, unwritten, isFinal }: DisplayedLines<Key>,
  epoch: number,
): DisplayedChanges<Key> {
  const displayed = findChangedLines(written.filter(({ shown }) => shown !== undefined));
  const lost = [...displayed.flatMap(findLostSources), ...gone.flatMap((line) => listSources(line))];
  // Only something that has disappeared can have moved to a line that was not displayed before.
  const fresh = lost.length === 0 ? [] : findChangedLines(written.filter(({ shown }) => shown === undefined));
  const changed = [...displayed, ...fresh];
  const targets = changed.flatMap(findTargets);
  const findDisplayed = createDisplayedFinder(written, unwritten);
  let sources: Map<MoveTarget, Source> = pairMovedTexts(lost, targets, findDisplayed);
  const moved = new Set(sources.values());
  const left = lost.filter((source) => !moved.has(source));
  // The texts that would show that a submitted line moved may not have been drawn again yet.
  const isMoving = !isFinal && left.some(({ isSubmitted }) => isSubmitted) && left.some((each) => !each.isSubmitted);
  if (isMoving) sources = pairMovedTexts(lost.map(toUnsubmitted), targets, findDisplayed);
  const isUncertain = !isFinal && (addCopies(sources, targets, unwritten, left.length > 0) || isMoving);
  const moves = new Map<ChangedLine<unknown>, [Segment, Source][]>();
  for (const [{ changed: line, segment }, source] of sources)
    moves.set(line, [...(moves.get(line) ?? []), [segment, source]]);
  const ages = new Map<Key, CellAges>();
  for (const each of changed) {
    const moved = moves.get(each);
    if (each.line.shown !== undefined || moved !== undefined) ages.set(each.line.key, updateAges(each, epoch, moved));
  }
  return { ages, isUncertain };
}

const toUnsubmitted = (source: Source): Source => ({ ...source, isSubmitted: false });

function findChangedLines<Key>(lines: readonly WrittenLine<Key>[]): ChangedLine<Key>[] {
  const changed: ChangedLine<Key>[] = [];
  for (const line of lines) {
    const cells = findChangedCells(line);
    if (cells !== undefined) changed.push({ line, cells });
  }
  return changed;
}

function findChangedCells({ shown, now }: WrittenLine<unknown>): Uint8Array | undefined {
  const cells = new Uint8Array(now.width);
  if (shown === undefined) return cells.fill(2);
  if (shown === now) return undefined;
  let isChanged = false;
  for (let col = 0; col < cells.length; col += 1) {
    if (!shown.hasSameTextAt(now, col)) cells[col] = 2;
    else if (!shown.hasSameStyleAt(now, col)) cells[col] = 1;
    else continue;
    isChanged = true;
  }
  return isChanged ? cells : undefined;
}

const listSources = ({ row, line, ages }: AgedLine, segments = splitSegments(line)): Source[] =>
  segments.map(({ col, text }) => ({ row, col, text, line, ages }));

/** Finds the text that was displayed in a row and column. */
function createDisplayedFinder(
  written: readonly WrittenLine<unknown>[],
  unwritten: readonly AgedLine[],
): (row: number, col: number) => Source | undefined {
  const rows = new Map<number, ReadonlyMap<number, Source>>();
  const find = (row: number): ReadonlyMap<number, Source> => {
    const isUnchanged = (line: { readonly row: number }): boolean => line.row === row;
    const { shown, ages } = written.find(isUnchanged) ?? {};
    const line = shown && ages ? { row, line: shown, ages } : unwritten.find(isUnchanged);
    return new Map(line && listSources(line).map((source) => [source.col, source]));
  };
  return (row, col) => {
    const found = rows.get(row) ?? find(row);
    rows.set(row, found);
    return found.get(col);
  };
}

function findLostSources({ line: { row, shown, ages, isSubmitted }, cells }: ChangedLine<unknown>): Source[] {
  if (shown === undefined) return [];
  const segments = splitSegments(shown).filter((segment) => hasChanged(segment, shown, cells));
  return listSources({ row, line: shown, ages }, segments).map((source) => ({ ...source, isSubmitted }));
}

function findTargets(changed: ChangedLine<unknown>): MoveTarget[] {
  const { now, row } = changed.line;
  const segments = splitSegments(now).filter((segment) => hasChanged(segment, now, changed.cells));
  return segments.map((segment) => ({ row, col: segment.col, text: segment.text, segment, changed }));
}

/** Whether a visible character of the segment has changed. */
function hasChanged({ col, end }: Segment, line: Line, cells: Uint8Array): boolean {
  for (let at = col; at < end; at += 1) if (cells[at] === 2 && line.isWritten(at)) return true;
  return false;
}

/** Adds the texts that may be copies of lines which the program has yet to redraw. */
function addCopies(
  sources: Map<MoveTarget, Source>,
  targets: readonly MoveTarget[],
  unwritten: readonly AgedLine[],
  isRedrawing: boolean,
): boolean {
  const left = targets.filter((target) => !sources.has(target));
  if (left.length === 0) return false;
  // Output below existing text is not a redraw, unless something has disappeared.
  const rowBefore = isRedrawing
    ? -1
    : left.reduce((row, target) => Math.min(row, target.row), Number.POSITIVE_INFINITY);
  const texts = new Map<string, Source>();
  for (const line of unwritten)
    if (line.row > rowBefore) for (const source of listSources(line)) texts.set(`${source.col} ${source.text}`, source);
  let isAdded = false;
  for (const target of left) {
    const source = texts.get(`${target.col} ${target.text}`);
    if (source === undefined || !(isRedrawing || source.row > target.row)) continue;
    sources.set(target, source);
    isAdded = true;
  }
  return isAdded;
}

function updateAges({ line, cells }: ChangedLine<unknown>, epoch: number, moved: [Segment, Source][] = []): CellAges {
  const { shown, ages, now } = line;
  const texts = copyColumnAges(ages.texts, ages.born, cells.length);
  const styles = copyColumnAges(ages.styles, ages.born, cells.length);
  cells.forEach((change, col) => {
    if (change === 2) texts[col] = epoch;
    if (change > 0) styles[col] = epoch;
  });
  // The vertical lines next to a text move with it.
  for (const [{ col, paneEnd }, source] of moved)
    for (let at = Math.max(0, col - 1); at < Math.min(paneEnd + 1, now.width); at += 1) {
      const isPane = at >= col && at < paneEnd;
      if ((cells[at] !== 2 && shown !== undefined) || !(isPane || source.line.hasSameTextAt(now, at))) continue;
      texts[at] = textAgeAt(source.ages, at);
      styles[at] = source.line.hasSameStyleAt(now, at) ? styleAgeAt(source.ages, at) : epoch;
    }
  // A program that repaints its lines completely costs nothing until the next epoch.
  if (texts.every((age) => age === epoch)) return { born: epoch, texts: undefined, styles: undefined };
  return { born: ages.born, texts, styles };
}
