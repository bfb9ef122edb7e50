/** The end of a request's time: one timer, cleared when it is disposed of. */
export class Deadline implements Disposable {
  readonly #startedAt = performance.now();
  readonly #milliseconds: number;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get isOver(): boolean {
    return this.remainingMs === 0;
  }

  get remainingMs(): number {
    return Math.max(0, this.#milliseconds - this.elapsedMs);
  }

  /** Calls back when the time is over, never before; the returned function takes that back. */
  onExpired(callback: () => void): () => void {
    let timer: NodeJS.Timeout;
    // Timers may fire a moment early.
    const arm = (): void => {
      timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (this.remainingMs > 0) arm();
        else callback();
      }, Math.ceil(this.remainingMs));
      this.#timers.add(timer);
    };
    arm();
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
