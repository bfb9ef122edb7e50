import { type Screen, trimBlanks } from '../screen/screen.js';
import { afterOutput } from './deadline.js';
import type { VisibleProgram } from './program.js';

/** What a subscriber is shown. */
export interface ShownView {
  readonly rows: number;
  readonly cols: number;
  readonly revision: number;
  /** The visible text, without trailing blanks. */
  readonly lines: readonly string[];
}
/** Where news of the screen go. */
export interface ViewListener {
  /** The visible text changed in these rows (0-based) since it was told last. */
  changed(view: ShownView, rows: readonly number[]): void;
  /** Resolves when there is room for news; undefined when there is already. */
  room(): Promise<void> | undefined;
}

/** A screen as subscribers are shown it. */
export const shownView = ({ rows, cols, revision, lines }: Screen): ShownView => ({
  rows,
  cols,
  revision,
  lines: lines.map((line) => trimBlanks(line.text)),
});

/**
 * Tells of the visible text: first as it is, then whenever it has changed. At most once in `debounceMs`, always a last
 * time with the final state, never half a frame, and to a listener who is slow only the newest.
 */
export class ViewSubscription implements Disposable {
  readonly #debounceMs: number;
  readonly #listener: ViewListener;
  #program: VisibleProgram | undefined;
  #unsubscribe: readonly (() => void)[] = [];
  #told: ShownView | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #isWaitingForRoom = false;
  #hasEnded = false;

  constructor(debounceMs: number, listener: ViewListener, first: ShownView) {
    this.#debounceMs = debounceMs;
    this.#listener = listener;
    this.#tell(first, [...first.lines.keys()], true);
  }

  /** From now on it is this program's screen that is told of. */
  follow(program: VisibleProgram): void {
    this.#unfollow();
    this.#program = program;
    const { emulator, changed, exited } = program;
    const plan = (): void => this.#plan();
    this.#unsubscribe = [changed.on(plan), exited.on(plan), emulator.synchronization.ended.on(() => this.#takeFrame())];
    this.#plan();
  }

  /** Tells what has not been told yet, even to a listener who is slow. */
  flush(): void {
    this.#look(true);
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true;
    this.#unfollow();
  }

  get #dueInMs(): number {
    return this.#toldAt + this.#debounceMs - performance.now();
  }

  #unfollow(): void {
    this.#stopTimer();
    for (const off of this.#unsubscribe) off();
  }

  #stopTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  // A frame that comes too soon waits for its time: `changed` follows and plans that.
  #takeFrame(): void {
    this.#stopTimer();
    if (this.#dueInMs <= 0) this.#look();
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#isWaitingForRoom || this.#hasEnded || this.#program === undefined) return;
    const { emulator, exit } = this.#program;
    const dueInMs = Math.max(exit === undefined ? emulator.synchronization.remainingMs : 0, this.#dueInMs);
    if (dueInMs <= 0) {
      this.#look();
      return;
    }
    this.#timer = afterOutput(dueInMs, () => {
      this.#timer = undefined;
      this.#plan();
    });
  }

  #look(isLast = false): void {
    this.#stopTimer();
    if (this.#program === undefined || (this.#isWaitingForRoom && !isLast)) return;
    const view = shownView(this.#program.screen);
    const rows = [...view.lines.keys()].filter((row) => view.lines[row] !== this.#told?.lines[row]);
    if (rows.length > 0 || view.rows !== this.#told?.rows || view.cols !== this.#told.cols)
      this.#tell(view, rows, isLast);
  }

  #tell(view: ShownView, rows: readonly number[], isLast = false): void {
    const room = isLast ? undefined : this.#listener.room();
    if (room === undefined) {
      this.#told = view;
      this.#toldAt = performance.now();
      this.#listener.changed(view, rows);
      return;
    }
    this.#isWaitingForRoom = true;
    void room.then(() => {
      this.#isWaitingForRoom = false;
      this.#plan();
    });
  }
}
