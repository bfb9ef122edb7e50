/** A promise that its owner resolves. `Promise.withResolvers` needs Node 22. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  #resolve: (value: T | Promise<T>) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Resolves the promise. Only the first call counts. */
  resolve(value: T | Promise<T>): void {
    this.#resolve(value);
  }
}

/** What a person can switch while commands wait for it. */
export class PauseSwitch {
  /** Fires when it has been switched. */
  readonly changed = new Emitter();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set isPaused(value: boolean) {
    if (value === this.#isPaused) return;
    this.#isPaused = value;
    this.changed.fire();
  }
}

/** An event with any number of listeners; a listener may remove itself while it is called. */
export class Emitter<Args extends unknown[] = []> {
  // Replaced, not mutated: some events fire for every line of a flood, so `fire` must not copy the array.
  #listeners: readonly ((...args: Args) => void)[] = [];

  /** Adds a listener; the returned function removes it. */
  on(listener: (...args: Args) => void): () => void {
    const callListener = (...args: Args): void => listener(...args);
    this.#listeners = [...this.#listeners, callListener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== callListener);
    };
  }

  fire(...args: Args): void {
    const current = this.#listeners;
    for (const listener of current)
      if (current === this.#listeners || this.#listeners.includes(listener)) listener(...args);
  }
}
