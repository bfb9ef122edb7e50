// Enough for a conversation that goes back a few calls.
const maxScreens = 16;

/** The screens that results of a session contained, by revision, so that later results contain only what has changed. */
export class ShownScreens {
  readonly #screens = new Map<number, readonly string[]>();
  #newest: readonly string[] | undefined;

  /** The screen of the newest result; undefined before the first. */
  get newest(): readonly string[] | undefined {
    return this.#newest;
  }

  get(revision: number): readonly string[] | undefined {
    return this.#screens.get(revision);
  }

  add(revision: number, text: string): readonly string[] {
    const lines = text.split('\n');
    this.#newest = lines;
    this.#screens.delete(revision);
    this.#screens.set(revision, lines);
    const [oldest] = this.#screens.keys();
    if (this.#screens.size > maxScreens && oldest !== undefined) this.#screens.delete(oldest);
    return lines;
  }
}
