import type { Rgb } from '../../base/colors.js';
import { defaultColor, formatRgb, trueColor } from '../../base/colors.js';
import { statusOf } from '../../base/exit.js';
import { runAtOnce } from '../../base/idle-queue.js';
import { type LayoutRun, layOut } from '../../pictures/layout.js';
import type { Theme } from '../../pictures/themes.js';
import type { Line } from '../../screen/line.js';
import type { Screen } from '../../screen/screen.js';
import { encodeSgr } from '../../screen/style.js';
import type { FilmEvent, FrameEvent } from '../film.js';
import { removeControls } from '../frames.js';
import type { PacedEvent } from '../pacing.js';
import { drawLine, hasSameFrame, listChangedRows, pickRows, positionText } from '../painter.js';
import type { OutputFile } from './output-file.js';

const clear = '\x1b[0m\x1b[2J';

/** Draws screens as terminal output: only what differs from the screen before. */
class CastScreen {
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

/** Options of an asciicast file. */
interface CastOptions {
  readonly version: 2 | 3;
  readonly theme: Theme;
  /** How long the last screen is shown. */
  readonly lastFrameMs: number;
}

/** Writes an asciicast file; resolves with the number of frames. */
export async function writeCast(
  events: AsyncIterable<PacedEvent>,
  options: CastOptions,
  file: OutputFile,
): Promise<number> {
  const cast = new Cast(options, file);
  for await (const { atMs, event } of events) {
    if (event.kind === 'frame') await cast.addFrame(atMs, event);
    else await cast.addMarker(atMs, labelOf(event));
  }
  if (cast.frames > 0) await cast.end();
  return cast.frames;
}

class Cast {
  frames = 0;
  readonly #options: CastOptions;
  readonly #file: OutputFile;
  readonly #screen: CastScreen;
  #last: FrameEvent | undefined;
  /** The time of the last event, in milliseconds. */
  #atMs = 0;

  constructor(options: CastOptions, file: OutputFile) {
    this.#options = options;
    this.#file = file;
    this.#screen = new CastScreen(options.theme);
  }

  async addFrame(atMs: number, frame: FrameEvent): Promise<void> {
    const { screen } = frame;
    const before = this.#last?.screen;
    if (before === undefined) await this.#file.write(`${JSON.stringify(this.#createHeader(frame))}\n`);
    else if (before.cols !== screen.cols || before.rows !== screen.rows)
      await this.#write(atMs, 'r', `${screen.cols}x${screen.rows}`);
    await this.#write(atMs, 'o', this.#screen.draw(screen));
    this.#last = frame;
    this.frames += 1;
  }

  async addMarker(atMs: number, label: string | undefined): Promise<void> {
    if (label !== undefined) await this.#write(atMs, 'm', removeControls(label.replaceAll(/\s*[\r\n]+\s*/g, ' ')));
  }

  /** Shows the last screen for a while. */
  async end(): Promise<void> {
    const endMs = this.#atMs + this.#options.lastFrameMs;
    const exit = this.#last?.exit;
    if (exit === undefined || this.#options.version === 2) await this.#write(endMs, 'o', '');
    else await this.#write(endMs, 'x', String(statusOf(exit) ?? 128));
  }

  // Version 3 has the time since the event before, version 2 since the beginning. Rounding errors do not add up.
  async #write(atMs: number, code: string, data: string): Promise<void> {
    const roundedMs = Math.round(atMs);
    const ms = this.#options.version === 3 ? roundedMs - this.#atMs : roundedMs;
    this.#atMs = roundedMs;
    await this.#file.write(`${JSON.stringify([ms / 1000, code, data])}\n`);
  }

  #createHeader({ screen, atMicros }: FrameEvent): object {
    const { version, theme } = this.#options;
    const { cols, rows, title } = screen;
    const common = { timestamp: Math.floor(atMicros / 1e6), ...(title === '' ? {} : { title }) };
    const colors = themeOf(theme);
    if (version === 2) return { version, width: cols, height: rows, ...common, theme: colors };
    return { version, term: { cols, rows, type: 'xterm-256color', theme: colors }, ...common };
  }
}

function themeOf({ foreground, background, palette }: Theme): object {
  const colors = palette.slice(0, 16).map((color: Rgb) => formatRgb(color));
  return { fg: formatRgb(foreground), bg: formatRgb(background), palette: colors.join(':') };
}

/** The label of a marker: for a step and for a failed request. */
function labelOf(event: Exclude<FilmEvent, FrameEvent>): string | undefined {
  if (event.kind === 'request') return event.step;
  if (event.kind === 'notification' || event.error === undefined) return undefined;
  const message = typeof event.error['message'] === 'string' ? event.error['message'] : '';
  return `✗ ${event.request?.method ?? 'request'}: ${message}`;
}
