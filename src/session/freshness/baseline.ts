import type { Line } from '../../screen/line.js';
import { hasCell, type TextRange } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import type { Emulator } from '../../terminal/emulator.js';
import { type DisplayedLine, styleAgeAt, textAgeAt } from '../../terminal/freshness/line-history.js';
import type { TypedLine } from './typed-line.js';

/** Whether a match has cells that changed since a baseline: their text, or with `hasStyle` their text or style. */
export type IsNew = (match: TextRange, hasStyle: boolean) => boolean;

/** What was displayed at the end of a synchronized update, and what of it was new. */
export interface DisplayedFrame {
  readonly lines: readonly Line[];
  readonly isNew: IsNew;
}

/** The content of the screen at one moment; new matches are determined against it. */
export class Baseline {
  readonly screen: Screen;
  /** The ends of synchronized updates since then, as far as they are kept. */
  readonly frames: DisplayedFrame[] = [];
  readonly #emulator: Emulator;
  readonly #epoch: number;
  readonly #top: number;
  readonly #typed: TypedLine | undefined;

  /** The baseline of a launch: everything that the program displays is new, so nothing has to be remembered. */
  static createAtLaunch(emulator: Emulator): Baseline {
    return new Baseline(emulator, undefined, 0);
  }

  /** `findTyped` finds the line that is being submitted at this moment. */
  constructor(emulator: Emulator, findTyped?: () => TypedLine | undefined, epoch = emulator.history.endEpoch()) {
    this.#emulator = emulator;
    this.#epoch = epoch;
    this.#top = emulator.buffers.top;
    this.#typed = findTyped?.();
    this.screen = emulator.getScreen();
  }

  /** The line that was being submitted when it was taken, if that line is known. */
  get submitted(): DisplayedLine | undefined {
    return this.#typed?.line;
  }

  /** The number of the first line that can contain a new match. */
  get searchFrom(): number {
    return this.#emulator.history.getFirstNewLine(this.#epoch, this.#top);
  }

  /** Determines what is new now, in rows from `firstRow` on; rows above the screen are negative. */
  capture(firstRow = 0): IsNew {
    const { history } = this.#emulator;
    const rows = history.capture(firstRow, this.#typed !== undefined);
    const epoch = this.#epoch;
    const screen = this.#emulator.getScreen();
    const output = this.#typed?.locate(this.#emulator, screen, epoch);
    const isEcho = this.#typed?.findLateEcho(this.#emulator, screen) ?? (() => false);
    const isWritten = (row: number, col: number): boolean => rows.isWrittenSince(epoch, row, col) && !isEcho(row, col);
    return (match, hasStyle) => {
      const ageAt = hasStyle ? styleAgeAt : textAgeAt;
      const isNewCell = (row: number, col: number): boolean =>
        ageAt(rows.agesAt(row), col) > epoch && !isEcho(row, col);
      const isChanged = hasCell(match, screen.lines, isNewCell);
      return isChanged || output?.contains(match, isWritten) === true;
    };
  }
}
