import { afterOutput } from '../async/deadline.js';
import { Emitter } from '../async/emitter.js';
import type { VisibleProgram } from '../program/program.js';

// Looking at every read would cost a third of the throughput.
const lookEveryMs = 5;

/**
 * Tells when to look at a program's screen: soon after it changed and always after its last change, at the end of every
 * frame, and before lines are dropped that nobody has looked at. A look that takes long is not taken more than half of the time.
 */
export class WaitScheduler {
  readonly #program: VisibleProgram;
  readonly #due = new Emitter();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #scrolledSince = 0;
  #timer: Disposable | undefined;

  constructor(program: VisibleProgram) {
    this.#program = program;
    program.changed.on(() => this.#plan());
    program.exited.on(() => this.#look());
    program.emulator.synchronization.ended.on(() => this.#look());
    program.emulator.scrolled.on(() => {
      this.#scrolledSince += 1;
      if (this.#scrolledSince >= program.emulator.keptLines) this.#look();
    });
    program.emulator.history.resolved.on(() => this.#look());
    program.emulator.clearing.on(() => {
      if (this.#scrolledSince > 0 && program.emulator.buffers.hasScrollback) this.#look();
    });
  }

  /** Adds a listener, told after those that came before it; the returned function takes it away. */
  on(listener: () => void): () => void {
    return this.#due.on(listener);
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    const sinceLookMs = performance.now() - this.#lookedAt;
    const dueInMs = Math.max(
      this.#program.emulator.synchronization.remainingMs,
      Math.max(lookEveryMs, this.#tookMs) - sinceLookMs,
    );
    if (dueInMs <= 0) {
      this.#look();
      return;
    }
    this.#timer = afterOutput(dueInMs, () => {
      this.#timer = undefined;
      this.#plan();
    });
  }

  #look(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const startedAt = performance.now();
    this.#scrolledSince = 0;
    this.#due.fire();
    this.#tookMs = performance.now() - startedAt;
    this.#lookedAt = this.#tookMs < lookEveryMs ? startedAt : startedAt + this.#tookMs;
  }
}
