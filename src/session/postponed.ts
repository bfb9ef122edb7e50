/** Work on something that does not change for now: done when nothing else is to be done, and at the latest before it changes. */
export class Postponed {
  #work: (() => void)[] = [];
  #turn: NodeJS.Immediate | undefined;
  #isChanging = false;

  /** Adds some work; what changes right now does not wait for it. */
  add(work: () => void): void {
    if (this.#isChanging) {
      work();
      return;
    }
    this.#work.push(work);
    this.#turn ??= setImmediate(() => this.#do());
  }

  /** It begins to change. */
  begin(): void {
    if (this.#turn !== undefined) this.#do();
    this.#isChanging = true;
  }

  /** It changes no longer. */
  end(): void {
    this.#isChanging = false;
  }

  #do(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    const work = this.#work;
    this.#work = [];
    for (const each of work) each();
  }
}
