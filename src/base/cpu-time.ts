import type { IdleQueue } from './idle-queue.js';

// Reading the processor time takes as long as parsing half a chunk of output, so sample it.
const maxSampleMs = 50;
const shortMs = 25;

/** Measures how long work takes, without the time in which other processes ran. */
export class CpuTimer {
  readonly #idleQueue: IdleQueue;
  #sampledAt = Number.NEGATIVE_INFINITY;
  #sampledMs = 0;

  constructor(idleQueue: IdleQueue) {
    this.#idleQueue = idleQueue;
  }

  /** The milliseconds that some work has taken since `startedAt`; if that is long, only processor time of this process. */
  measureSince(startedAt: number): number {
    const now = performance.now();
    const passedMs = now - startedAt;
    if (now - this.#sampledAt > maxSampleMs) this.#sampleLater(now);
    return passedMs < shortMs ? passedMs : Math.min(passedMs, readProcessorMs() - this.#sampledMs);
  }

  // Deferred, so that no response waits for it. An old sample only makes the result too high.
  #sampleLater(now: number): void {
    this.#sampledAt = now;
    this.#idleQueue.defer(() => {
      this.#sampledMs = readProcessorMs();
    });
  }
}

/** The processor time that all threads of this process have taken. It stands still while the process is stopped or waits. */
export function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
