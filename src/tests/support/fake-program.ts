import { Emitter } from '../../base/emitter.js';
import type { Exit } from '../../base/exit.js';
import { IdleQueue } from '../../base/idle-queue.js';
import type { VisibleProgram } from '../../session/program/program.js';
import type { Emulator } from '../../terminal/emulator.js';

/** A program without a process: the test determines its output and its exit. */
export class FakeProgram implements VisibleProgram {
  readonly emulator: Emulator;
  readonly idleQueue = new IdleQueue();
  readonly changed = new Emitter();
  readonly exited = new Emitter();
  exit: Exit | undefined;
  readonly timeoutKind = undefined;
  isEnding = false;
  isPaused = false;
  #printedAt: number | undefined;

  constructor(emulator: Emulator) {
    this.emulator = emulator;
  }

  get screen(): VisibleProgram['screen'] {
    return this.emulator.getScreen();
  }

  get lastOutputAgeMs(): number | undefined {
    return this.#printedAt === undefined ? undefined : performance.now() - this.#printedAt;
  }

  /** Delivers one read of output. */
  print(bytes: Uint8Array | string): void {
    this.#printedAt = performance.now();
    this.emulator.feed(Buffer.from(bytes));
    this.changed.fire();
  }

  end(): void {
    this.exit = { exitCode: 0, signal: null };
    this.exited.fire();
  }

  pauseOutput(): void {
    this.isPaused = true;
  }

  resumeOutput(): void {
    this.isPaused = false;
  }
}
