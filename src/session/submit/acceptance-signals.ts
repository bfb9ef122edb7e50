import type { LineMode } from '../program/line-mode.js';
import type { Program } from '../program/program.js';
import type { Evidence } from './input-state.js';

/** Signals of a program or of the kernel that a line has been accepted, independent of what is displayed. */
export class AcceptanceSignals {
  readonly #program: Program;
  readonly #lineMode: LineMode | undefined;
  #lineEnds = 0;
  #commandStarts = 0;
  #isAlternate = false;

  constructor(program: Program, lineMode: LineMode | undefined) {
    this.#program = program;
    this.#lineMode = lineMode;
  }

  /** To be called directly before Enter is written. */
  begin(): void {
    const { emulator } = this.#program;
    this.#lineEnds = emulator.reports.lineEnds;
    this.#commandStarts = emulator.reports.commandStarts;
    this.#isAlternate = emulator.isAlternate;
  }

  /** The signal since then, if there is one. */
  find(): Evidence | undefined {
    const { emulator, exit } = this.#program;
    if (emulator.reports.lineEnds !== this.#lineEnds) return 'line-editor';
    if (emulator.reports.commandStarts !== this.#commandStarts) return 'shell-integration';
    if (this.#lineMode?.isCanonical === true) return 'kernel';
    if (emulator.isAlternate !== this.#isAlternate) return 'screen-switch';
    return exit === undefined ? undefined : 'exited';
  }
}
