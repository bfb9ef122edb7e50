import { logicalLines } from '../screen/logical.js';
import { type Accept, evaluate, hasNth, type Match, type Selector } from '../screen/selector.js';
import type { Baseline } from './baseline.js';
import type { Emulator } from './emulator.js';
import type { Patterns } from './patterns.js';

/** Searches the screen look after look, and the lines that scroll off in between. */
export class Search {
  readonly #emulator: Emulator;
  readonly #selector: Selector;
  readonly #baseline: Baseline | undefined;
  readonly #patterns: Patterns;
  /** The number of the first line that has not been searched since it scrolled off. */
  #next: number;

  /** Without a baseline everything counts that is visible now or comes later. */
  constructor(emulator: Emulator, selector: Selector, baseline: Baseline | undefined, patterns: Patterns) {
    this.#emulator = emulator;
    this.#selector = selector;
    this.#baseline = baseline;
    this.#patterns = patterns;
    patterns.introduce(selector);
    this.#next = baseline?.searchFrom ?? emulator.buffers.top;
  }

  /** Catches what is there now; the result tells what matches on the screen, or else among the lines that scrolled off. */
  capture(): () => Match[] {
    const { buffers, isAlternate } = this.#emulator;
    const baseline = this.#baseline;
    const { search } = this.#patterns;
    const { top } = buffers;
    const from = baseline === undefined || baseline.isFollowing ? Math.min(this.#next, top) : baseline.searchFrom;
    const stack = isAlternate
      ? { first: top, lines: buffers.visible() }
      : buffers.from(from, this.#patterns.isImmediate);
    const lines = logicalLines(stack.lines, stack.first - top);
    const isNew: Accept = baseline?.judge(lines, search) ?? (() => true);
    if (!hasNth(this.#selector)) this.#next = top;
    return () => {
      const isOnScreen: Accept = (match, line, leaf) => match.start.row >= 0 && isNew(match, line, leaf);
      const onScreen = evaluate(this.#selector, lines, search, isOnScreen);
      if (onScreen.length > 0) return onScreen;
      const above = lines.filter((line) => line.row < 0);
      return evaluate(this.#selector, above, search, isNew);
    };
  }
}

/** Catches the screen; the result tells what is visible of a selector, new or not. */
export function captureVisible(emulator: Emulator, selector: Selector, patterns: Patterns): () => Match[] {
  const lines = logicalLines(emulator.buffers.visible());
  return () => evaluate(selector, lines, patterns.search, () => true);
}
