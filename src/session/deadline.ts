/** The end of a request's time: one timer, cleared when it is disposed of. */
export class Deadline {
  readonly #startedAt = performance.now();
  readonly #milliseconds: number;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get remainingMs(): number {
    return Math.max(0, this.#milliseconds - this.elapsedMs);
  }

  /** Calls back when the time is over. */
  onExpired(callback: () => void): void {
    this.#timers.add(setTimeout(callback, this.remainingMs));
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
