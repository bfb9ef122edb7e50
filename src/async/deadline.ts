/**
 * Calls back after some milliseconds, and after output that has arrived in the meantime is parsed: on a busy machine, a
 * late timer would otherwise evaluate an outdated screen. Disposing cancels the callback.
 */
export function callAfterOutput(milliseconds: number, callback: () => void): Disposable {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(callback);
  }, Math.ceil(milliseconds));
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      clearImmediate(turn);
    },
  };
}

/** The moment at which a request must end. */
export class Deadline implements Disposable {
  readonly #startedAt = performance.now();
  readonly #milliseconds: number;
  readonly #timers = new Set<Disposable>();

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
    return this.getRemainingMs(0);
  }

  /** The time that remains until `graceMs` after the deadline. */
  getRemainingMs(graceMs: number): number {
    return Math.max(0, this.#milliseconds + graceMs - this.elapsedMs);
  }

  /** Calls back when the deadline has passed, never earlier; the returned function cancels the callback. */
  onExpired(callback: () => void): () => void {
    let timer: Disposable;
    // Timers may fire a moment early.
    const arm = (): void => {
      timer = callAfterOutput(this.remainingMs, () => (this.remainingMs > 0 ? arm() : callback()));
      this.#timers.add(timer);
    };
    arm();
    return () => timer[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) timer[Symbol.dispose]();
    this.#timers.clear();
  }
}
