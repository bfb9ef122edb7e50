import type { Line } from '../../screen/line.js';
import { type Segment, splitSegments } from '../../screen/logical-line.js';
import { type CellAges, copyColumnAges, styleAgeAt, textAgeAt } from './line-history.js';
import { type PlacedText, pairMovedTexts } from './moved-text.js';

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
export interface DisplayedLines<Key> {
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
