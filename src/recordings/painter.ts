// Screens as terminal output that changes only what differs. The player draws by it; exports use its comparison of rows.
import { ClusterSeparator, trimBlanks } from '../screen/cells.js';
import type { Line, StyleRun } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import { encodeSgr } from '../screen/style.js';
import { RowParser } from './film.js';

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** Where the recorded cursor is, 0-based. */
interface ShownCursor {
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

/** Draws rows of recorded text: only their characters and styles, never other escape codes. */
class LineDrawer {
  readonly #parser = new RowParser();

  /** Terminal output that replaces the current row with a line, at most `cols` cells wide. */
  draw(text: string, cols: number): string {
    return drawLine(this.#parser.parse(text, cols));
  }

  dispose(): void {
    this.#parser.dispose();
  }
}

/** Whether two screens differ in nothing but their rows: no resize, no other colors. */
export const hasSameFrame = (one: Screen, other: Screen): boolean =>
  one.cols === other.cols &&
  one.rows === other.rows &&
  one.ownColors === other.ownColors &&
  one.isReversed === other.isReversed;

/** The rows that look different, 0-based; all rows if the screens have different frames. A cursor belongs to its row. */
export function listChangedRows(before: Screen | undefined, screen: Screen): number[] {
  const rows = [...screen.lines.keys()];
  if (before === undefined || !hasSameFrame(before, screen)) return rows;
  return rows.filter((row) => !hasSameRow(before, screen, row));
}

function hasSameRow(one: Screen, other: Screen, row: number): boolean {
  if (one.lines[row] !== other.lines[row]) return false;
  const [a, b] = [one.cursor, other.cursor];
  const [wasHere, isHere] = [a.isVisible && a.row === row, b.isVisible && b.row === row];
  return wasHere === isHere && (!isHere || a.col === b.col);
}

const noCursor = { row: 0, col: 0, isWrapPending: false, isVisible: false };

/** A screen that consists of some rows of another one. */
export function pickRows(screen: Screen, rows: readonly number[]): Screen {
  const lines = rows.map((row) => screen.lines[row] as Screen['lines'][number]);
  const row = rows.indexOf(screen.cursor.row);
  return { ...screen, rows: rows.length, lines, cursor: row < 0 ? noCursor : { ...screen.cursor, row } };
}

/** Terminal output that replaces the current row, from its first column on, with a line. */
export function drawLine(line: Line): string {
  const runs = trimRuns(line);
  const drawn = runs.map((run) => drawRun(line, run)).join('');
  const end = runs.at(-1);
  // In the last column the cursor stays on the last character, which erasing would remove.
  const isFull = end !== undefined && end.col + end.width >= line.width;
  return isFull ? `${drawn}\x1b[0m` : `${drawn}\x1b[0m\x1b[K`;
}

// Omits invisible blanks at the end.
function trimRuns(line: Line): readonly StyleRun[] {
  const runs = line.splitRuns();
  const last = runs.at(-1);
  if (last === undefined || !last.style.isDefault) return runs;
  const text = trimBlanks(last.text);
  const width = last.width - (last.text.length - text.length);
  return width === 0 ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text, width }];
}

function drawRun(line: Line, { col, width, text, style }: StyleRun): string {
  const codes = encodeSgr(style);
  const code = `\x1b[0${codes === '' ? '' : `;${codes}`}m`;
  const isPlain = text.length === width && !/[\u0300-\u036f\u200b-\u200f]/.test(text);
  return code + (isPlain ? text : positionText(line, col, col + width, code));
}

/**
 * The text of some columns of one style, which the escape code sets. Terminals disagree about the width of some
 * characters, so text after them is positioned explicitly.
 */
export function positionText(line: Line, from: number, to: number, code: string): string {
  const seams = new ClusterSeparator();
  let text = '';
  for (let col = from; col < to; ) {
    const next = col + Math.max(1, line.widthAt(col));
    text += seams.separate(line, col, line.slice(col, next), code);
    if (next > col + 1 || line.contentAt(col) === undefined) {
      text += `\x1b[${next + 1}G`;
      seams.reset();
    }
    col = next;
  }
  return text;
}
