import { type Screen, trimBlanks } from '../screen/screen.js';
import type { VisibleProgram } from './program.js';

/** Where news of the screen go. */
export interface ViewListener {
  /** The visible text changed in these rows (0-based) since it was told last. */
  changed(screen: Screen, rows: readonly number[]): void;
  /** Resolves when there is room for news; undefined when there is already. */
  room(): Promise<void> | undefined;
}

/**
 * Tells when the visible text of a program changes: at most once in `debounceMs`, always a last time with the final
 * state, never half a frame, and to a listener who is slow only the newest.
 */
export class ViewSubscription implements Disposable {
  readonly #program: VisibleProgram;
  readonly #debounceMs: number;
  readonly #listener: ViewListener;
  readonly #unsubscribe: readonly (() => void)[];
  #told: Screen | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isWaitingForRoom = false;
  #hasEnded = false;

  /** `told` is what the listener knows already. */
  constructor(program: VisibleProgram, debounceMs: number, listener: ViewListener, told?: Screen) {
    this.#program = program;
    this.#debounceMs = debounceMs;
    this.#listener = listener;
    this.#told = told;
    this.#unsubscribe = [
      program.changed.on(() => this.#plan()),
      program.emulator.frameEnded.on(() => {
        if (this.#dueInMs <= 0) this.#look();
        else this.#plan();
      }),
      program.exited.on(() => this.#plan()),
    ];
    this.#look();
  }

  /** What the listener was told last. */
  get told(): Screen | undefined {
    return this.#told;
  }

  /** Tells what has not been told yet, even to a listener who is slow. */
  flush(): void {
    this.#look(true);
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const off of this.#unsubscribe) off();
  }

  get #dueInMs(): number {
    return this.#toldAt + this.#debounceMs - performance.now();
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#isWaitingForRoom || this.#hasEnded) return;
    const { emulator, exit } = this.#program;
    const dueInMs = Math.max(exit === undefined ? emulator.frameRemainingMs : 0, this.#dueInMs);
    if (dueInMs <= 0) {
      this.#look();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#plan();
    }, dueInMs);
  }

  #look(isLast = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { screen } = this.#program;
    const rows = changedRows(this.#told, screen);
    if (rows.length === 0 && this.#told?.rows === screen.rows && this.#told.cols === screen.cols) return;
    const room = isLast ? undefined : this.#listener.room();
    if (room !== undefined) {
      this.#isWaitingForRoom = true;
      void room.then(() => {
        this.#isWaitingForRoom = false;
        this.#plan();
      });
      return;
    }
    this.#told = screen;
    this.#toldAt = performance.now();
    this.#listener.changed(screen, rows);
  }
}

function changedRows(before: Screen | undefined, after: Screen): number[] {
  return [...after.lines.keys()].filter((row) => {
    const [old, line] = [before?.lines[row], after.lines[row]];
    return old !== line && (old === undefined || line === undefined || trimBlanks(old.text) !== trimBlanks(line.text));
  });
}
