/** A time without activity that is shown shorter. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

interface Segment {
  readonly from: number;
  readonly to: number;
  /** Its beginning in shown time. */
  readonly shownFrom: number;
  readonly shownTo: number;
}

// Idle time longer than this is folded to `foldedMs`.
const maxIdleMs = 2000;
const foldedMs = 500;

/** Converts between the time of a recording and shown time, in which idle time is folded. */
export class TimeScale {
  readonly #segments: readonly Segment[];
  readonly #start: number;
  readonly folds: readonly Fold[];

  /** `activity` lists the moments at which something happened, in ascending order. */
  constructor(activity: readonly number[], start: number, end: number, isFolding: boolean) {
    const folds = isFolding ? findFolds(activity, start, end) : [];
    const segments: Segment[] = [];
    let [at, shown] = [start, 0];
    const append = (to: number, shownMs: number): void => {
      if (to > at) segments.push({ from: at, to, shownFrom: shown, shownTo: shown + shownMs });
      shown += to > at ? shownMs : 0;
      at = Math.max(at, to);
    };
    for (const { from, to } of folds) {
      append(from, from - at);
      append(to, foldedMs);
    }
    append(end, end - at);
    this.#start = start;
    this.folds = folds;
    this.#segments = segments;
  }

  /** The length in shown milliseconds. */
  get shownEnd(): number {
    return this.#segments.at(-1)?.shownTo ?? 0;
  }

  /** Converts a time to shown time. */
  toShown(at: number): number {
    const segment = findFirst(this.#segments, ({ to }) => at <= to);
    if (segment === undefined) return this.shownEnd;
    const { from, to, shownFrom, shownTo } = segment;
    return shownFrom + ((Math.max(at, from) - from) / (to - from)) * (shownTo - shownFrom);
  }

  /** Converts shown time to a time. */
  toTime(shown: number): number {
    const segment = findFirst(this.#segments, ({ shownTo }) => shown <= shownTo) ?? this.#segments.at(-1);
    if (segment === undefined) return this.#start;
    const { from, to, shownFrom, shownTo } = segment;
    const part = Math.min(1, Math.max(0, (shown - shownFrom) / (shownTo - shownFrom)));
    return from + part * (to - from);
  }
}

function findFolds(moments: readonly number[], start: number, end: number): Fold[] {
  const folds: Fold[] = [];
  let from = start;
  for (let index = 0; index <= moments.length; index += 1) {
    const to = moments[index] ?? end;
    // A short time before and after remains, so that the activity there can be seen.
    if (to - from > maxIdleMs) folds.push({ from: from + foldedMs / 2, to: to - foldedMs / 2 });
    from = Math.max(from, to);
  }
  return folds;
}

/** Returns the first segment that meets a condition, by binary search; all segments after it must meet it, too. */
function findFirst(segments: readonly Segment[], isMet: (segment: Segment) => boolean): Segment | undefined {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(segments[middle] as Segment)) high = middle;
    else low = middle + 1;
  }
  return segments[low];
}
