import { MethodError } from '../../base/errors.js';
import { joinLogicalLines, type LogicalLine, passedBy } from '../../screen/logical-line.js';
import type { CellRect, Screen } from '../../screen/screen.js';
import { toRects } from '../../screen/selectors/cell-mask.js';
import {
  type Accept,
  evaluateSelector,
  findMatches,
  hasMultilineText,
  hasNth,
  type Match,
  type Selector,
} from '../../screen/selectors/selector.js';
import type { Emulator } from '../../terminal/emulator.js';
import type { Baseline, DisplayedFrame, IsNew } from '../../terminal/freshness/baseline.js';
import { createLiteralPrefilter, LinePrefilter } from '../../terminal/line-prefilter.js';
import type { SafeMatcher } from '../regex/matcher.js';

// The number of cells on the largest screen. A scrollback can have a hundred times more, too many for one response.
const maxMatches = 1_000_000;

const isVisible: Accept = (match) => match.start.row >= 0;

/** Searches the screen repeatedly, and the lines that scroll off between two searches. */
export class ScreenSearch {
  readonly #emulator: Emulator;
  readonly #selector: Selector;
  readonly #baseline: Baseline | undefined;
  readonly #patterns: SafeMatcher;
  readonly #prefilter: LinePrefilter | undefined;
  readonly #isMultiline: boolean;
  /** What was displayed since the baseline and before the first search. */
  #frames: readonly DisplayedFrame[];
  /** The number of the first line in which something can match. */
  readonly #first: number;
  /** The number of the first line that has not been searched since it scrolled off. */
  #next: number;

  /** Without a baseline, everything that is visible now or displayed later counts. */
  constructor(emulator: Emulator, selector: Selector, baseline: Baseline | undefined, patterns: SafeMatcher) {
    this.#emulator = emulator;
    this.#selector = selector;
    this.#baseline = baseline;
    this.#patterns = patterns;
    const sieve = createLiteralPrefilter(selector);
    this.#prefilter = sieve && new LinePrefilter(sieve);
    this.#isMultiline = hasMultilineText(selector);
    patterns.announceSelector(selector);
    this.#frames = [...(baseline?.frames ?? [])];
    this.#first = baseline?.searchFrom ?? emulator.buffers.top;
    this.#next = this.#first;
  }

  /** Captures the screen. The returned function finds matches on it, or else in the lines that have scrolled off. */
  capture(): () => Match[] {
    const { buffers } = this.#emulator;
    const { search } = this.#patterns;
    const from = Math.min(Math.max(this.#baseline?.searchFrom ?? 0, this.#next), buffers.top);
    const lines = this.#captureLines(from);
    const first = (this.#isMultiline ? from : this.#first) - buffers.top;
    const isNew = this.#acceptNew(lines[0]?.row) ?? ((match) => match.end.row >= first);
    const frames = this.#frames;
    this.#frames = [];
    if (!hasNth(this.#selector)) this.#next = buffers.top;
    const isAll = (lines[0]?.row ?? 0) >= 0;
    const visible = isAll ? lines : lines.filter(({ endRow }) => endRow >= 0);
    return () => {
      for (const frame of frames) {
        const found = evaluateSelector(
          this.#selector,
          joinLogicalLines(frame.lines),
          search,
          createAccept(frame.isNew),
        );
        if (found.length > 0) return found;
      }
      const onScreen = evaluateSelector(
        this.#selector,
        visible,
        search,
        (match, line, leaf) => match.start.row >= 0 && isNew(match, line, leaf),
      );
      return isAll || onScreen.length > 0
        ? onScreen
        : collectMatches(findMatches(this.#selector, lines, search, isNew));
    };
  }

  #acceptNew(firstRow: number | undefined): Accept | undefined {
    return this.#baseline && createAccept(this.#baseline.capture(firstRow));
  }

  // Lines that have scrolled off the normal screen count even while the alternate screen hides it.
  #captureLines(next: number): LogicalLine[] {
    const { buffers, isAlternate } = this.#emulator;
    const { top } = buffers;
    const from = this.#isMultiline ? this.#findOverlap(next) : next;
    const isPassing = this.#patterns.isImmediate;
    if (this.#prefilter !== undefined) {
      const stacks = buffers.captureMatching(from, isPassing, this.#prefilter);
      const joined: LogicalLine[] = [];
      for (const { first, lines } of stacks) {
        if (isPassing) this.#patterns.cacheLines(lines);
        for (const line of joinLogicalLines(lines, first - top)) joined.push(line);
      }
      return joined;
    }
    const { first, lines } = buffers.captureFrom(from, isPassing);
    if (isPassing) this.#patterns.cacheLines(lines);
    const { x, y } = this.#emulator.cursor;
    const passed = { row: y, col: x };
    if (!isAlternate) return joinLogicalLines(lines, first - top, passed);
    return [
      ...joinLogicalLines(lines.slice(0, top - first), first - top),
      ...joinLogicalLines(buffers.getVisibleLines(), 0, passed),
    ];
  }

  // A text of several lines can begin in lines that have been searched before: up to the height of the screen above the
  // others. Without a baseline, text that was only in part on the screen when the wait began does not count.
  #findOverlap(next: number): number {
    const { buffers } = this.#emulator;
    const isOverlapping = this.#baseline !== undefined || next < buffers.top;
    return isOverlapping ? Math.max(0, next - this.#emulator.rows) : next;
  }
}

/** Accepts new matches. A new style makes a match new only if the selector specifies a style. */
export const createAccept =
  (isNew: IsNew): Accept =>
  (match, _line, leaf) => {
    const hasStyle = 'style' in leaf && leaf.style !== undefined;
    return match.parts === undefined ? isNew(match, hasStyle) : match.parts.some((part) => isNew(part, hasStyle));
  };

function collectMatches(found: Iterable<Match>): Match[] {
  const matches: Match[] = [];
  for (const match of found) {
    matches.push(match);
    if (matches.length > maxMatches) {
      const count = `more than ${maxMatches} matches in the lines that have scrolled off`;
      const reason = `The selector has ${count}. Use a more specific selector.`;
      throw new MethodError('ambiguous', reason, { matches: matches.slice(0, 2) });
    }
  }
  return matches;
}

/** Captures the screen. The returned function finds all matches on it, new or not. Its first line includes the part above it. */
export function captureVisible(emulator: Emulator, selector: Selector, patterns: SafeMatcher): () => Match[] {
  const lines = joinKeptLines(emulator, emulator.getScreen());
  return () => evaluateSelector(selector, lines, patterns.search, isVisible);
}

/** Captures the screen. The returned function finds the cells of areas on it: rectangles, and those of matches. */
export function captureAreas(
  { program, patterns }: { readonly program: { readonly emulator: Emulator }; readonly patterns: SafeMatcher },
  areas: readonly (CellRect | Selector)[],
): () => CellRect[] {
  const { emulator } = program;
  const { cols } = emulator;
  const finders = areas.map((area) => {
    if (!('type' in area)) return () => [area];
    const find = captureVisible(emulator, area, patterns);
    return () => find().flatMap((match) => toRects(match, cols));
  });
  return () => finders.flatMap((find) => find());
}

/** The logical lines of a screen, and of the lines that are kept above it from line number `from` on. */
export function joinKeptLines(
  { buffers }: Emulator,
  screen: Screen,
  from = screen.top,
  patterns?: SafeMatcher,
): LogicalLine[] {
  if (screen.isAlternate) return joinLogicalLines(screen.lines, 0, passedBy(screen.cursor));
  const isPassing = patterns?.isImmediate === true;
  const { first, lines } = buffers.captureFrom(from, isPassing);
  const above = lines.slice(0, Math.max(0, screen.top - first));
  if (isPassing) patterns.cacheLines(above);
  return joinLogicalLines([...above, ...screen.lines], -above.length, passedBy(screen.cursor));
}
