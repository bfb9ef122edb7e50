import { PacedObserver } from '../observers/paced-observer.js';
import type { VisibleProgram } from '../program/program.js';
import type { Screen } from '../screen/screen.js';

/** The view that is sent to a subscriber. */
export interface ShownView {
  readonly rows: number;
  readonly cols: number;
  readonly revision: number;
  /** The visible text, without trailing blanks. */
  readonly lines: readonly string[];
}
/** Receives changes of the screen. */
export interface ViewListener {
  /** The visible text has changed in these rows (0-based) since the last call. */
  onChange(view: ShownView, rows: readonly number[]): void;
  /** Resolves when there is capacity for more; undefined if there already is. */
  waitForRoom(): Promise<void> | undefined;
}

/** Converts a screen to the view of subscribers. */
export const toShownView = ({ rows, cols, revision, lines }: Screen): ShownView => ({
  rows,
  cols,
  revision,
  lines: lines.map((line) => line.trimmed),
});

/**
 * Reports the visible text, first the current state, then each change: at most once per `debounceMs`, always including
 * the final state, never an incomplete update. A slow listener receives only the latest state.
 */
export class ViewSubscription implements Disposable {
  readonly #listener: ViewListener;
  readonly #pacing: PacedObserver;
  #reported: ShownView;

  constructor(debounceMs: number, listener: ViewListener, first: ShownView) {
    this.#listener = listener;
    this.#pacing = new PacedObserver(debounceMs, {
      observe: ({ screen }) => this.#observe(toShownView(screen)),
      waitForRoom: () => listener.waitForRoom(),
    });
    this.#reported = first;
    listener.onChange(first, [...first.lines.keys()]);
    this.#pacing.noteSeen();
  }

  /** Switches to the screen of this program. */
  follow(program: VisibleProgram): void {
    this.#pacing.follow(program);
    this.#pacing.plan();
  }

  /** Reports pending changes, even to a slow listener. */
  flush(): void {
    this.#pacing.flush();
  }

  [Symbol.dispose](): void {
    this.#pacing[Symbol.dispose]();
  }

  #observe(view: ShownView): boolean {
    const rows = [...view.lines.keys()].filter((row) => view.lines[row] !== this.#reported.lines[row]);
    if (rows.length === 0 && view.rows === this.#reported.rows && view.cols === this.#reported.cols) return false;
    this.#reported = view;
    this.#listener.onChange(view, rows);
    return true;
  }
}
