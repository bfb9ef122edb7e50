import { callAfterOutput } from '../base/deadline.js';
import { Emitter } from '../base/emitter.js';
import type { Screen } from '../screen/screen.js';
import type { Program, VisibleProgram } from './program/program.js';

/** Reads the screen of a program from time to time. */
export interface ScreenObserver {
  readonly minIntervalMs: number;
  /** Whether slow reads extend the interval, so that they take at most half of the time (default: false). */
  readonly isAdaptive?: boolean;
  /** The same with a smaller share of the time than half. */
  readonly maxShare?: number;
  /**
   * Whether to read also within the interval: each synchronized update when it ends, lines before they are dropped, and
   * the screen at the exit of the program (default: false).
   */
  readonly isExhaustive?: boolean;
  /** Reads the screen. Returns whether there was something new, which restarts the interval. */
  read(program: VisibleProgram): boolean;
  /** Resolves when there is capacity for more. Returns undefined if there is capacity now. */
  waitForRoom?(): Promise<void> | undefined;
}

/**
 * Decides when an observer reads the screen: soon after a change, at most once per interval, always after the last
 * change, never during a synchronized update, and only while the observer has capacity.
 */
export class ScreenScheduler implements Disposable {
  readonly #observer: ScreenObserver;
  #program: VisibleProgram | undefined;
  #unsubscribe: readonly (() => void)[] = [];
  #seenAt = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  /** Lines that have scrolled off since the last read. */
  #unreadLines = 0;
  #timer: Disposable | undefined;
  #isWaitingForRoom = false;

  constructor(observer: ScreenObserver) {
    this.#observer = observer;
  }

  /** Observes this program from now on, instead of the previous one. */
  follow(program: VisibleProgram): void {
    this[Symbol.dispose]();
    this.#program = program;
    this.#unsubscribe = [
      program.changed.on(() => this.plan()),
      ...(this.#observer.isExhaustive === true ? this.#readBeforeLoss(program) : this.#readAtInterval(program)),
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
    this.#seenAt = performance.now();
  }

  /** Counts work that the last read has caused later, for `isAdaptive`. */
  noteWork(tookMs: number): void {
    this.#tookMs += tookMs;
  }

  /** Stops observing. */
  [Symbol.dispose](): void {
    this.#stopTimer();
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    this.#program = undefined;
  }

  get #dueInMs(): number {
    const { minIntervalMs, isAdaptive, maxShare = 0.5 } = this.#observer;
    const restMs = isAdaptive === true ? this.#tookMs * (1 / maxShare - 1) : 0;
    return this.#seenAt + Math.max(minIntervalMs, restMs) - performance.now();
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  #readAtInterval(program: VisibleProgram): (() => void)[] {
    return [
      program.exited.on(() => this.plan()),
      // An update that ends too early is read later: `changed` follows and schedules that.
      program.emulator.synchronization.ended.on(() => {
        this.#stopTimer();
        if (this.#dueInMs <= 0) this.#readWithRoom(program);
      }),
    ];
  }

  #readBeforeLoss(program: VisibleProgram): (() => void)[] {
    const { emulator, exited } = program;
    const read = (): void => this.#readWithRoom(program);
    return [
      exited.on(read),
      emulator.synchronization.ended.on(read),
      emulator.history.resolved.on(read),
      emulator.scrolled.on(() => {
        this.#unreadLines += 1;
        if (this.#unreadLines >= emulator.keptLines) read();
      }),
      emulator.clearing.on(() => {
        if (this.#unreadLines > 0 && emulator.buffers.hasScrollback) read();
      }),
    ];
  }

  #readWithRoom(program: VisibleProgram): void {
    if (this.#isWaitingForRoom) return;
    const room = this.#observer.waitForRoom?.();
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
    const startedAt = performance.now();
    this.#unreadLines = 0;
    if (!this.#observer.read(program)) return;
    const endedAt = performance.now();
    this.#tookMs = endedAt - startedAt;
    const { isAdaptive, minIntervalMs } = this.#observer;
    this.#seenAt = isAdaptive === true && this.#tookMs < minIntervalMs ? startedAt : endedAt;
  }
}

// A check after every read would reduce the throughput by a third.
const checkEveryMs = 5;

/** Schedules the checks of the waits for a program. The emitter fires when they are due. */
export function scheduleChecks(program: VisibleProgram): Emitter {
  const checks = new Emitter();
  const read = (): boolean => {
    checks.fire();
    return true;
  };
  new ScreenScheduler({ minIntervalMs: checkEveryMs, isAdaptive: true, isExhaustive: true, read }).follow(program);
  return checks;
}

/** Returns the screen after parsing all output that has arrived, and after the end of a synchronized update. */
export async function readScreen(program: Program): Promise<Screen> {
  await program.drain();
  const { remainingMs } = program.emulator.synchronization;
  if (remainingMs === 0 || program.exit !== undefined) return program.screen;
  return await new Promise((resolve) => {
    const finish = (): void => {
      timer[Symbol.dispose]();
      for (const off of unsubscribe) off();
      resolve(program.screen);
    };
    const timer = callAfterOutput(remainingMs, finish);
    const unsubscribe = [program.emulator.synchronization.ended.on(finish), program.exited.on(finish)];
  });
}
