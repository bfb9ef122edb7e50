// Long work without delaying requests: in slices, or deferred until the server is idle.
import { yieldToEvents } from './deadline.js';

/** Long work in steps: other work may run between them. */
export type Steps<T> = Generator<undefined, T>;

// Short enough that a `ping` is answered quickly; long enough to render most pictures in one slice.
const sliceMs = 15;

/** Runs long work in slices; pending events are handled between them. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await yieldToEvents();
    begun = performance.now();
  }
}

/** Runs long work at once, without slices. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

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
