import { sleep } from '../base/deadline.js';

// The maximum delay of a timer.
const maxSleepMs = 2 ** 31 - 1;

/** Reproduces the timing of a recording. Time starts at the first timestamp passed to `waitUntil`. */
export class RealTimePacer {
  #startedAt: number | undefined;

  /** Resolves when as much time has passed since the first timestamp as in the recording; immediately if that is over. */
  async waitUntil(micros: number, cancel: AbortSignal): Promise<void> {
    this.#startedAt ??= performance.now() - micros / 1000;
    const dueInMs = this.#startedAt + micros / 1000 - performance.now();
    if (dueInMs > 0) await sleep(Math.min(dueInMs, maxSleepMs), cancel);
  }
}
