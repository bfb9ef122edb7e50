import { Baseline } from './baseline.js';
import type { Emulator } from './emulator.js';
import type { Watch } from './watch.js';

/** The baseline of a program: what stood there when the last input was written. */
export class Marks {
  readonly #emulator: Emulator;
  #lastInput: Baseline;

  constructor(emulator: Emulator, watch: Watch) {
    this.#emulator = emulator;
    // Before any input: the blank screen.
    this.#lastInput = new Baseline(emulator);
    watch.on(() => this.#lastInput.observe());
  }

  /** Input is about to be written. */
  noteInput(): void {
    this.#lastInput.dispose();
    this.#lastInput = new Baseline(this.#emulator);
  }

  get lastInput(): Baseline {
    return this.#lastInput;
  }
}
