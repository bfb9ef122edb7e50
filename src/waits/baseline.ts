import { type LogicalLine, logicalLines } from '../screen/logical.js';
import type { Screen } from '../screen/screen.js';
import type { Accept, LeafSearch } from '../screen/selector.js';
import type { Stack } from '../terminal/buffers.js';
import type { Emulator } from '../terminal/emulator.js';
import { OldLines } from './old-lines.js';
import { type IsNewInText, judgeText } from './old-text.js';

type Counts = ReadonlyMap<string, number>;
const none: Counts = new Map();

/**
 * What stood on the screen at some moment, kept to tell the new from the old.
 *
 * Lines of the normal screen are followed by their numbers while they scroll: a match is old when the baseline had the
 * same match at the same place of the same line, and none of its cells has been seen to differ since. Where lines move in
 * another way they are found again at the next look, and in the alternate screen always, by their text: as many as stood
 * there are old, fewer once fewer were seen.
 */
export class Baseline {
  /** What was visible. */
  readonly screen: Screen;
  readonly #emulator: Emulator;
  #lines: OldLines;
  /** Seen at a look and not compared yet: whoever is answered by what that look found need not wait for it. */
  #sight: Stack | undefined;
  /** Lines may have moved since the old ones were noted. */
  #isLost: boolean;
  /** They may have moved more than once. */
  #isLostAgain = false;
  /** None of them is old any more: until the size changes and with it their numbers, they need not be found again. */
  #isSpent = false;
  /** How often each text stands among the old lines of the alternate screen. */
  #counts: Counts;
  /** Those lines, noted before a change of size. */
  #oldAlternate: readonly LogicalLine[] = [];
  /** The lines of the alternate screen as they were seen last. */
  #alternate: readonly LogicalLine[] = [];
  /** How often lines have left it since it was looked at. */
  #leaveCount = 0;
  #seen = -1;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(emulator: Emulator) {
    const { buffers, isAlternate } = emulator;
    this.#emulator = emulator;
    this.screen = emulator.screen();
    this.#lines = new OldLines(buffers.traced(buffers.top), buffers.top);
    this.#isLost = buffers.hasScrollRegion;
    if (isAlternate) this.#alternate = logicalLines(buffers.visible());
    this.#counts = count(this.#alternate);
    this.#unsubscribe = [
      emulator.scrolled.on(() => this.#afterScroll()),
      emulator.movements.leaving.on((first, last) => this.#beforeLeaving(first, last)),
      emulator.movements.disturbing.on(() => this.#beforeMove()),
      emulator.resizing.on(() => this.#beforeResize()),
      emulator.movements.erasing.on((first, last) => this.#erase(first, last)),
      buffers.resized.on((isWidthChanged) => this.#afterResize(isWidthChanged)),
      buffers.switched.on(() => this.#afterSwitch()),
    ];
  }

  /** The number of the first line in which something new can stand. */
  get searchFrom(): number {
    return this.#lines.top;
  }

  /** Notes what has changed; told at every look. */
  observe(): void {
    const { buffers, isAlternate } = this.#emulator;
    if (this.#seen === buffers.version) return;
    this.#seen = buffers.version;
    if (isAlternate) {
      this.#leaveCount = 0;
      this.#alternate = logicalLines(buffers.visible());
      this.#counts = lower(this.#counts, count(this.#alternate));
      return;
    }
    if (this.#isSpent) return;
    const { top } = buffers;
    if (this.#isLost) {
      this.#old = this.#old.relocated(buffers.traced(Math.min(this.#old.top, top), true));
      this.#isSpent = this.#lines.isSpent;
    } else {
      this.#compare();
      this.#sight = buffers.from(top);
    }
    this.#isLost = buffers.hasScrollRegion;
    this.#isLostAgain = false;
  }

  /** Tells which matches in the lines of this very moment are new; the verdict stays that of this moment. */
  judge(lines: readonly LogicalLine[], search: LeafSearch): Accept {
    this.observe();
    const isOld = this.#old.judge(this.#emulator.buffers.top, search);
    if (!this.#emulator.isAlternate) return (match, _line, leaf) => !isOld(match, leaf);
    const fresh = surplusOf(
      lines.filter(({ row }) => row >= 0),
      this.#counts,
    );
    return (match, line, leaf) => (line.row >= 0 ? fresh.has(line) : !isOld(match, leaf));
  }

  /** The same for matches of a pattern in the visible text. */
  judgeText(screen: Screen): IsNewInText {
    this.observe();
    if (!this.#emulator.isAlternate) return judgeText(this.#old.rowsFrom(this.#emulator.buffers.top, screen.lines));
    const fresh = [...surplusOf(logicalLines(screen.lines), this.#counts)];
    return ({ start, end }) => fresh.some((line) => stands(line, start.row, end.row));
  }

  dispose(): void {
    for (const off of this.#unsubscribe) off();
  }

  get #old(): OldLines {
    this.#compare();
    return this.#lines;
  }

  set #old(lines: OldLines) {
    this.#lines = lines;
    this.#sight = undefined;
  }

  #compare(): void {
    if (this.#sight !== undefined) this.#lines.compare(this.#sight);
    this.#sight = undefined;
  }

  #erase(first: number, last: number): void {
    const { buffers } = this.#emulator;
    const { top } = buffers;
    const now = this.#isLost ? buffers.traced(top) : undefined;
    for (let number = top + first; number <= top + last; number += 1) {
      const before = now === undefined ? number : this.#old.numberBefore(now, number);
      if (before !== undefined) this.#old.forget(before);
    }
  }

  #beforeMove(): void {
    if (this.#isLost || this.#isSpent) return;
    this.#isLost = true;
    this.#old = this.#old.anchored(this.#emulator.buffers.traced(this.#lines.top));
  }

  #beforeResize(): void {
    const { buffers, isAlternate } = this.#emulator;
    if (isAlternate) {
      const lines = logicalLines(buffers.visible());
      const fresh = surplusOf(lines, this.#counts);
      this.#oldAlternate = lines.filter((line) => !fresh.has(line));
    }
    this.#isLostAgain = this.#isLost;
    if (this.#isLost) return;
    this.#isLost = true;
    this.#old = this.#old.updated(buffers.traced(this.#lines.top), this.#lines.top);
  }

  // Nothing has been parsed since the resize was announced.
  #afterResize(isWidthChanged: boolean): void {
    const { buffers, isAlternate } = this.#emulator;
    const { top } = buffers;
    const from = Math.min(top, this.#old.top);
    if (this.#isLostAgain) this.#old = new OldLines(buffers.traced(from), from);
    else if (isWidthChanged) this.#old = this.#old.reflowed(buffers.traced(0, true));
    else this.#old = this.#old.updated(buffers.traced(from), from);
    this.#isLost = buffers.hasScrollRegion;
    this.#isLostAgain = false;
    this.#isSpent = false;
    if (isAlternate) this.#counts = countTexts(this.#oldAlternate.map((line) => line.cut(buffers.width)));
  }

  #afterScroll(): void {
    if (!this.#noticeLeaving()) return;
    const { buffers, region } = this.#emulator;
    const gone = this.#alternate.find((line) => stands(line, region.top, region.top));
    this.#alternate = logicalLines(buffers.visible());
    if (gone !== undefined) this.#remain([gone], this.#alternate);
  }

  #beforeLeaving(first: number, last: number): void {
    if (!this.#noticeLeaving()) return;
    const lines = logicalLines(this.#emulator.buffers.visible());
    const isLeaving = (line: LogicalLine): boolean => stands(line, first, last);
    const staying = lines.filter((line) => !isLeaving(line));
    this.#remain(lines.filter(isLeaving), staying);
    // They are about to move.
    this.#alternate = [];
  }

  // What leaves the alternate screen is gone, though the same may be printed again before anybody looks. After as many
  // times as there are rows all that can leave it has done so; within a frame nobody sees what leaves.
  #noticeLeaving(): boolean {
    const { isAlternate, synchronization, rows } = this.#emulator;
    if (!isAlternate || this.#counts.size === 0 || this.#leaveCount >= rows) return false;
    this.#leaveCount += 1;
    return synchronization.remainingMs === 0;
  }

  #remain(gone: readonly LogicalLine[], staying: readonly LogicalLine[]): void {
    const left = count(staying);
    const counts = new Map(this.#counts);
    for (const { trimmed } of gone) {
      const times = counts.get(trimmed);
      if (times !== undefined) counts.set(trimmed, Math.min(times, left.get(trimmed) ?? 0));
    }
    this.#counts = counts;
  }

  // The alternate screen comes back empty.
  #afterSwitch(): void {
    this.#counts = none;
    this.#alternate = [];
  }
}

const stands = ({ row, endRow }: LogicalLine, first: number, last: number): boolean => row <= last && endRow >= first;

const count = (lines: readonly LogicalLine[]): Counts => countTexts(lines.map(({ trimmed }) => trimmed));

function countTexts(texts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const lower = (counts: Counts, seen: Counts): Counts =>
  new Map([...counts].map(([text, times]) => [text, Math.min(times, seen.get(text) ?? 0)]));

/** The lines that stand there more often than counted: of equal ones the last. */
function surplusOf(lines: readonly LogicalLine[], counts: Counts): Set<LogicalLine> {
  const left = new Map(counts);
  return new Set(
    lines.filter(({ trimmed }) => {
      const times = left.get(trimmed) ?? 0;
      left.set(trimmed, times - 1);
      return times <= 0;
    }),
  );
}
