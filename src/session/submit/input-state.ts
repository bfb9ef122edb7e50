import type { CellPosition } from '../../screen/logical-line.js';
import { type Screen, textOf } from '../../screen/screen.js';
import { SqueezedScreen, squeezeText } from './squeezed-screen.js';
import type { DisplayedText, TextEcho } from './text-echo.js';

/** What proved that a program accepted a text. */
export type Evidence =
  | 'line-editor'
  | 'shell-integration'
  | 'kernel'
  | 'screen-switch'
  | 'output'
  | 'cleared'
  | 'cursor'
  | 'exited';
/**
 * What Enter did: nothing but a line break in the input is `newline`. A program that shows nothing is `unsure`: it may be
 * at work on the text.
 */
export type Verdict = { readonly is: 'accepted'; readonly evidence: Evidence } | { readonly is: 'newline' | 'unsure' };

const accept = (evidence: Evidence): Verdict => ({ is: 'accepted', evidence });
const [isUnsure, isNewline]: readonly [Verdict, Verdict] = [{ is: 'unsure' }, { is: 'newline' }];

// Spinners, counters and clocks change without input. A question has words.
const readWords = (screen: Screen): string => textOf(screen).replaceAll(/[^\p{L}?]+/gu, '');

/** The input of a prompt at the moment of Enter, to be compared with later screens. */
export class InputState {
  readonly #echo: TextEcho;
  readonly #text: DisplayedText;
  readonly #words: string;
  /** The row to the left of the text, with frames. */
  readonly #prefix: string;
  /** What follows it in the row of the text, without blanks and frames. */
  readonly #rest: string;
  readonly #shape: Shape;
  readonly #countAfter: number;

  constructor(echo: TextEcho, text: DisplayedText, screen: Screen) {
    this.#echo = echo;
    this.#text = text;
    this.#words = readWords(screen);
    this.#prefix = screen.lines[text.start.row]?.slice(0, text.start.col) ?? '';
    this.#rest = squeezeText(screen.lines[text.start.row]?.trimmed.slice(this.#prefix.length) ?? '');
    this.#shape = measureShape(screen, text);
    this.#countAfter = countAfter(screen, text.end);
  }

  /** Compares a screen after Enter. */
  evaluate(screen: Screen): Verdict {
    return this.#text.mode === 'cursor' ? this.#evaluateCursor(screen) : this.#evaluateRow(screen);
  }

  #evaluateCursor(screen: Screen): Verdict {
    const { tail } = this.#echo;
    const now = new SqueezedScreen(screen);
    const { row } = screen.cursor;
    if (!now.beforeCursor.endsWith(tail)) {
      if (this.#isExtended(screen, row)) return isUnsure;
      return accept(now.text.includes(tail) ? 'output' : 'cleared');
    }
    const index = now.beforeCursor.length - tail.length;
    const text = { ...this.#text, start: now.positionAt(index), end: now.positionAt(index + tail.length - 1) };
    const grown = row - text.end.row - this.#shape.cursorRow;
    if (grown > 0 && screen.cursor.col === 0 && this.#text.start.col > 0) return accept('cursor');
    // The program has printed the text again, at another place.
    if (text.start.col !== this.#text.start.col) return accept('output');
    if (grown <= 0 || screen.cursor.col === 0 || !this.#hasSameWords(screen)) return isUnsure;
    return this.#showsNothingElse(screen, text.end) ? isNewline : isUnsure;
  }

  #evaluateRow(screen: Screen): Verdict {
    const row = this.#findRow(screen);
    if (row === undefined) return accept('cleared');
    const rest = squeezeText(screen.lines[row]?.trimmed.slice(this.#prefix.length) ?? '');
    if (!rest.startsWith(this.#rest)) return accept('cleared');
    if (rest !== this.#rest) return isUnsure;
    if (!this.#hasSameWords(screen)) return this.#evaluateDrawnCursor(screen, row);
    const end = { row: row + this.#text.end.row - this.#text.start.row, col: this.#text.end.col };
    if (!this.#showsNothingElse(screen, end)) return isUnsure;
    const shape = measureShape(screen, { ...this.#text, end });
    if (shape.rowsBelow > this.#shape.rowsBelow || shape.cursorRow > this.#shape.cursorRow) return isNewline;
    return !this.#shape.hasDrawnCursorBelow && shape.hasDrawnCursorBelow ? isNewline : isUnsure;
  }

  /** The lowest row that begins like the prompt, or that contains the text if nothing is before it. */
  #findRow({ lines }: Screen): number | undefined {
    const isPrompt = (row: number): boolean => {
      const line = lines[row]?.text ?? '';
      if (this.#prefix.trim() !== '') return line.startsWith(this.#prefix);
      return squeezeText(line).startsWith(this.#rest);
    };
    for (let row = lines.length - 1; row >= 0; row -= 1) if (isPrompt(row)) return row;
    return undefined;
  }

  // A text in the input and one in the history can look the same. Only the input has a cursor.
  #evaluateDrawnCursor(screen: Screen, row: number): Verdict {
    const end = { row: row + this.#text.end.row - this.#text.start.row, col: this.#text.end.col };
    const { hasDrawnCursor } = measureShape(screen, { ...this.#text, end });
    return this.#shape.hasDrawnCursor && !hasDrawnCursor ? accept('output') : isUnsure;
  }

  /** Whether the text is still there and has become longer, as when Enter chooses a completion. */
  #isExtended(screen: Screen, row: number): boolean {
    const line = screen.lines[row]?.trimmed ?? '';
    if (this.#prefix === '' || !line.startsWith(this.#prefix)) return false;
    return squeezeText(line.slice(this.#prefix.length)).startsWith(this.#rest);
  }

  // A row that was added for a spinner or a progress bar is not a line break.
  #showsNothingElse(screen: Screen, end: CellPosition): boolean {
    return countAfter(screen, end) === this.#countAfter;
  }

  // A line break at the end of the screen scrolls its top line off.
  #hasSameWords(screen: Screen): boolean {
    const words = readWords(screen);
    return words === this.#words || (words !== '' && this.#words.endsWith(words));
  }
}

/** What surrounds the text in an input. */
interface Shape {
  /** The row of the cursor, relative to the end of the text. */
  readonly cursorRow: number;
  readonly rowsBelow: number;
  /** Whether the cell after the text is inverse, or one in the row below. */
  readonly hasDrawnCursor: boolean;
  readonly hasDrawnCursorBelow: boolean;
}

/** The number of characters after a cell, without blanks and frames. */
function countAfter({ lines }: Screen, { row, col }: CellPosition): number {
  let count = 0;
  for (const [below, line] of lines.slice(row).entries())
    for (const [index, character] of [...line.trimmed].entries())
      if (!/[\s\u2500-\u257f]/u.test(character) && (below > 0 || line.columnAt(index) > col)) count += 1;
  return count;
}

function measureShape({ lines, cursor }: Screen, { end }: DisplayedText): Shape {
  const line = lines[end.row];
  const below = lines[end.row + 1];
  const next = end.col + Math.max(1, line?.widthAt(end.col) ?? 1);
  return {
    cursorRow: cursor.row - end.row,
    rowsBelow: lines.findLastIndex(({ trimmed }) => trimmed !== '') - end.row,
    hasDrawnCursor: line !== undefined && next < line.width && line.styleAt(next).inverse,
    hasDrawnCursorBelow: below?.splitRuns().some(({ style, width }) => style.inverse && width === 1) ?? false,
  };
}
