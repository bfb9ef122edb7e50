import { trimBlanks } from '../screen/blanks.js';
import type { Line, StyleRun } from '../screen/line.js';
import { resizeScreen } from '../screen/resize-screen.js';
import { encodeSgr } from '../screen/sgr.js';
import { Emulator } from '../terminal/emulator.js';

// The widest terminal of a recording.
const widest = 1000;
// More than any recorded line has.
const maxCharacters = 100_000;
// Cancels an incomplete sequence, resets the terminal, and disables wrapping at the right edge.
const resetCodes = '\x18\x1bc\x1b[?7l';

/**
 * Draws lines of text with escape codes. Each line is written to an emulator, and only the resulting characters and
 * styles are returned, so other escape codes and control characters are removed.
 */
export class LineDrawer {
  readonly #emulator = new Emulator({ cols: widest, rows: 1, scrollback: 0, firstRevision: 1, answer: () => {} });

  /** Terminal output that replaces the current row with a line, at most `cols` cells wide. */
  draw(text: string, cols: number): string {
    this.#emulator.feed(Buffer.from(resetCodes + text.slice(0, maxCharacters)));
    const [line] = resizeScreen(this.#emulator.getScreen(), Math.min(cols, widest), 1).lines;
    const runs = line === undefined ? [] : omitTrailingBlanks(line);
    const drawn = runs.map((run) => drawRun(line as Line, run)).join('');
    const end = runs.at(-1);
    // In the last column the cursor stays on the last character, which erasing would remove.
    const isFull = end !== undefined && end.col + end.width >= cols;
    return isFull ? `${drawn}\x1b[0m` : `${drawn}\x1b[0m\x1b[K`;
  }

  dispose(): void {
    this.#emulator.dispose();
  }
}

// Omits invisible blanks at the end.
function omitTrailingBlanks(line: Line): readonly StyleRun[] {
  const runs = line.splitRuns();
  const last = runs.at(-1);
  if (last === undefined || !last.style.isDefault) return runs;
  const text = trimBlanks(last.text);
  const width = last.width - (last.text.length - text.length);
  return width === 0 ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text, width }];
}

function drawRun(line: Line, { col, width, text, style }: StyleRun): string {
  const codes = encodeSgr(style);
  const isPlain = text.length === width && !/[\u0300-\u036f\u200b-\u200f]/.test(text);
  return `\x1b[0${codes === '' ? '' : `;${codes}`}m${isPlain ? text : positionText(line, col, col + width)}`;
}

// Terminals disagree about the width of some characters, so text after them is positioned explicitly.
function positionText(line: Line, from: number, to: number): string {
  let text = '';
  for (let col = from; col < to; ) {
    const next = col + Math.max(1, line.widthAt(col));
    text += line.slice(col, next);
    if (next > col + 1 || line.contentAt(col) === undefined) text += `\x1b[${next + 1}G`;
    col = next;
  }
  return text;
}
