import { LineDrawer } from './line-drawer.js';

/** How large a terminal is. */
export interface StageSize {
  readonly cols: number;
  readonly rows: number;
}

/** The terminal that is drawn on: knows what stands there, and writes only what differs. */
export class ScreenPainter {
  readonly #drawer = new LineDrawer();
  #size: StageSize = { cols: 0, rows: 0 };
  /** What stands in each row; undefined where nobody knows. */
  #shown: (string | undefined)[] = [];

  /** What to write so that the terminal shows these rows, as far as they fit; with a footer on its last rows. */
  paint(rows: readonly string[], footer: readonly string[], size: StageSize): string {
    if (size.cols !== this.#size.cols || size.rows !== this.#size.rows) this.forget();
    this.#size = size;
    const below = footer.slice(-size.rows);
    const room = size.rows - below.length;
    const isAnew = this.#shown.length === 0;
    const body = Array.from({ length: room }, (_, row) => rows[row] ?? '');
    const changes = [...body, ...below].map((text, row) => this.#change(text, row, size.cols)).join('');
    if (changes === '') return '';
    // A synchronized update: terminals that know it show it all at once.
    return `\x1b[?2026h${isAnew ? '\x1b[0m\x1b[2J' : ''}${changes}\x1b[?2026l`;
  }

  /** Draws everything again next time. */
  forget(): void {
    this.#shown = [];
  }

  dispose(): void {
    this.#drawer.dispose();
  }

  #change(text: string, row: number, cols: number): string {
    if (this.#shown[row] === text) return '';
    this.#shown[row] = text;
    return `\x1b[${row + 1};1H${this.#drawer.draw(text, cols)}`;
  }
}
