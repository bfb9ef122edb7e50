import { trueColor } from '../../base/colors.js';
import type { Line } from '../../screen/line.js';
import { type CellPosition, isVerticalAt } from '../../screen/logical-line.js';
import { type Screen, textOf } from '../../screen/screen.js';
import type { Style } from '../../screen/style.js';
import { type DisplayedText, SqueezedScreen, squeezeText, type TextEcho } from '../echo.js';
import type { LineMode } from '../program/kernel-settings.js';
import type { Program } from '../program/program.js';

/** Signals of a program or of the kernel that a line has been accepted, independent of what is displayed. */
export class AcceptanceSignals {
  readonly #program: Program;
  readonly #lineMode: LineMode | undefined;
  #lineEnds = 0;
  #commandStarts = 0;
  #isAlternate = false;

  constructor(program: Program, lineMode: LineMode | undefined) {
    this.#program = program;
    this.#lineMode = lineMode;
  }

  /** To be called directly before Enter is written. */
  begin(): void {
    const { emulator } = this.#program;
    this.#lineEnds = emulator.reports.lineEnds;
    this.#commandStarts = emulator.reports.commandStarts;
    this.#isAlternate = emulator.isAlternate;
  }

  /** The signal since then, if there is one. */
  find(): Evidence | undefined {
    const { emulator, exit } = this.#program;
    if (emulator.reports.lineEnds !== this.#lineEnds) return 'line-editor';
    if (emulator.reports.commandStarts !== this.#commandStarts) return 'shell-integration';
    if (this.#lineMode?.isCanonical === true) return 'kernel';
    if (emulator.isAlternate !== this.#isAlternate) return 'screen-switch';
    return exit === undefined ? undefined : 'exited';
  }
}

const brightBlack = 8;
// The part of the 256 colors from dark to light gray that is darker than ordinary text.
const [minGray, maxGray] = [232, 250];
const maxChannelDifference = 12;
const maxGrayLevel = 0xc0;

/**
 * The text of a suggestion that a program displays directly after the typed text: dim or gray, while the typed text is
 * not. It may begin under a cursor that the program draws itself.
 */
export function findGhostText({ lines, cols }: Screen, { end }: DisplayedText): string | undefined {
  const textLine = lines[end.row];
  if (textLine === undefined || isFaint(textLine.styleAt(end.col))) return undefined;
  const width = Math.max(1, textLine.widthAt(end.col));
  const isAtEdge = end.col + width >= cols;
  const line = isAtEdge ? lines[end.row + 1] : textLine;
  if (line === undefined) return undefined;
  const first = isAtEdge ? 0 : end.col + width;
  return readGhost(line, first);
}

function readGhost(line: Line, first: number): string | undefined {
  let from = first;
  const isDrawnCursor = from < line.width && line.styleAt(from).inverse;
  if (isDrawnCursor) from += Math.max(1, line.widthAt(from));
  else if (from < line.width && line.isBlank(from)) from += 1;
  let to = from;
  while (to < line.width && !isVerticalAt(line, to) && (line.isBlank(to) || isFaint(line.styleAt(to)))) to += 1;
  const rest = line.slice(from, to).trimEnd();
  if (rest === '' || line.isBlank(from)) return undefined;
  return `${isDrawnCursor ? line.slice(first, from) : ''}${rest}`.trim();
}

/** Whether a style is one in which programs draw suggestions. */
function isFaint({ dim, fg }: Style): boolean {
  if (dim || fg === brightBlack || (fg >= minGray && fg <= maxGray)) return true;
  if (fg < trueColor) return false;
  const channels = [fg >> 16, fg >> 8, fg].map((channel) => channel & 0xff);
  const [darkest, lightest] = [Math.min(...channels), Math.max(...channels)];
  return lightest - darkest <= maxChannelDifference && lightest <= maxGrayLevel;
}

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

// Their line editors run the typed text at Enter, whatever they suggest after it.
const shells = new Set(['bash', 'zsh', 'fish', 'dash', 'sh', 'ksh']);

/**
 * Knows the programs that enable bracketed paste for each line and disable it when they accept the line, as the line
 * editors of shells do. Such programs never accept a suggestion at Enter.
 */
export class LineEditors {
  readonly #program: Program;
  /** Process groups that have disabled bracketed paste after they had enabled it. */
  readonly #groups = new Set<number>();
  #group: number | undefined;
  #starts = 0;
  #ends = 0;

  constructor(program: Program) {
    this.#program = program;
    program.changed.on(() => this.#note());
  }

  /** Whether the program in the foreground is one of them and is reading a line. */
  get isReading(): boolean {
    const { emulator, isForeign } = this.#program;
    const { lineStarts, lineEnds } = emulator.reports;
    // tmux may not report the mode of a program that has enabled it before we attached.
    const isUnknown = isForeign && lineStarts + lineEnds === 0;
    if (!emulator.modes.bracketedPaste && !isUnknown) return false;
    const { group, command } = this.#program.foreground;
    return this.#groups.has(group) || (command !== undefined && shells.has(command.replace(/^-/, '')));
  }

  #note(): void {
    const { lineStarts, lineEnds } = this.#program.emulator.reports;
    if (lineEnds !== this.#ends && this.#group !== undefined) this.#groups.add(this.#group);
    // The shell is in the foreground when it enables the mode; the command that it runs may be when it disables it.
    if (lineStarts !== this.#starts) this.#group = this.#program.foreground.group;
    this.#starts = lineStarts;
    this.#ends = lineEnds;
  }
}

/** The input of a prompt that displays something else than the typed text, at the moment of Enter. */
export class SubstituteState {
  readonly #line: string;
  readonly #cursorRow: number;

  constructor(screen: Screen, lineBefore: string) {
    const rows = screen.lines.map(({ trimmed }) => trimmed);
    const changed = rows.findLastIndex((text) => text !== lineBefore && /\[past|[*•●∗]/iu.test(text));
    const row = changed === -1 ? screen.cursor.row : changed;
    this.#line = rows[row] ?? '';
    this.#cursorRow = screen.cursor.row - row;
  }

  /** Compares a screen after Enter. */
  evaluate(screen: Screen): Verdict {
    const row = screen.lines.findLastIndex(({ trimmed }) => trimmed === this.#line);
    if (row === -1) return { is: 'accepted', evidence: 'cleared' };
    if (screen.cursor.row - row > this.#cursorRow && screen.cursor.col === 0)
      return { is: 'accepted', evidence: 'cursor' };
    return { is: 'unsure' };
  }
}
