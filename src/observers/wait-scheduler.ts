import { callAfterOutput } from '../async/deadline.js';
import { Emitter } from '../async/emitter.js';
import type { VisibleProgram } from '../program/program.js';

// A check after every read would reduce the throughput by a third.
const checkEveryMs = 5;

/**
 * Schedules the checks of waits: soon after each change and always after the last one, at the end of each synchronized
 * update, and before unchecked lines are dropped. Slow checks take at most half of the time.
 */
export class WaitScheduler {
  readonly #program: VisibleProgram;
  readonly #due = new Emitter();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #scrolledSince = 0;
  #timer: Disposable | undefined;

  constructor(program: VisibleProgram) {
    this.#program = program;
    program.changed.on(() => this.#plan());
    program.exited.on(() => this.#check());
    program.emulator.synchronization.ended.on(() => this.#check());
    program.emulator.scrolled.on(() => {
      this.#scrolledSince += 1;
      if (this.#scrolledSince >= program.emulator.keptLines) this.#check();
    });
    program.emulator.history.resolved.on(() => this.#check());
    program.emulator.clearing.on(() => {
      if (this.#scrolledSince > 0 && program.emulator.buffers.hasScrollback) this.#check();
    });
  }

  /** Adds a listener, called after the earlier ones. The returned function removes it. */
  on(listener: () => void): () => void {
    return this.#due.on(listener);
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    const sinceCheckMs = performance.now() - this.#checkedAt;
    const dueInMs = Math.max(
      this.#program.emulator.synchronization.remainingMs,
      Math.max(checkEveryMs, this.#tookMs) - sinceCheckMs,
    );
    if (dueInMs <= 0) {
      this.#check();
      return;
    }
    this.#timer = callAfterOutput(dueInMs, () => {
      this.#timer = undefined;
      this.#plan();
    });
  }

  #check(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const startedAt = performance.now();
    this.#scrolledSince = 0;
    this.#due.fire();
    this.#tookMs = performance.now() - startedAt;
    this.#checkedAt = this.#tookMs < checkEveryMs ? startedAt : startedAt + this.#tookMs;
  }
}
