/** A kind of news with any number of listeners; a listener may leave while it is told. */
export class Emitter<Args extends unknown[] = []> {
  // Replaced, not changed: some news come with every line of a flood, and telling them must not copy anything.
  #listeners: readonly ((...args: Args) => void)[] = [];

  /** Adds a listener; the returned function takes it away again. */
  on(listener: (...args: Args) => void): () => void {
    const own = (...args: Args): void => listener(...args);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== own);
    };
  }

  fire(...args: Args): void {
    const told = this.#listeners;
    for (const listener of told) if (told === this.#listeners || this.#listeners.includes(listener)) listener(...args);
  }
}
