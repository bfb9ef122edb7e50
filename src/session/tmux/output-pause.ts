const pauseMs = 250;

/** Calls a function when output has paused. */
export class OutputPause {
  readonly #onPause: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasNewer = false;

  constructor(onPause: () => void) {
    this.#onPause = onPause;
  }

  /** Output has arrived. */
  note(): void {
    if (this.#timer === undefined) this.#start();
    else this.#hasNewer = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#hasNewer = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#hasNewer) this.#start();
      else this.#onPause();
    }, pauseMs);
    this.#timer.unref();
  }
}
