import type { Baseline, DisplayedFrame, IsNew } from '../baseline/baseline.js';
import { MethodError } from '../protocol/errors.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import { type LogicalLine, logicalLines } from '../screen/logical-line.js';
import type { Screen } from '../screen/screen.js';
import { sieveOf } from '../selectors/literal-prefilter.js';
import { type Accept, evaluate, hasNth, type Match, matching, type Selector } from '../selectors/selector.js';
import type { Emulator } from '../terminal/emulator.js';
import { LinePrefilter } from '../terminal/line-prefilter.js';

// As many as the largest screen has cells; a scrollback may have a hundred times more, which no answer could hold.
const maxMatches = 1_000_000;

const isVisible: Accept = (match) => match.start.row >= 0;

/** Searches the screen look after look, and the lines that scroll off in between. */
export class ScreenSearch {
  readonly #emulator: Emulator;
  readonly #selector: Selector;
  readonly #baseline: Baseline | undefined;
  readonly #patterns: SafeMatcher;
  readonly #sifter: LinePrefilter | undefined;
  /** What was displayed since the baseline and before the first look. */
  #frames: readonly DisplayedFrame[];
  /** The number of the first line in which something can match. */
  readonly #first: number;
  /** The number of the first line that has not been searched since it scrolled off. */
  #next: number;

  /** Without a baseline everything counts that is visible now or comes later. */
  constructor(emulator: Emulator, selector: Selector, baseline: Baseline | undefined, patterns: SafeMatcher) {
    this.#emulator = emulator;
    this.#selector = selector;
    this.#baseline = baseline;
    this.#patterns = patterns;
    const sieve = sieveOf(selector);
    this.#sifter = sieve && new LinePrefilter(sieve);
    patterns.introduce(selector);
    this.#frames = [...(baseline?.frames ?? [])];
    this.#first = baseline?.searchFrom ?? emulator.buffers.top;
    this.#next = this.#first;
  }

  /** Catches what is there now; the result tells what matches on the screen, or else among the lines that scrolled off. */
  capture(): () => Match[] {
    const { buffers } = this.#emulator;
    const { search } = this.#patterns;
    const lines = this.#lines();
    const first = this.#first - buffers.top;
    const isNew = this.#acceptNew(lines[0]?.row) ?? ((match) => match.end.row >= first);
    const frames = this.#frames;
    this.#frames = [];
    if (!hasNth(this.#selector)) this.#next = buffers.top;
    const visible = lines.filter(({ endRow }) => endRow >= 0);
    return () => {
      for (const frame of frames) {
        const found = evaluate(this.#selector, logicalLines(frame.lines), search, acceptNew(frame.isNew));
        if (found.length > 0) return found;
      }
      const onScreen = evaluate(
        this.#selector,
        visible,
        search,
        (match, line, leaf) => match.start.row >= 0 && isNew(match, line, leaf),
      );
      const isAll = (lines[0]?.row ?? 0) >= 0;
      return isAll || onScreen.length > 0 ? onScreen : atMost(matching(this.#selector, lines, search, isNew));
    };
  }

  #acceptNew(firstRow: number | undefined): Accept | undefined {
    return this.#baseline && acceptNew(this.#baseline.newMatches(firstRow));
  }

  // While the alternate screen hides the normal one, lines that have scrolled off that one count all the same.
  #lines(): LogicalLine[] {
    const { buffers, isAlternate } = this.#emulator;
    const { top } = buffers;
    const from = Math.min(Math.max(this.#baseline?.searchFrom ?? 0, this.#next), top);
    const isPassing = this.#patterns.isImmediate;
    if (this.#sifter !== undefined) {
      const stacks = buffers.sifted(from, isPassing, this.#sifter);
      if (isPassing) for (const { lines } of stacks) this.#patterns.guard(lines);
      return stacks.flatMap(({ first, lines }) => logicalLines(lines, first - top));
    }
    const { first, lines } = buffers.from(from, isPassing);
    if (isPassing) this.#patterns.guard(lines);
    if (!isAlternate) return logicalLines(lines, first - top);
    return [...logicalLines(lines.slice(0, top - first), first - top), ...logicalLines(buffers.visible())];
  }
}

/** Accepts new matches; only a selector that names a style cares for new styles. */
export const acceptNew =
  (isNew: IsNew): Accept =>
  (match, _line, leaf) =>
    isNew(match, leaf.type !== 'at' && leaf.style !== undefined);

function atMost(found: Iterable<Match>): Match[] {
  const matches: Match[] = [];
  for (const match of found) {
    matches.push(match);
    if (matches.length > maxMatches) {
      const advice = 'seek something that is rarer';
      const reason = `The selector matches more than ${maxMatches} times in the lines that have scrolled off; ${advice}.`;
      throw new MethodError('ambiguous', reason, { matches: matches.slice(0, 2) });
    }
  }
  return matches;
}

/** Catches the screen; the result tells what is visible of a selector, new or not. */
export function captureVisible(emulator: Emulator, selector: Selector, patterns: SafeMatcher): () => Match[] {
  const lines = visibleLines(emulator);
  return () => evaluate(selector, lines, patterns.search, isVisible);
}

/** The logical lines on the screen; the first one begins above when it continues a line there. */
const visibleLines = (emulator: Emulator): LogicalLine[] => linesOf(emulator, emulator.screen());

/** The logical lines of a screen of the emulator, with what is kept above it from line number `from` on. */
export function linesOf(
  { buffers }: Emulator,
  screen: Screen,
  from = screen.top,
  patterns?: SafeMatcher,
): LogicalLine[] {
  if (screen.isAlternate) return logicalLines(screen.lines);
  const isPassing = patterns?.isImmediate === true;
  const { first, lines } = buffers.from(from, isPassing);
  const above = lines.slice(0, Math.max(0, screen.top - first));
  if (isPassing) patterns.guard(above);
  return logicalLines([...above, ...screen.lines], -above.length);
}
