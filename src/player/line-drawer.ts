import { trimBlanks } from '../screen/blanks.js';
import type { Line, Run } from '../screen/line.js';
import { resizeScreen } from '../screen/resize-screen.js';
import { sgrOf } from '../screen/sgr.js';
import { Emulator } from '../terminal/emulator.js';

// The widest terminal of a recording.
const widest = 1000;
// More than any line that was recorded has.
const maxCharacters = 100_000;
// Ends a torn sequence, begins anew, and cuts at the right edge instead of wrapping.
const afresh = '\x18\x1bc\x1b[?7l';

/**
 * Draws lines of text with escape codes. Each is written to a little terminal of its own, and only the characters and
 * styles that stand there afterwards come out: no other escape code nor control character can.
 */
export class LineDrawer {
  readonly #emulator = new Emulator({ cols: widest, rows: 1, scrollback: 0, firstRevision: 1, answer: () => {} });

  /** What draws a line from the first column on over what stands there, at most `cols` cells wide. */
  draw(text: string, cols: number): string {
    this.#emulator.feed(Buffer.from(afresh + text.slice(0, maxCharacters)));
    const [line] = resizeScreen(this.#emulator.screen(), Math.min(cols, widest), 1).lines;
    const runs = line === undefined ? [] : shownRuns(line);
    const drawn = runs.map((run) => drawnRun(line as Line, run)).join('');
    const end = runs.at(-1);
    // In the last column the cursor stays on the last character, which erasing would take away.
    const isFull = end !== undefined && end.col + end.width >= cols;
    return isFull ? `${drawn}\x1b[0m` : `${drawn}\x1b[0m\x1b[K`;
  }

  dispose(): void {
    this.#emulator.dispose();
  }
}

// Without the blanks at the end that look like nothing.
function shownRuns(line: Line): readonly Run[] {
  const runs = line.runs();
  const last = runs.at(-1);
  if (last === undefined || !last.style.isDefault) return runs;
  const text = trimBlanks(last.text);
  const width = last.width - (last.text.length - text.length);
  return width === 0 ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text, width }];
}

function drawnRun(line: Line, { col, width, text, style }: Run): string {
  const codes = sgrOf(style);
  const isPlain = text.length === width && !/[\u0300-\u036f\u200b-\u200f]/.test(text);
  return `\x1b[0${codes === '' ? '' : `;${codes}`}m${isPlain ? text : placedText(line, col, col + width)}`;
}

// Terminals differ in how wide they take some characters: what follows those is put in its place.
function placedText(line: Line, from: number, to: number): string {
  let text = '';
  for (let col = from; col < to; ) {
    const next = col + Math.max(1, line.widthAt(col));
    text += line.slice(col, next);
    if (next > col + 1 || line.contentAt(col) === undefined) text += `\x1b[${next + 1}G`;
    col = next;
  }
  return text;
}
