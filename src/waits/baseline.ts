import { type LogicalLine, logicalLines } from '../screen/logical.js';
import type { Screen } from '../screen/screen.js';
import type { Accept, LeafSearch } from '../screen/selector.js';
import type { Stack } from '../terminal/buffers.js';
import type { Emulator } from '../terminal/emulator.js';
import { OldAlternate } from './old-alternate.js';
import { OldLines } from './old-lines.js';
import { type IsNewInText, judgeText } from './old-text.js';

/**
 * What stood on the screen at some moment, kept to tell the new from the old.
 *
 * Lines of the normal screen are followed by their numbers while they scroll: a match is old when the baseline had the
 * same match at the same place of the same line, and none of its cells has been seen to differ since. Where lines move in
 * another way they are found again at the next look, by their text. Of the alternate screen, see `OldAlternate`.
 */
export class Baseline {
  /** What was visible. */
  readonly screen: Screen;
  readonly #emulator: Emulator;
  readonly #alternate: OldAlternate;
  #lines: OldLines;
  /** Seen at a look and not compared yet: whoever is answered by what that look found need not wait for it. */
  #sight: Stack | undefined;
  /** Lines may have moved since the old ones were noted. */
  #isLost: boolean;
  /** They may have moved more than once. */
  #isLostAgain = false;
  /** None of them is old any more: until the size changes and with it their numbers, they need not be found again. */
  #isSpent = false;
  #seen = -1;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(emulator: Emulator) {
    const { buffers } = emulator;
    this.#emulator = emulator;
    this.screen = emulator.screen();
    this.#lines = new OldLines(buffers.traced(buffers.top), buffers.top);
    this.#isLost = buffers.hasScrollRegion;
    this.#alternate = new OldAlternate(emulator);
    this.#unsubscribe = [
      emulator.scrolled.on(() => this.#alternate.afterScroll()),
      emulator.movements.leaving.on((first, last) => this.#alternate.beforeLeaving(first, last)),
      emulator.movements.disturbing.on(() => this.#beforeMove()),
      emulator.resizing.on(() => this.#beforeResize()),
      emulator.movements.erasing.on((first, last) => this.#erase(first, last)),
      buffers.resized.on((isWidthChanged) => this.#afterResize(isWidthChanged)),
      buffers.switched.on(() => this.#alternate.forget()),
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
      this.#alternate.observe();
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
    const fresh = this.#alternate.newAmong(lines.filter(({ row }) => row >= 0));
    const isNewLook = this.#alternate.judgeLooks(search);
    return (match, line, leaf) =>
      line.row >= 0 ? fresh.has(line) || isNewLook(match, line, leaf) : !isOld(match, leaf);
  }

  /** The same for matches of a pattern in the visible text. */
  judgeText(screen: Screen): IsNewInText {
    this.observe();
    if (!this.#emulator.isAlternate) return judgeText(this.#old.rowsFrom(this.#emulator.buffers.top, screen.lines));
    const fresh = [...this.#alternate.newAmong(logicalLines(screen.lines))];
    return ({ start, end }) => fresh.some((line) => line.touches(start.row, end.row));
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
    const { buffers } = this.#emulator;
    this.#alternate.beforeResize();
    this.#isLostAgain = this.#isLost;
    if (this.#isLost) return;
    this.#isLost = true;
    const { top } = this.#lines;
    const end = buffers.endOf(this.#lines.end);
    this.#old = this.#old.updated(buffers.traced(top, false, end), top, buffers.from(end, true).lines);
  }

  // Nothing has been parsed since the resize was announced.
  #afterResize(isWidthChanged: boolean): void {
    const { buffers } = this.#emulator;
    const { top } = buffers;
    const from = Math.min(top, this.#old.top);
    if (this.#isLostAgain) this.#old = new OldLines(buffers.traced(top), top);
    else if (isWidthChanged) this.#old = this.#old.reflowed(buffers.traced(0, true));
    else this.#old = this.#old.updated(buffers.traced(from, false, buffers.endOf(this.#old.end)), from);
    this.#isLost = buffers.hasScrollRegion;
    this.#isLostAgain = false;
    this.#isSpent = false;
    this.#alternate.afterResize();
  }
}
