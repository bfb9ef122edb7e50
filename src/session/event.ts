/** A kind of news with any number of listeners; a listener may leave while it is told. */
export class Event<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Adds a listener; the returned function takes it away again. */
  on(listener: (...args: Args) => void): () => void {
    const own = (...args: Args): void => listener(...args);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  fire(...args: Args): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) listener(...args);
  }
}
