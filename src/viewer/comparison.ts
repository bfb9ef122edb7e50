import { create, createButton } from './dom.js';
import type { ComparisonData } from './format.js';
import type { Spot } from './moments.js';
import { differingCells, emptyRow, type Row, rowFrom } from './rows.js';
import type { Picture } from './screen-view.js';

/** What of a call the screen shows. */
export type Side = 'before' | 'after' | 'expected' | 'actual' | 'difference';

/** The buttons that choose what of a call is shown. */
export class SideSwitch {
  readonly element = create('div', { class: 'switch', role: 'group', 'aria-label': 'Shown screen' });
  readonly #choose: (side: Side) => void;

  constructor(choose: (side: Side) => void) {
    this.#choose = choose;
  }

  show(sides: readonly Side[], current: Side | undefined): void {
    const key = `${sides.join()} ${current}`;
    if (this.element.dataset['key'] === key) return;
    this.element.dataset['key'] = key;
    const hasFocus = this.element.contains(document.activeElement);
    const buttons = sides.map((side) => {
      const button = createButton(side, side, () => this.#choose(side));
      button.setAttribute('aria-pressed', String(side === current));
      return button;
    });
    this.element.replaceChildren(...buttons);
    if (hasFocus) buttons.find((button) => button.getAttribute('aria-pressed') === 'true')?.focus();
  }
}

/** The expected and the actual screen of a snapshot mismatch. */
export class Comparison {
  readonly #cols: number;
  readonly #expected: readonly Row[];
  readonly #actual: readonly Row[];

  constructor({ cols, expected, actual }: ComparisonData) {
    const height = Math.max(expected.length, actual.length);
    const pad = (rows: readonly Row[]): Row[] => Array.from({ length: height }, (_, row) => rows[row] ?? emptyRow);
    this.#cols = cols;
    this.#expected = pad(expected.map(rowFrom));
    this.#actual = pad(actual.map(rowFrom));
  }

  picture(side: Side): Picture {
    const rows = side === 'expected' ? this.#expected : this.#actual;
    return { rows, cols: this.#cols, cursor: null, colors: null };
  }

  /** The cells that differ. */
  get spots(): Spot[] {
    return this.#actual.flatMap((row, index) =>
      differingCells(this.#expected[index] ?? emptyRow, row, this.#cols).map(([col, width]) => ({
        row: index,
        col,
        width,
        kind: 'difference' as const,
      })),
    );
  }
}
