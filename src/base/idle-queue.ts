// Within this time, a client that received a response has woken up.
const clientWakeUpMs = 1;
// Limits of deferred work: the number of entries, and how long they wait for the next request.
const maxWork = 64;
const maxDeferMs = 20;

/**
 * Defers work until its server is idle, so that no response waits for it. Work is not done right after a response either,
 * because the client that wakes up often runs on the same processor; it then waits for the next request, or until nothing
 * has happened for a while.
 */
export class IdleQueue {
  #work: (() => void)[] = [];
  #isPlanned = false;
  #alarm: NodeJS.Timeout | undefined;
  #respondedAt = Number.NEGATIVE_INFINITY;

  defer(act: () => void): void {
    this.#work.push(act);
    this.#plan();
  }

  /** A response is being sent. */
  noteResponseSent(): void {
    this.#respondedAt = performance.now();
  }

  /** A request has arrived, so the client has woken up. */
  noteRequestReceived(): void {
    this.#respondedAt = Number.NEGATIVE_INFINITY;
    if (this.#work.length > 0) this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // By then it is known whether the current work ends in a response.
    void Promise.resolve().then(() => {
      if (this.#isJustAfterResponse) this.#postpone();
      else setImmediate(() => this.#runDue());
    });
  }

  get #isJustAfterResponse(): boolean {
    return performance.now() - this.#respondedAt < clientWakeUpMs && this.#work.length < maxWork;
  }

  #postpone(): void {
    this.#isPlanned = false;
    this.#alarm ??= setTimeout(() => {
      this.#alarm = undefined;
      this.#plan();
    }, maxDeferMs);
  }

  #runDue(): void {
    if (this.#isJustAfterResponse) {
      this.#postpone();
      return;
    }
    this.#isPlanned = false;
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    const due = this.#work;
    this.#work = [];
    for (const act of due) act();
  }
}
