import { sleep } from '../async/idle-queue.js';

// Timers cannot be longer.
const maxSleepMs = 2 ** 31 - 1;

/** Keeps the time of a recording: its first moment is the first that is asked for. */
export class Pace {
  #startedAt: number | undefined;

  /** Resolves when it is as long since the first moment as it was in the recording; at once when it is late already. */
  async reach(micros: number, cancel: AbortSignal): Promise<void> {
    this.#startedAt ??= performance.now() - micros / 1000;
    const dueInMs = this.#startedAt + micros / 1000 - performance.now();
    if (dueInMs > 0) await sleep(Math.min(dueInMs, maxSleepMs), cancel);
  }
}
