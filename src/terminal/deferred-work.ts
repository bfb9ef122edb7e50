import { later } from '../async/idle-queue.js';

/** Work on something that does not change for now: done when nothing else is to be done, and at the latest before it changes. */
export class DeferredWork {
  #work: (() => void)[] = [];
  #isPlanned = false;
  #isChanging = false;

  /** Adds some work; what changes right now does not wait for it. */
  add(work: () => void): void {
    if (this.#isChanging) {
      work();
      return;
    }
    this.#work.push(work);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    later(() => {
      this.#isPlanned = false;
      this.#do();
    });
  }

  /** It begins to change. */
  begin(): void {
    this.#do();
    this.#isChanging = true;
  }

  /** It changes no longer. */
  end(): void {
    this.#isChanging = false;
  }

  #do(): void {
    if (this.#work.length === 0) return;
    const work = this.#work;
    this.#work = [];
    for (const each of work) each();
  }
}
