import { afterOutput } from '../async/deadline.js';
import type { VisibleProgram } from '../program/program.js';

/** Somebody who is shown a screen now and then. */
export interface ScreenObserver {
  /** Looks; whether there was something new. */
  look(program: VisibleProgram): boolean;
  /** Resolves when there is room for something new; undefined when there is already. */
  room(): Promise<void> | undefined;
}

/**
 * Says when to look at a program's screen: whenever it may have changed, but once there was something new not again
 * for `intervalMs`; always after its last change, never at half a frame, and not while there is no room.
 */
export class PacedObserver implements Disposable {
  readonly #intervalMs: number;
  readonly #viewer: ScreenObserver;
  #program: VisibleProgram | undefined;
  #unsubscribe: readonly (() => void)[] = [];
  #seenAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #isWaitingForRoom = false;

  constructor(intervalMs: number, viewer: ScreenObserver) {
    this.#intervalMs = intervalMs;
    this.#viewer = viewer;
  }

  /** From now on it is this program's screen that is looked at, when it changes. */
  follow(program: VisibleProgram): void {
    this[Symbol.dispose]();
    this.#program = program;
    const { emulator, changed, exited } = program;
    const plan = (): void => this.plan();
    this.#unsubscribe = [changed.on(plan), exited.on(plan), emulator.synchronization.ended.on(() => this.#takeFrame())];
  }

  /** Has the screen looked at as soon as may be. */
  plan(): void {
    if (this.#timer !== undefined || this.#isWaitingForRoom || this.#program === undefined) return;
    const { emulator, exit } = this.#program;
    const dueInMs = Math.max(exit === undefined ? emulator.synchronization.remainingMs : 0, this.#dueInMs);
    if (dueInMs <= 0) {
      this.#lookWithRoom(this.#program);
      return;
    }
    this.#timer = afterOutput(dueInMs, () => {
      this.#timer = undefined;
      this.plan();
    });
  }

  /** Has it looked at now, whether there is room or not. */
  flush(): void {
    if (this.#program !== undefined) this.#look(this.#program);
  }

  /** Something new was shown by other ways. */
  noteSeen(): void {
    this.#seenAt = performance.now();
  }

  /** Looks no more. */
  [Symbol.dispose](): void {
    this.#stopTimer();
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    this.#program = undefined;
  }

  get #dueInMs(): number {
    return this.#seenAt + this.#intervalMs - performance.now();
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  // A frame that comes too soon waits for its time: `changed` follows and plans that.
  #takeFrame(): void {
    this.#stopTimer();
    if (this.#program !== undefined && this.#dueInMs <= 0) this.#lookWithRoom(this.#program);
  }

  #lookWithRoom(program: VisibleProgram): void {
    if (this.#isWaitingForRoom) return;
    const room = this.#viewer.room();
    if (room === undefined) {
      this.#look(program);
      return;
    }
    this.#isWaitingForRoom = true;
    void room.then(() => {
      this.#isWaitingForRoom = false;
      this.plan();
    });
  }

  #look(program: VisibleProgram): void {
    this.#stopTimer();
    if (this.#viewer.look(program)) this.noteSeen();
  }
}
