import { callAfterOutput } from '../../base/deadline.js';
import type { VisibleProgram } from '../program/program.js';

// Programs write a screen in several pieces, and on a busy machine some milliseconds pass between them.
const quietMs = 10;
// A program that never pauses still displays what it writes.
const maxBurstMs = 50;

/** Settles the history of a program's cells when its output pauses, and when the program exits. */
export class SettleTimer {
  readonly #program: VisibleProgram;
  #startedAt = 0;
  #changedAt = 0;
  #timer: Disposable | undefined;

  constructor(program: VisibleProgram) {
    this.#program = program;
    program.changed.on(() => this.#noteOutput());
    program.exited.on(() => {
      this.#timer?.[Symbol.dispose]();
      program.emulator.history.settle();
    });
  }

  #noteOutput(): void {
    if (this.#program.exit !== undefined) return;
    this.#changedAt = performance.now();
    if (this.#timer !== undefined) return;
    this.#startedAt = this.#changedAt;
    this.#settleIn(quietMs);
  }

  #settleIn(milliseconds: number): void {
    this.#timer = callAfterOutput(milliseconds, () => {
      const now = performance.now();
      const { emulator } = this.#program;
      const leftMs = Math.max(
        emulator.synchronization.remainingMs,
        Math.min(this.#changedAt + quietMs, this.#startedAt + maxBurstMs) - now,
      );
      if (leftMs > 0) {
        this.#settleIn(leftMs);
        return;
      }
      this.#timer = undefined;
      emulator.history.settle();
    });
  }
}
