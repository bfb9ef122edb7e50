import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';
import type { Timers } from './timers.js';

/**
 * Calls back after some milliseconds, and after output that has arrived in the meantime is parsed: on a busy machine, a
 * late timer would otherwise evaluate an outdated screen. Disposing cancels the callback.
 */
export function callAfterOutput(milliseconds: number, callback: () => void, timers: Timers = globalThis): Disposable {
  let turn: NodeJS.Immediate | undefined;
  const timer = timers.setTimeout(() => {
    turn = timers.setImmediate(callback);
  }, Math.ceil(milliseconds));
  return {
    [Symbol.dispose]: () => {
      timers.clearTimeout(timer);
      timers.clearImmediate(turn);
    },
  };
}

// Short enough that a process which runs for a twentieth of the time handles its events many times within a second.
const stepMs = 50;

/**
 * Calls back after some milliseconds of which this process was able to use each part: a pause of the process, however
 * long, counts as one step, and what has arrived is handled between the steps. For limits that end a wait for others.
 */
export function callAfterRunning(milliseconds: number, callback: () => void, timers?: Timers): Disposable {
  let leftMs = milliseconds;
  let timer: Disposable;
  const step = (): void => {
    const ms = Math.min(leftMs, stepMs);
    leftMs -= ms;
    timer = callAfterOutput(ms, () => (leftMs > 0 ? step() : callback()), timers);
  };
  step();
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

/** The moment at which a request must end. */
export class Deadline implements Disposable {
  readonly #startedAt: number;
  readonly #milliseconds: number;
  readonly #timers = new Set<Disposable>();

  constructor(milliseconds: number, startedAt = performance.now()) {
    this.#milliseconds = milliseconds;
    this.#startedAt = startedAt;
  }

  /** Whether there was no time from the beginning: the request checks once. */
  get isImmediate(): boolean {
    return this.#milliseconds === 0;
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

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Resolves after all events that have already arrived are handled. */
export const yieldToEvents = (): Promise<void> => immediate();
