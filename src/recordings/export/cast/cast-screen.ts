import { runAtOnce } from '../../../base/idle-queue.js';
import { type LayoutRun, layOut } from '../../../pictures/layout.js';
import type { Rgb, Theme } from '../../../pictures/render/theme.js';
import type { Line } from '../../../screen/line.js';
import type { Screen } from '../../../screen/screen.js';
import { defaultColor, encodeSgr, trueColor } from '../../../screen/style.js';
import { drawLine, positionText } from '../../film/draw-line.js';
import { hasSameFrame, listChangedRows, pickRows } from '../changed-rows.js';

const clear = '\x1b[0m\x1b[2J';

/** Draws screens as terminal output: only what differs from the screen before. */
export class CastScreen {
  readonly #theme: Theme;
  #screen: Screen | undefined;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  /** The output that makes a terminal of the size of the screen show it. */
  draw(screen: Screen): string {
    const before = this.#screen;
    this.#screen = screen;
    const isNew = before === undefined || !hasSameFrame(before, screen);
    const rows = listChangedRows(before, screen);
    const texts = rows.map((row) => `\x1b[${row + 1};1H${this.#drawRow(screen, row)}`);
    const { row, col, isVisible } = screen.cursor;
    const cursor = `\x1b[${row + 1};${col + 1}H${isVisible ? '\x1b[?25h' : '\x1b[?25l'}`;
    return `${isNew ? clear : ''}${texts.join('')}${cursor}`;
  }

  #drawRow(screen: Screen, row: number): string {
    const line = screen.lines[row] as Line;
    if (screen.ownColors === undefined && !screen.isReversed) return drawLine(line);
    // Players do not know colors that a program has set, so all colors are explicit.
    const hidden = { ...screen, cursor: { ...screen.cursor, isVisible: false } };
    const { pieces, background } = runAtOnce(layOut(pickRows(hidden, [row]), this.#theme));
    return `${(pieces[0] ?? []).map((piece) => drawPiece(piece, line, background)).join('')}\x1b[0m`;
  }
}

function drawPiece(piece: LayoutRun, line: Line, background: Rgb): string {
  const codes = encodeSgr({
    fg: trueColor + piece.fg,
    bg: trueColor + (piece.bg ?? background),
    bold: piece.bold,
    dim: false,
    italic: piece.italic,
    underline: piece.underline,
    underlineColor: piece.underline === undefined ? defaultColor : trueColor + piece.underlineColor,
    blink: false,
    inverse: false,
    hidden: false,
    strikethrough: piece.strikethrough,
    overline: piece.overline,
    isDefault: false,
  });
  const code = `\x1b[0;${codes}m`;
  return code + positionText(line, piece.col, piece.col + piece.width, code);
}
