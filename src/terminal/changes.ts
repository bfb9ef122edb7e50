/** More lines than any screen has. */
export const places = 1024;

/** When each line of the screen was last written to: numbers that grow. Lines are told apart by their own numbers. */
export class Changes {
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

  /** When a line of the screen was last written to. */
  at(number: number): number {
    return Math.max(this.#stamps[number % places] as number, this.#allAt);
  }
}
