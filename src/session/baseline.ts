import type { Line } from '../screen/line.js';
import { type LogicalLine, logicalLines, type Place } from '../screen/logical.js';
import type { Screen } from '../screen/screen.js';
import type { Accept, LeafSearch, Match } from '../screen/selector.js';
import type { Stack } from './buffers.js';
import type { Emulator } from './emulator.js';

/**
 * What stood on the screen at some moment, kept to tell the new from the old.
 *
 * Lines of the normal screen are followed by their numbers while they scroll: a match is old when the baseline had the
 * same match at the same place of the same line, and none of its cells has been seen to differ since. Where lines
 * cannot be followed (the alternate screen; after a resize or a scroll region) lines are counted by their text: as
 * many as stood there at the baseline are old, fewer once fewer were seen.
 */
export class Baseline {
  /** What was visible. */
  readonly screen: Screen;
  readonly #emulator: Emulator;
  /** The normal screen, from the beginning of the logical line at its top. */
  readonly #stack: Stack;
  readonly #top: number;
  /** By number of the line: the cells that were seen to differ. */
  readonly #changed = new Map<number, Uint8Array>();
  #isFollowing = true;
  /** How often each text stands among the old lines of the normal buffer, once those cannot be followed. */
  #counts: ReadonlyMap<string, number> = new Map();
  /** The same for the alternate screen. */
  #alternateCounts: ReadonlyMap<string, number> = new Map();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.screen = emulator.screen();
    this.#top = emulator.buffers.top;
    this.#stack = emulator.buffers.from(this.#top);
    if (emulator.isAlternate) this.#alternateCounts = countLines(emulator.buffers.visible());
    if (emulator.buffers.hasScrollRegion) this.#degrade();
    this.#unsubscribe = [
      emulator.disturbing.on(() => this.#degrade()),
      emulator.erasing.on((first, last) => this.#erase(first, last)),
    ];
  }

  /** The number of the first line in which something new can stand. */
  get searchFrom(): number {
    return this.#isFollowing ? this.#top : 0;
  }

  /** Whether each line can be judged by itself. */
  get isFollowing(): boolean {
    return this.#isFollowing && !this.#emulator.isAlternate;
  }

  /** Notes what has changed; told at every look. */
  observe(): void {
    const { buffers, isAlternate } = this.#emulator;
    if (isAlternate) {
      this.#alternateCounts = lower(this.#alternateCounts, countLines(buffers.visible()));
      return;
    }
    // The alternate screen comes back empty.
    this.#alternateCounts = new Map();
    if (this.#isFollowing) this.#compare();
    else this.#counts = lower(this.#counts, countLines(buffers.from(0).lines));
  }

  /** Tells which matches in the lines of this very moment are new; the verdict stays that of this moment. */
  judge(lines: readonly LogicalLine[], search: LeafSearch): Accept {
    if (!this.isFollowing) {
      const surplus = surplusOf(lines, this.#emulator.isAlternate ? this.#alternateCounts : this.#counts);
      return (_match, line) => surplus.has(line);
    }
    const top = this.#emulator.buffers.top;
    const old = logicalLines(this.#stack.lines, this.#stack.first - top);
    const changed = new Map(this.#changed);
    return (match, _line, leaf) => {
      if (match.end.row < this.#top - top) return false;
      const line = old.find((one) => one.row + one.rows.length > match.start.row);
      if (line === undefined || line.row > match.start.row || !isUntouched(match, changed, top)) return true;
      return !search(leaf, line).some((before) => isSame(before, match));
    };
  }

  dispose(): void {
    for (const off of this.#unsubscribe) off();
  }

  // Lines that have scrolled off do not change any more.
  #compare(): void {
    const { buffers } = this.#emulator;
    const current = buffers.from(buffers.top);
    for (const [index, line] of current.lines.entries()) {
      const number = current.first + index;
      const old = this.#stack.lines[number - this.#stack.first];
      if (old !== undefined && old !== line) this.#mark(number, old, line);
    }
  }

  #mark(number: number, old: Line, line: Line): void {
    const before = this.#changed.get(number);
    const changed = Uint8Array.from({ length: old.width }, (_, col) =>
      before?.[col] === 1 || !old.hasSameTextAt(line, col) ? 1 : 0,
    );
    if (changed.includes(1)) this.#changed.set(number, changed);
  }

  #erase(first: number, last: number): void {
    const { top } = this.#emulator.buffers;
    for (let number = top + first; number <= top + last; number += 1) {
      const old = this.#stack.lines[number - this.#stack.first];
      if (old !== undefined) this.#changed.set(number, new Uint8Array(old.width).fill(1));
    }
  }

  // Told before the lines move, so that it is still known which of them are old.
  #degrade(): void {
    if (!this.#isFollowing) return;
    this.#compare();
    const kept = this.#emulator.buffers.from(0);
    const isOld = (number: number): boolean =>
      number < this.#stack.first + this.#stack.lines.length && !this.#changed.has(number);
    const lines = logicalLines(kept.lines, kept.first).filter((line) =>
      line.rows.every((_, index) => isOld(line.row + index)),
    );
    this.#counts = countTexts(lines);
    this.#isFollowing = false;
  }
}

function isUntouched({ start, end }: Match, changed: ReadonlyMap<number, Uint8Array>, top: number): boolean {
  for (let row = start.row; row <= end.row; row += 1) {
    const cells = changed.get(top + row);
    if (cells === undefined) continue;
    const from = row === start.row ? start.col : 0;
    const to = row === end.row ? end.col : cells.length - 1;
    if (cells.subarray(from, to + 1).includes(1)) return false;
  }
  return true;
}

const isSame = (left: Match, right: Match): boolean =>
  left.text === right.text && isSamePlace(left.start, right.start) && isSamePlace(left.end, right.end);
const isSamePlace = (left: Place, right: Place): boolean => left.row === right.row && left.col === right.col;

const countLines = (lines: readonly Line[]): Map<string, number> => countTexts(logicalLines(lines));

function countTexts(lines: readonly LogicalLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { trimmed } of lines) counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1);
  return counts;
}

const lower = (counts: ReadonlyMap<string, number>, seen: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...counts].map(([text, count]) => [text, Math.min(count, seen.get(text) ?? 0)]));

/** The lines that stand there more often than counted: of equal ones the last. */
function surplusOf(lines: readonly LogicalLine[], counts: ReadonlyMap<string, number>): Set<LogicalLine> {
  const left = new Map(counts);
  return new Set(
    lines.filter(({ trimmed }) => {
      const count = left.get(trimmed) ?? 0;
      left.set(trimmed, count - 1);
      return count <= 0;
    }),
  );
}
