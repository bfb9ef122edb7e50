import { create, createButton } from './dom.js';
import type { ComparisonData } from './format.js';
import type { Spot } from './moments.js';
import type { RecordedCall } from './recording-model.js';
import { emptyRow, findDifferentCells, type Row, rowFrom } from './rows.js';
import type { ShownScreen } from './screen-view.js';

/** A screen that can be shown for a call. */
export type ScreenSide = 'before' | 'after' | 'expected' | 'actual' | 'difference';

/** Returns the screens that can be shown for a call. */
export function listSides({ kind, response }: RecordedCall): readonly ScreenSide[] {
  if (kind === 'notification') return [];
  return response?.comparison === undefined
    ? ['before', 'after']
    : ['before', 'after', 'expected', 'actual', 'difference'];
}

/** Chooses the screen that is shown when a call is selected. */
export const chooseFirstSide = ({ response }: RecordedCall): ScreenSide =>
  response?.comparison === undefined ? 'after' : 'difference';

/** The buttons that choose between the screens of a call. */
export class SideSwitch {
  readonly element = create('div', { class: 'switch', role: 'group', 'aria-label': 'Shown screen' });
  readonly #choose: (side: ScreenSide) => void;

  constructor(choose: (side: ScreenSide) => void) {
    this.#choose = choose;
  }

  show(sides: readonly ScreenSide[], current: ScreenSide | undefined): void {
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
export class ComparedScreens {
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

  /** Returns the expected screen, or the actual one for any other side. */
  getScreen(side: ScreenSide): ShownScreen {
    const rows = side === 'expected' ? this.#expected : this.#actual;
    return { rows, cols: this.#cols, cursor: null, colors: null };
  }

  /** The cells that differ. */
  get spots(): Spot[] {
    return this.#actual.flatMap((row, index) =>
      findDifferentCells(this.#expected[index] ?? emptyRow, row, this.#cols).map(([col, width]) => ({
        row: index,
        col,
        width,
        kind: 'difference' as const,
      })),
    );
  }
}
