// More lines than any screen has.
const places = 1024;

/** When each line of the screen was last written to: numbers that grow. Lines are told apart by their own numbers. */
export class DirtyLines {
  readonly #stamps = new Float64Array(places);
  #now = 0;
  #allAt = 0;

  /** Grows with every change. */
  get now(): number {
    return this.#now;
  }

  /** Lines, first and last, may have been written to. */
  note(first: number, last: number): void {
    this.#now += 1;
    for (let number = first; number <= last; number += 1) this.#stamps[number % places] = this.#now;
  }

  /** Any line may be another one. */
  noteAll(): void {
    this.#now += 1;
    this.#allAt = this.#now;
  }

  /** Of some lines those that were written to after a change: from the first of them up to behind the last. */
  since(at: number, first: number, end: number): readonly [from: number, to: number] {
    if (this.#allAt > at) return [first, end];
    const stamps = this.#stamps;
    let from = first;
    while (from < end && (stamps[from % places] as number) <= at) from += 1;
    let to = end;
    while (to > from && (stamps[(to - 1) % places] as number) <= at) to -= 1;
    return [from, to];
  }

  /** When a line of the screen was last written to. */
  at(number: number): number {
    return Math.max(this.#stamps[number % places] as number, this.#allAt);
  }
}
