import type { Line } from '../screen/line.js';
import { type LogicalLine, logicalLines, type Place } from '../screen/logical.js';
import type { Leaf, LeafSearch, Match } from '../screen/selector.js';
import type { Stack, TracedStack } from '../terminal/buffers.js';
import { movesBetween, type NumberBefore } from './moves.js';
import type { OldRow } from './old-text.js';
import { Places } from './places.js';

/** Tells whether a match is old. */
export type IsOld = (match: Match, leaf: Leaf) => boolean;

/** What of a line is new: everything, nothing, what has changed since it stood elsewhere, or by unit of its text (1 is new). */
type Verdict = 'new' | 'old' | 'followed' | Uint8Array;

/**
 * Lines that are old, by their numbers, with the cells that were seen to differ since. What stands above them is old
 * too; what stands below them is new.
 */
export class OldLines {
  /** Whatever stands in lines with a lower number is old. */
  readonly top: number;
  readonly #first: number;
  readonly #lines: Line[];
  /** The stack that they were when their numbers were given. */
  readonly #stack: TracedStack;
  /** How many logical lines stood below them then, as far as it is known. */
  readonly #below: number;
  /** By number of the line: the cells that were seen to differ. */
  readonly #changed = new Map<number, Uint8Array>();
  #joined: readonly LogicalLine[] | undefined;

  constructor(stack: TracedStack, top: number, lines = stack.lines, below = 0) {
    this.top = top;
    this.#below = below;
    this.#first = stack.first;
    this.#lines = [...lines];
    this.#stack = stack;
  }

  /** Notes where lines differ from what they were. */
  compare({ first, lines }: Stack): void {
    for (const [index, line] of lines.entries()) {
      const old = this.#lineAt(first + index);
      if (old !== undefined && old !== line) this.#compareLine(first + index, old, line);
    }
  }

  /** The number of the first line below them: from there on everything is new. */
  get end(): number {
    return this.#first + this.#lines.length;
  }

  /** Whether nothing of them is old any more. */
  get isSpent(): boolean {
    return this.#lines.every((_, index) => this.#changed.get(this.#first + index)?.includes(0) === false);
  }

  /** Nothing in a line is old any more. */
  forget(number: number): void {
    const line = this.#lineAt(number);
    if (line !== undefined) this.#changed.set(number, new Uint8Array(line.width).fill(1));
  }

  /** Tells which matches are old, in rows counted from line `top`; the verdict stays that of this moment. */
  judge(top: number, search: LeafSearch): IsOld {
    const changed = new Map(this.#changed);
    const searched = new Map<LogicalLine, Map<Leaf, Places>>();
    const searchOnce = (leaf: Leaf, line: LogicalLine): Places => {
      const known = searched.get(line) ?? new Map<Leaf, Places>();
      const matches = known.get(leaf) ?? new Places(search(leaf, line));
      // None may also mean that the worker has yet to find them.
      if (!matches.isEmpty) searched.set(line, known.set(leaf, matches));
      return matches;
    };
    return (match, leaf) => {
      const [start, end] = [numbered(match.start, top), numbered(match.end, top)];
      if (end.row < this.top) return true;
      const line = containing(this.#logicalLines, start.row);
      if (line === undefined || !isUntouched(start, end, changed)) return false;
      return searchOnce(leaf, line).has({ start, end, text: match.text });
    };
  }

  /** What the lines that stand there now, from number `first` on, were; this does not change any more. */
  rowsFrom(first: number, now: readonly Line[]): OldRow[] {
    return now.map((line, index) => {
      const number = first + index;
      return number < this.top
        ? { line, changed: undefined }
        : { line: this.#lineAt(number), changed: this.#changed.get(number)?.slice() };
    });
  }

  /** The same as they stand there now, while their numbers hold; `below` are the lines below those. */
  updated(now: TracedStack, top: number, below: readonly Line[] = []): OldLines {
    return this.#renumbered(now, top, now.lines, withoutBlankEnd(logicalLines(below)).length);
  }

  /** The same, to be found again by what their lines are now. */
  anchored(now: TracedStack): OldLines {
    const lines = now.lines.map((line, index) => this.#lineAt(now.first + index) ?? line);
    return this.#renumbered(now, this.top, lines);
  }

  /** The number that a line had when the numbers of these were given. */
  numberBefore(now: TracedStack, number: number): number | undefined {
    return movesBetween(this.#stack, now)(number);
  }

  /**
   * Finds them again after they may have moved: a line that has kept its text is followed. Of each text of the others as
   * many lines are old as there were, the upper ones; what is left is followed too.
   */
  relocated(now: TracedStack): OldLines {
    const before = movesBetween(this.#stack, now);
    const lines = logicalLines(now.lines, now.first);
    const kept = new Set(lines.map((line) => this.#keptIn(line, before)));
    const left = new Map<string, Verdict[]>();
    for (const old of this.#logicalLines) {
      const verdict = kept.has(old) ? 'new' : this.#verdictOn(old);
      if (verdict !== 'new') left.set(old.trimmed, [...(left.get(old.trimmed) ?? []), verdict]);
    }
    const judge = (line: LogicalLine): Verdict => {
      if (line.endRow < this.top) return 'old';
      if (this.#keptIn(line, before) !== undefined) return 'followed';
      return left.get(line.trimmed)?.shift() ?? 'followed';
    };
    return rebuilt(now, judge, (number) => this.#followedFrom(before(number)));
  }

  /** Finds them again after a change of width, which keeps the order of logical lines. */
  reflowed(now: TracedStack): OldLines {
    const before = this.#below > 0 ? this.#logicalLines : withoutBlankEnd(this.#logicalLines);
    const after = withoutBlankEnd(logicalLines(now.lines, now.first));
    const firstAfter = after.length - this.#below - before.length;
    const kept = after.slice(Math.max(0, firstAfter), Math.max(0, firstAfter + before.length));
    const firstBefore = before.length - kept.length;
    const olds = new Map(kept.map(({ row }, index) => [row, before[firstBefore + index]]));
    const from = kept[0]?.row ?? after[Math.max(0, firstAfter)]?.row ?? now.top;
    return rebuilt(part(now, from, (kept.at(-1)?.endRow ?? from - 1) + 1), ({ row, trimmed }) => {
      const old = olds.get(row);
      const verdict = old === undefined ? 'old' : this.#verdictOn(old);
      // The line with the cursor may have been cut off.
      return old?.trimmed === trimmed || verdict === 'new' ? verdict : 'old';
    });
  }

  /** Notes what of a line is new. */
  apply(line: LogicalLine, verdict: Exclude<Verdict, 'followed'>): void {
    if (verdict === 'old') return;
    for (let number = line.row; verdict === 'new' && number <= line.endRow; number += 1) this.forget(number);
    if (verdict === 'new') return;
    for (const [index, isNew] of verdict.entries()) {
      if (isNew === 0) continue;
      const { row, col } = line.placeAt(index);
      const cells = this.#changed.get(row) ?? new Uint8Array(line.width);
      this.#changed.set(row, cells.fill(1, col, line.endPlaceAt(index).col + 1));
    }
  }

  /** A line here is one that stood elsewhere: notes what is new of it since. */
  follow(number: number, line: Line, followed: Followed | undefined): void {
    this.forget(number);
    if (followed === undefined) return;
    this.#lines[number - this.#first] = followed.line;
    this.#changed.delete(number);
    if (followed.changed !== undefined) this.#changed.set(number, followed.changed);
    this.#compareLine(number, followed.line, line);
  }

  get #logicalLines(): readonly LogicalLine[] {
    this.#joined ??= logicalLines(this.#lines, this.#first);
    return this.#joined;
  }

  #lineAt(number: number): Line | undefined {
    return this.#lines[number - this.#first];
  }

  #compareLine(number: number, old: Line, line: Line): void {
    const before = this.#changed.get(number);
    if (before?.includes(0) === false) return;
    const changed = before?.slice() ?? new Uint8Array(old.width);
    for (let col = 0; col < old.width; col += 1) if (!old.hasSameTextAt(line, col)) changed[col] = 1;
    if (before !== undefined || changed.includes(1)) this.#changed.set(number, changed);
  }

  #renumbered(now: TracedStack, top: number, lines: readonly Line[], below = 0): OldLines {
    this.compare(now);
    const next = new OldLines(now, top, lines, below);
    for (const [number, cells] of this.#changed) next.#changed.set(number, cells);
    for (let number = this.end; number < next.end; number += 1) next.forget(number);
    return next;
  }

  #followedFrom(number: number | undefined): Followed | undefined {
    const line = number === undefined ? undefined : this.#lineAt(number);
    return line === undefined ? undefined : { line, changed: this.#changed.get(number as number) };
  }

  /** The old line whose text still stands where it stood in this one. */
  #keptIn(line: LogicalLine, before: NumberBefore): LogicalLine | undefined {
    const first = before(line.row);
    const old = first === undefined ? undefined : containing(this.#logicalLines, first);
    if (old === undefined || old.row !== first || old.trimmed === '') return undefined;
    const isKept = old.rows.every((row, index) => {
      const now = line.rows[index];
      return now !== undefined && before(line.row + index) === first + index && keepsText(row, now);
    });
    return isKept ? old : undefined;
  }

  #verdictOn(line: LogicalLine): Exclude<Verdict, 'followed'> {
    if (!line.rows.some((_, index) => this.#changed.has(line.row + index))) return 'old';
    const verdict = new Uint8Array(Math.max(1, line.trimmed.length));
    for (const index of verdict.keys()) {
      const { row, col } = line.placeAt(index);
      verdict[index] = this.#changed.get(row)?.[col] ?? 0;
    }
    return verdict.includes(0) ? verdict : 'new';
  }
}

/** A line as it stood elsewhere, with the cells that were seen to differ since. */
interface Followed {
  readonly line: Line;
  readonly changed: Uint8Array | undefined;
}

/** Old lines out of lines that are judged one by one. */
function rebuilt(
  now: TracedStack,
  judge: (line: LogicalLine) => Verdict,
  followed: (number: number) => Followed | undefined = () => undefined,
): OldLines {
  const { top } = now;
  const verdicts = logicalLines(now.lines, now.first).map((line) => ({ line, verdict: judge(line) }));
  const isAbove = ({ endRow }: LogicalLine, verdict: Verdict): boolean => endRow < top && verdict === 'old';
  const first =
    verdicts.find(({ line, verdict }) => !isAbove(line, verdict))?.line.row ??
    Math.min(top, now.first + now.lines.length);
  const from = first - now.first;
  const lines = now.lines.slice(from);
  // Those that have scrolled off are only passing by.
  for (const line of lines.slice(0, Math.max(0, top - first))) line.keep();
  const old = new OldLines({ ...now, first, lines, identities: now.identities.slice(from) }, first);
  for (const { line, verdict } of verdicts) {
    if (line.row < first) continue;
    if (verdict !== 'followed') old.apply(line, verdict);
    else for (const [index, row] of line.rows.entries()) old.follow(line.row + index, row, followed(line.row + index));
  }
  return old;
}

/** The lines of a stack from number `from` up to `end`. */
function part(stack: TracedStack, from: number, end: number): TracedStack {
  const range = [from - stack.first, end - stack.first] as const;
  return { ...stack, first: from, lines: stack.lines.slice(...range), identities: stack.identities.slice(...range) };
}

const keepsText = (old: Line, now: Line): boolean => {
  for (let col = 0; col < old.width; col += 1) if (old.isWritten(col) && !old.hasSameTextAt(now, col)) return false;
  return true;
};

function withoutBlankEnd(lines: readonly LogicalLine[]): readonly LogicalLine[] {
  return lines.slice(0, lines.findLastIndex(({ trimmed }) => trimmed !== '') + 1);
}

function containing(lines: readonly LogicalLine[], row: number): LogicalLine | undefined {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((lines[middle] as LogicalLine).endRow < row) from = middle + 1;
    else to = middle;
  }
  const line = lines[from];
  return line === undefined || line.row > row ? undefined : line;
}

function isUntouched(start: Place, end: Place, changed: ReadonlyMap<number, Uint8Array>): boolean {
  for (let row = start.row; row <= end.row; row += 1) {
    const cells = changed.get(row);
    const from = row === start.row ? start.col : 0;
    const to = row === end.row ? end.col + 1 : undefined;
    if (cells?.subarray(from, to).includes(1) === true) return false;
  }
  return true;
}

const numbered = ({ row, col }: Place, top: number): Place => ({ row: row + top, col });
