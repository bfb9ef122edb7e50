/** Runs the calls of one session: inputs and reads one after another, and waits as long as nothing else is to be done. */
export class CallQueue {
  readonly #calls = new Set<AbortController>();
  #closedReason: Error | undefined;
  /** Calls of `run` that are running or waiting for their turn. */
  #active = 0;
  #turn: Promise<void> = Promise.resolve();
  #waitTurn: Promise<void> = Promise.resolve();
  #pendingWait: AbortController | undefined;
  readonly #onIdle: (() => void)[] = [];

  /** Whether a call is running or waiting for its turn. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Runs a call in its turn. Its signal is aborted when the client cancels it or the queue is closed. */
  async run<T>(cancelled: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using entry = this.#enter(cancelled);
    const { signal } = entry;
    using turn = this.#takeTurn();
    await turn.began;
    signal.throwIfAborted();
    return await call(signal);
  }

  /**
   * Runs a wait. The server runs one request at a time, so a call of `run` interrupts the wait, which is then repeated.
   * Several waits run one after another.
   */
  async wait<T>(cancelled: AbortSignal, attempt: (signal: AbortSignal, isRepeated: boolean) => Promise<T>): Promise<T> {
    using entry = this.#enter(cancelled);
    const previous = this.#waitTurn;
    let finish = (): void => {};
    this.#waitTurn = new Promise((resolve) => {
      finish = resolve;
    });
    try {
      await previous;
      for (let isRepeated = false; ; isRepeated = true) {
        await this.#waitForIdle();
        entry.signal.throwIfAborted();
        const outcome = await this.#attempt(entry.signal, (signal) => attempt(signal, isRepeated));
        if (outcome !== interrupted) return outcome;
      }
    } finally {
      finish();
    }
  }

  /** Ends all calls; later calls are rejected with the same reason. */
  close(reason: Error): void {
    this.#closedReason = reason;
    for (const controller of this.#calls) controller.abort(reason);
  }

  async #attempt<T>(signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T | typeof interrupted> {
    const controller = new AbortController();
    using _link = linkSignal(signal, controller);
    this.#pendingWait = controller;
    try {
      return await act(controller.signal);
    } catch (error) {
      if (controller.signal.reason !== interrupted) throw error;
      return interrupted;
    } finally {
      this.#pendingWait = undefined;
    }
  }

  #enter(cancelled: AbortSignal): Disposable & { readonly signal: AbortSignal } {
    if (this.#closedReason !== undefined) throw this.#closedReason;
    const controller = new AbortController();
    const link = linkSignal(cancelled, controller);
    this.#calls.add(controller);
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        this.#calls.delete(controller);
        link[Symbol.dispose]();
      },
    };
  }

  #takeTurn(): Disposable & { readonly began: Promise<void> } {
    const began = this.#turn;
    let finish = (): void => {};
    this.#turn = new Promise((resolve) => {
      finish = resolve;
    });
    this.#active += 1;
    this.#pendingWait?.abort(interrupted);
    return {
      began,
      [Symbol.dispose]: () => {
        this.#active -= 1;
        finish();
        if (this.#active === 0) for (const resume of this.#onIdle.splice(0)) resume();
      },
    };
  }

  async #waitForIdle(): Promise<void> {
    while (this.#active > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }
}

const interrupted = Symbol('interrupted');

function linkSignal(signal: AbortSignal, controller: AbortController): Disposable {
  const abort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', abort) };
}
