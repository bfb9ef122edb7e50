import type { Emitter } from '../base/emitter.js';
import type { Program } from './program/program.js';

/** The events for output and exit. */
type ProgramEvents = Pick<Program, 'changed' | 'exited'>;

/**
 * Resolves at the program's next output, at its exit, or after `maxMs`. Rejects when cancelled. Output does not count while
 * `isReaction` returns false.
 */
export const waitForReaction = (
  program: ProgramEvents,
  maxMs: number,
  cancel: AbortSignal,
  isReaction: () => boolean = () => true,
): Promise<void> =>
  waitForFirst([program.changed, program.exited], maxMs, cancel, (event) => event === program.exited || isReaction());

/** Waits for some time, or until the program exits. Rejects when cancelled. */
export async function pauseFor(program: Program, milliseconds: number, cancel: AbortSignal): Promise<void> {
  const end = performance.now() + milliseconds;
  // Timers may fire up to a millisecond early.
  for (let leftMs = milliseconds; leftMs > 0 && program.exit === undefined; leftMs = end - performance.now())
    await waitForFirst([program.exited], Math.ceil(leftMs), cancel);
}

function waitForFirst(
  events: readonly Emitter[],
  maxMs: number,
  cancel: AbortSignal,
  counts: (event: Emitter) => boolean = () => true,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      for (const off of unsubscribe) off();
      cancel.removeEventListener('abort', onCancel);
    };
    const finish = (): void => {
      leave();
      resolve();
    };
    const onCancel = (): void => {
      leave();
      reject(cancel.reason as Error);
    };
    const timer = setTimeout(finish, maxMs);
    const unsubscribe = events.map((event) => event.on(() => counts(event) && finish()));
    if (cancel.aborted) onCancel();
    else cancel.addEventListener('abort', onCancel, { once: true });
  });
}

const pauseMs = 250;

/** Calls a function when output has paused. */
export class OutputPause {
  readonly #onPause: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasNewer = false;

  constructor(onPause: () => void) {
    this.#onPause = onPause;
  }

  /** Output has arrived. */
  note(): void {
    if (this.#timer === undefined) this.#start();
    else this.#hasNewer = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#hasNewer = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#hasNewer) this.#start();
      else this.#onPause();
    }, pauseMs);
    this.#timer.unref();
  }
}
