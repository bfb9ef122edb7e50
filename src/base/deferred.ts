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
