/**
 * Calls back after some milliseconds, once output that has arrived in the meantime is parsed: a timer that comes late
 * on a busy machine would judge by an old screen. Disposing of it takes that back.
 */
export function afterOutput(milliseconds: number, callback: () => void): Disposable {
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

/** The end of a request's time. */
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
    return this.remainingWith(0);
  }

  /** What remains until some milliseconds after it. */
  remainingWith(graceMs: number): number {
    return Math.max(0, this.#milliseconds + graceMs - this.elapsedMs);
  }

  /** Calls back when the time is over, never before; the returned function takes that back. */
  onExpired(callback: () => void): () => void {
    let timer: Disposable;
    // Timers may fire a moment early.
    const arm = (): void => {
      timer = afterOutput(this.remainingMs, () => (this.remainingMs > 0 ? arm() : callback()));
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
