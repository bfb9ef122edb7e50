// More than the rows of any screen.
const slots = 1024;

/** Records when each line of the screen was last written to, as increasing change numbers. Lines have stable numbers. */
export class DirtyLines {
  readonly #stamps = new Float64Array(slots);
  #now = 0;
  #allAt = 0;

  /** Increases with every change. */
  get now(): number {
    return this.#now;
  }

  /** The lines from `first` to `last` may have been written to. */
  note(first: number, last: number): void {
    this.#now += 1;
    for (let number = first; number <= last; number += 1) this.#stamps[number % slots] = this.#now;
  }

  /** Any line may have changed. */
  noteAll(): void {
    this.#now += 1;
    this.#allAt = this.#now;
  }

  /** The range of lines between `first` and `end` that were written to after change `at`; `to` is exclusive. */
  getRangeSince(at: number, first: number, end: number): readonly [from: number, to: number] {
    if (this.#allAt > at) return [first, end];
    const stamps = this.#stamps;
    let from = first;
    while (from < end && (stamps[from % slots] as number) <= at) from += 1;
    let to = end;
    while (to > from && (stamps[(to - 1) % slots] as number) <= at) to -= 1;
    return [from, to];
  }

  /** When a line of the screen was last written to. */
  getLastChange(number: number): number {
    return Math.max(this.#stamps[number % slots] as number, this.#allAt);
  }
}
