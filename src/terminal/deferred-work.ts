import type { IdleQueue } from '../base/idle-queue.js';

/** Work on a state that is not changing now: runs when the server is idle, and at the latest before the state changes. */
export class DeferredWork {
  readonly #idleQueue: IdleQueue;
  #work: (() => void)[] = [];
  #isPlanned = false;
  #isChanging = false;

  constructor(idleQueue: IdleQueue) {
    this.#idleQueue = idleQueue;
  }

  /** Defers work; while the state is changing, runs it immediately. */
  add(work: () => void): void {
    if (this.#isChanging) {
      work();
      return;
    }
    this.#work.push(work);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#idleQueue.defer(() => {
      this.#isPlanned = false;
      this.#runAll();
    });
  }

  /** The state is about to change. */
  begin(): void {
    this.#runAll();
    this.#isChanging = true;
  }

  /** The state has stopped changing. */
  end(): void {
    this.#isChanging = false;
  }

  #runAll(): void {
    if (this.#work.length === 0) return;
    const work = this.#work;
    this.#work = [];
    for (const each of work) each();
  }
}
