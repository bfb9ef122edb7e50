// What changes on the screen, and what of it changes without input: clocks, spinners, progress.
import type { Screen } from '../screen/screen.js';

const sampleMs = 30;
// What changes later than this after the last input changes by itself.
const reactionMs = 400;

/** Watches the rows of a screen. */
export class ScreenChanges {
  readonly #read: () => Screen;
  readonly #volatileRows = new Set<number>();
  /** When a row changed for the first time since the last input. */
  readonly #firstChanges = new Map<number, number>();
  /** How often a row changed long after an input. The first time can be a slow reaction. */
  readonly #lateChanges = new Map<number, number>();
  #last: Screen | undefined;
  #inputAt = performance.now();
  #volatileAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => Screen) {
    this.#read = read;
  }

  /** Rows that changed without input. */
  get volatileRows(): ReadonlySet<number> {
    return this.#volatileRows;
  }

  /** Whether the screen does not keep changing by itself. */
  get isQuiet(): boolean {
    return performance.now() - this.#volatileAt > 1000;
  }

  /** The screen may have changed. */
  note(): void {
    this.#timer ??= setTimeout(() => this.sample(), sampleMs);
  }

  /** Compares the screen with what it was. */
  sample(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const screen = this.#read();
    const last = this.#last;
    this.#last = screen;
    if (last === undefined || last.rows !== screen.rows || last.isAlternate !== screen.isAlternate) {
      this.forget();
      return;
    }
    const changed = screen.lines.flatMap((line, row) =>
      line === last.lines[row] || line.trimmed === last.lines[row]?.trimmed ? [] : [row],
    );
    // Scrolling moves everything.
    const isScrolling = !screen.isAlternate && changed.length > screen.rows / 2;
    const now = performance.now();
    for (const row of changed) {
      const first = this.#firstChanges.get(row);
      this.#firstChanges.set(row, first ?? now);
      if (isScrolling || now - this.#inputAt < reactionMs) continue;
      const late = (this.#lateChanges.get(row) ?? 0) + 1;
      this.#lateChanges.set(row, late);
      const isAgain = first !== undefined && now - first > reactionMs / 2;
      if (!isAgain && late < 2) continue;
      this.#volatileRows.add(row);
      this.#volatileAt = now;
    }
  }

  /** Input is about to be written. */
  noteInput(): void {
    this.sample();
    this.#inputAt = performance.now();
    this.#firstChanges.clear();
    if (this.#last?.isAlternate !== true) this.#forgetRows();
  }

  /** What is known about rows is no longer valid. */
  forget(): void {
    this.#forgetRows();
    this.#firstChanges.clear();
  }

  #forgetRows(): void {
    this.#volatileRows.clear();
    this.#lateChanges.clear();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
