import { type LogicalLine, logicalLines } from '../screen/logical.js';
import type { LeafSearch } from '../screen/selector.js';
import type { Emulator } from '../terminal/emulator.js';
import { type IsNewLook, OldLooks } from './old-looks.js';

type Counts = ReadonlyMap<string, number>;
const none: Counts = new Map();

/**
 * The old lines of the alternate screen. They have no numbers and are told by their texts: of each text as many lines
 * are old as stood there, fewer once fewer were seen.
 */
export class OldAlternate {
  readonly #emulator: Emulator;
  /** How often each text stands among the old lines. */
  #counts: Counts;
  #looks: OldLooks;
  /** The lines as they were seen last. */
  #seen: readonly LogicalLine[];
  /** The old lines, noted before a change of size. */
  #noted: readonly LogicalLine[] = [];
  /** How often lines have left since they were looked at. */
  #leaveCount = 0;

  /** What stands there now is old. */
  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#seen = emulator.isAlternate ? this.#visible() : [];
    this.#counts = count(this.#seen);
    this.#looks = OldLooks.of(this.#seen);
  }

  /** Notes what stands there; told at every look while it is shown. */
  observe(): void {
    // Nothing on it is old any more, nor will be.
    if (this.#counts.size === 0) return;
    this.#leaveCount = 0;
    this.#seen = this.#visible();
    this.#counts = lower(this.#counts, count(this.#seen));
    this.#looks = this.#looks.seen(this.#seen);
  }

  /** Of these lines those that stand there more often than they are old: of equal ones the last. */
  newAmong(lines: readonly LogicalLine[]): Set<LogicalLine> {
    const left = new Map(this.#counts);
    return new Set(
      lines.filter(({ trimmed }) => {
        const times = left.get(trimmed) ?? 0;
        left.set(trimmed, times - 1);
        return times <= 0;
      }),
    );
  }

  /** Of matches in lines that are not among those, which are new. */
  judgeLooks(search: LeafSearch): IsNewLook {
    return this.#looks.judge(search);
  }

  /** Another screen is shown from now on: the alternate one comes back empty. */
  forget(): void {
    this.#counts = none;
    this.#seen = [];
  }

  beforeResize(): void {
    if (!this.#emulator.isAlternate) return;
    const lines = this.#visible();
    const fresh = this.newAmong(lines);
    this.#noted = lines.filter((line) => !fresh.has(line));
  }

  afterResize(): void {
    const { buffers, isAlternate } = this.#emulator;
    if (!isAlternate) return;
    this.#counts = countTexts(this.#noted.map((line) => line.cut(buffers.width)));
    this.#looks = OldLooks.of(this.#visible());
  }

  afterScroll(): void {
    if (!this.#noticeLeaving()) return;
    const { top } = this.#emulator.region;
    const gone = this.#seen.find((line) => line.touches(top, top));
    this.#seen = this.#visible();
    if (gone !== undefined) this.#remain([gone], this.#seen);
  }

  /** Rows, first and last, are about to be pushed off the screen. */
  beforeLeaving(first: number, last: number): void {
    if (!this.#noticeLeaving()) return;
    const lines = this.#visible();
    const isLeaving = (line: LogicalLine): boolean => line.touches(first, last);
    const staying = lines.filter((line) => !isLeaving(line));
    this.#remain(lines.filter(isLeaving), staying);
    // They are about to move.
    this.#seen = [];
  }

  #visible(): LogicalLine[] {
    return logicalLines(this.#emulator.buffers.visible());
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
}

const count = (lines: readonly LogicalLine[]): Counts => countTexts(lines.map(({ trimmed }) => trimmed));

function countTexts(texts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function lower(counts: Counts, seen: Counts): Counts {
  const left = [...counts].map(([text, times]) => [text, Math.min(times, seen.get(text) ?? 0)] as const);
  return new Map(left.filter(([, times]) => times > 0));
}
