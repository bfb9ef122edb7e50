import { callAfterOutput } from '../async/deadline.js';
import type { VisibleProgram } from '../program/program.js';

/** Receives screens from time to time. */
export interface ScreenObserver {
  /** Reads the screen. Returns whether there was something new. */
  observe(program: VisibleProgram): boolean;
  /** Resolves when there is capacity for more. Returns undefined if there is capacity now. */
  waitForRoom(): Promise<void> | undefined;
}

/**
 * Throttles an observer: it reads the screen after a change, at most once per `intervalMs` if there was something new,
 * always after the last change, never during a synchronized update, and only while it has capacity.
 */
export class PacedObserver implements Disposable {
  readonly #intervalMs: number;
  readonly #observer: ScreenObserver;
  #program: VisibleProgram | undefined;
  #unsubscribe: readonly (() => void)[] = [];
  #shownAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #isWaitingForRoom = false;

  constructor(intervalMs: number, observer: ScreenObserver) {
    this.#intervalMs = intervalMs;
    this.#observer = observer;
  }

  /** Observes this program from now on, instead of the previous one. */
  follow(program: VisibleProgram): void {
    this[Symbol.dispose]();
    this.#program = program;
    const { emulator, changed, exited } = program;
    const plan = (): void => this.plan();
    this.#unsubscribe = [
      changed.on(plan),
      exited.on(plan),
      emulator.synchronization.ended.on(() => this.#handleUpdateEnd()),
    ];
  }

  /** Schedules the next read of the screen. */
  plan(): void {
    if (this.#timer !== undefined || this.#isWaitingForRoom || this.#program === undefined) return;
    const { emulator, exit } = this.#program;
    const dueInMs = Math.max(exit === undefined ? emulator.synchronization.remainingMs : 0, this.#dueInMs);
    if (dueInMs <= 0) {
      this.#readWithRoom(this.#program);
      return;
    }
    this.#timer = callAfterOutput(dueInMs, () => {
      this.#timer = undefined;
      this.plan();
    });
  }

  /** Reads the screen now, even without capacity. */
  flush(): void {
    if (this.#program !== undefined) this.#read(this.#program);
  }

  /** Restarts the interval, because the screen was shown in another way. */
  noteSeen(): void {
    this.#shownAt = performance.now();
  }

  /** Stops observing. */
  [Symbol.dispose](): void {
    this.#stopTimer();
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    this.#program = undefined;
  }

  get #dueInMs(): number {
    return this.#shownAt + this.#intervalMs - performance.now();
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  // An update that ends too early is shown later: `changed` follows and schedules that.
  #handleUpdateEnd(): void {
    this.#stopTimer();
    if (this.#program !== undefined && this.#dueInMs <= 0) this.#readWithRoom(this.#program);
  }

  #readWithRoom(program: VisibleProgram): void {
    if (this.#isWaitingForRoom) return;
    const room = this.#observer.waitForRoom();
    if (room === undefined) {
      this.#read(program);
      return;
    }
    this.#isWaitingForRoom = true;
    void room.then(() => {
      this.#isWaitingForRoom = false;
      this.plan();
    });
  }

  #read(program: VisibleProgram): void {
    this.#stopTimer();
    if (this.#observer.observe(program)) this.noteSeen();
  }
}
