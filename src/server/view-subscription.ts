import { PacedObserver } from '../observers/paced-observer.js';
import type { VisibleProgram } from '../program/program.js';
import type { Screen } from '../screen/screen.js';

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
  lines: lines.map((line) => line.trimmed),
});

/**
 * Tells of the visible text: first as it is, then whenever it has changed. At most once in `debounceMs`, always a last
 * time with the final state, never half a frame, and to a listener who is slow only the newest.
 */
export class ViewSubscription implements Disposable {
  readonly #listener: ViewListener;
  readonly #pacing: PacedObserver;
  #told: ShownView;

  constructor(debounceMs: number, listener: ViewListener, first: ShownView) {
    this.#listener = listener;
    this.#pacing = new PacedObserver(debounceMs, {
      look: ({ screen }) => this.#look(shownView(screen)),
      room: () => listener.room(),
    });
    this.#told = first;
    listener.changed(first, [...first.lines.keys()]);
    this.#pacing.noteSeen();
  }

  /** From now on it is this program's screen that is told of. */
  follow(program: VisibleProgram): void {
    this.#pacing.follow(program);
    this.#pacing.plan();
  }

  /** Tells what has not been told yet, even to a listener who is slow. */
  flush(): void {
    this.#pacing.flush();
  }

  [Symbol.dispose](): void {
    this.#pacing[Symbol.dispose]();
  }

  #look(view: ShownView): boolean {
    const rows = [...view.lines.keys()].filter((row) => view.lines[row] !== this.#told.lines[row]);
    if (rows.length === 0 && view.rows === this.#told.rows && view.cols === this.#told.cols) return false;
    this.#told = view;
    this.#listener.changed(view, rows);
    return true;
  }
}
