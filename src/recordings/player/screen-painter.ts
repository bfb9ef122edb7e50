import { LineDrawer } from './line-drawer.js';

/** The size of a terminal. */
export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** Where the recorded cursor is, 0-based. */
export interface ShownCursor {
  readonly row: number;
  readonly col: number;
  readonly isVisible: boolean;
}

const hideCursor = '\x1b[?25l';

/** Draws on a terminal: tracks its content and writes only the differences. */
export class ScreenPainter {
  readonly #drawer = new LineDrawer();
  #size: TerminalSize = { cols: 0, rows: 0 };
  /** The content of each row; undefined if unknown. */
  #shown: (string | undefined)[] = [];
  /** The codes that placed or hid the cursor; undefined if unknown. */
  #cursorCodes: string | undefined;

  /**
   * The output that makes the terminal show these rows, truncated to its size, with a footer on its last rows. A cursor
   * outside of the rows is hidden.
   */
  paint(rows: readonly string[], footer: readonly string[], size: TerminalSize, cursor?: ShownCursor): string {
    if (size.cols !== this.#size.cols || size.rows !== this.#size.rows) this.forget();
    this.#size = size;
    const below = footer.slice(-size.rows);
    const room = size.rows - below.length;
    const isFullRedraw = this.#shown.length === 0;
    const body = Array.from({ length: room }, (_, row) => rows[row] ?? '');
    const changes = [...body, ...below].map((text, row) => this.#change(text, row, size.cols)).join('');
    const isShown = cursor?.isVisible === true && cursor.row < room && cursor.col < size.cols;
    const cursorCodes = isShown ? `\x1b[${cursor.row + 1};${cursor.col + 1}H\x1b[?25h` : hideCursor;
    const isSameCursor = cursorCodes === this.#cursorCodes;
    this.#cursorCodes = cursorCodes;
    if (changes === '' && isSameCursor) return '';
    // Drawing has moved the cursor.
    const placing = isSameCursor && !isShown ? '' : cursorCodes;
    // Terminals that support synchronized updates show all changes at once.
    return `\x1b[?2026h${isFullRedraw ? '\x1b[0m\x1b[2J' : ''}${changes}${placing}\x1b[?2026l`;
  }

  /** Forces a complete redraw at the next call of `paint`. */
  forget(): void {
    this.#shown = [];
    this.#cursorCodes = undefined;
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
