import { squeeze } from '../../base/text.js';
import type { Line } from '../../screen/line.js';
import {
  type CellPosition,
  findPaneStart,
  hasCell,
  isDivider,
  isVerticalAt,
  readTextBeforeCursor,
  splitSegments,
  type TextRange,
} from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import type { Emulator } from '../emulator.js';
import type { DisplayedLine } from './displayed-changes.js';

// Completion menus are longer, but are drawn before their line is submitted.
const maxPreviewRows = 3;

type IsWritten = (row: number, col: number) => boolean;
/** Whether a cell is part of the echo of the typed text. */
type IsEcho = (row: number, col: number) => boolean;
/** Whether a cell after the submitted line contains output of it. */
type IsOutput = (row: number, col: number, isWritten: boolean) => boolean;

/**
 * The line that Enter submitted: the text between the edge of its pane and the cursor. What a program writes after that
 * line in the same pane is its output, also where the same text was displayed before.
 */
export class TypedLine {
  readonly line: DisplayedLine;
  readonly #screen: Screen;
  readonly #row: number;
  readonly #number: number;
  readonly #col: number;
  /** The text of the line up to the cursor, which ends with the typed text. */
  readonly #text: string;
  readonly #typed: string;
  /** The column after the part of it that was displayed at Enter: the rest of the echo begins there. */
  readonly #shownEnd: number;
  /** The typed text that was not displayed at Enter. */
  readonly #rest: string;

  /** Finds the line in which `typed` is before the cursor, or will be as soon as the program has displayed it. */
  static find(
    emulator: Emulator,
    typed: string,
    { hasNoEcho = false, captureTyping = () => () => true }: TypingFacts = {},
  ): TypedLine | undefined {
    if (typed.trim() === '') return undefined;
    const screen = emulator.getScreen();
    const place = findTyped(screen, typed, captureTyping);
    const line = emulator.history.lineAt(place.row);
    if (line === undefined) return undefined;
    return new TypedLine(screen, line, typed, hasNoEcho ? { ...place, rest: '' } : place);
  }

  private constructor(screen: Screen, line: DisplayedLine, typed: string, { row, col, text, shown, rest }: TypedPlace) {
    this.#screen = screen;
    this.#typed = typed;
    this.line = line;
    this.#row = row;
    this.#number = screen.top + row;
    this.#col = col;
    this.#text = text;
    this.#shownEnd = col + shown;
    this.#rest = rest;
  }

  /** Whether a text is part of what was typed, in the line itself; `top` is the number of the line in row 0. */
  isTyped({ start, end }: TextRange, top: number, { history, buffers }: Emulator): boolean {
    const row = history.findRow(this.line, this.#number);
    const after = this.#col + this.#text.length;
    const isInLine = row !== undefined && start.row === end.row && top + start.row === buffers.top + row;
    return isInLine && start.col >= after - this.#typed.length && end.col < after;
  }

  /** Determines which cells show the part of its echo that came after Enter; undefined if there are none. */
  findLateEcho({ history, buffers }: Emulator, screen: Screen): IsEcho | undefined {
    if (this.#rest === '' || screen.isAlternate !== this.#screen.isAlternate) return undefined;
    // A line editor that erases the screen below the line before it displays the echo makes the line another one.
    const isInPlace = screen.top === this.#screen.top;
    const first = history.findRow(this.line, this.#number) ?? (isInPlace ? this.#row : undefined);
    if (first === undefined || this.line.history.hasScrolledOff) return undefined;
    const start = { row: first, col: this.#shownEnd };
    const top = this.#number - first;
    const lineAt = (row: number): Line | undefined => {
      if (row >= 0) return screen.lines[row];
      const raw = buffers.rawAt(top + row);
      return raw && buffers.capture(raw);
    };
    const end = findEchoEnd(lineAt, start, this.#rest);
    return end && ((row, col) => isBefore({ row, col }, end) && !isBefore({ row, col }, start));
  }

  /**
   * Finds it again; undefined if its position is uncertain, or if the program has written or erased the line since `epoch`:
   * a program that repaints the line may repaint what is below it too, so only the ages of the cells count.
   */
  locate({ history }: Emulator, screen: Screen, epoch: number): OutputArea | undefined {
    const { isSettled } = history;
    if (screen.isAlternate !== this.#screen.isAlternate || screen.cols !== this.#screen.cols) return undefined;
    const followed = history.findRow(this.line, this.#number);
    if (followed !== undefined && (followed < 0 || this.#isAt(screen.lines[followed]))) {
      if (this.#isWrittenSince(epoch)) return undefined;
      return this.#createArea(screen, followed, (_row, _col, isWritten) => isWritten);
    }
    const moved = this.#findMoved(screen);
    if (moved === undefined) return undefined;
    const shift = this.#row - moved;
    // A row that has not been redrawn yet shows what was there before.
    if (!isSettled) history.resolveLater();
    const { lines } = this.#screen;
    return this.#createArea(screen, moved, (row, col, isWritten) => {
      // What was below the line is not output. What was further up shows in its former place what comes after it.
      if (row > this.#row) return false;
      return isWritten || (isSettled && lines[row + shift]?.hasSameTextAt(screen.lines[row] as Line, col) !== true);
    });
  }

  #createArea(screen: Screen, row: number, isOutput: IsOutput): OutputArea {
    return new OutputArea(screen, { row, col: this.#col, end: this.#col + this.#text.length }, isOutput);
  }

  #isWrittenSince(epoch: number): boolean {
    const { written } = this.line.history;
    return written?.subarray(this.#col, this.#shownEnd).some((age) => age > epoch) === true;
  }

  /**
   * The row to which a program that redraws its pane has moved the line, together with all lines above it. Only a text that
   * occurs once can show that.
   */
  #findMoved(screen: Screen): number | undefined {
    const rows = [...screen.lines.keys()].filter((row) => row !== this.#row && this.#endsAt(screen.lines[row] as Line));
    if (rows.length === 0) return undefined;
    const read = (line: Line): string => splitSegments(line).find(({ col }) => col === this.#col)?.text ?? '';
    const [before, now] = [this.#screen.lines.map(read), screen.lines.map(read)];
    const isUnique = (text: string): boolean =>
      text !== '' && [before, now].every((texts) => texts.indexOf(text) === texts.lastIndexOf(text));
    const isMovedTo = (row: number): boolean => {
      let isCertain = isUnique(before[this.#row] as string);
      for (let distance = 1; distance <= Math.min(row, this.#row); distance += 1) {
        const text = now[row - distance] as string;
        if (isDivider(screen.lines[row - distance] as Line, this.#col)) break;
        if (text !== before[this.#row - distance]) return false;
        isCertain ||= isUnique(text);
      }
      return isCertain;
    };
    return rows.reverse().find(isMovedTo);
  }

  #isAt(line: Line | undefined): boolean {
    return line?.slice(this.#col, this.#col + this.#text.length) === this.#text;
  }

  #endsAt(line: Line): boolean {
    const end = this.#col + this.#text.length;
    return this.#isAt(line) && line.slice(end, end + 1).trim() === '';
  }
}

/** Whether cells, and with `hasStyle` their styles, are new since the last input before Enter. */
type IsTyped = (range: TextRange, hasStyle: boolean) => boolean;

/** What is known about the typing of a line. */
interface TypingFacts {
  /** Whether the program will not echo what was typed. */
  readonly hasNoEcho?: boolean;
  /** Determines what is new since the last input before Enter. */
  captureTyping?(): IsTyped;
}

interface SubmittedText {
  readonly row: number;
  readonly col: number;
  /** The column after it. */
  readonly end: number;
}

/** The part of a screen that follows a submitted line in reading order, within its pane. */
class OutputArea {
  readonly #screen: Screen;
  readonly #after: SubmittedText;
  readonly #isOutput: IsOutput;

  constructor(screen: Screen, after: SubmittedText, isOutput: IsOutput) {
    this.#screen = screen;
    this.#after = after;
    this.#isOutput = isOutput;
  }

  /** Whether a match is in it, and was written after the line had been submitted. */
  contains(match: TextRange, isWritten: IsWritten): boolean {
    const { row, end } = this.#after;
    const start = this.#findFirstInside(match);
    if (start.row < row || (start.row === row && start.col < end)) return false;
    if (!this.#isInPane(start.row, start.col)) return false;
    const { lines } = this.#screen;
    const isOld = (at: number, col: number): boolean => {
      const line = lines[at];
      const isText = line === undefined || !(line.isBlank(col) || isVerticalAt(line, col));
      return isText && !this.#isOutput(at, col, isWritten(at, col));
    };
    return !hasCell({ ...match, start }, lines, isOld);
  }

  // A pattern for a line in a pane may match the border of the pane too.
  #findFirstInside({ start, end }: TextRange): CellPosition {
    const line = this.#screen.lines[start.row];
    const last = start.row === end.row ? end.col : start.col;
    let { col } = start;
    while (line !== undefined && col < last && (isVerticalAt(line, col) || line.isBlank(col))) col += 1;
    return { row: start.row, col };
  }

  #isInPane(row: number, col: number): boolean {
    if (row < 0) return true;
    const lines = this.#screen.lines.slice(Math.max(0, this.#after.row), row + 1);
    const below = this.#after.row < 0 ? lines : lines.slice(1);
    if (below.some((line) => isDivider(line, this.#after.col))) return false;
    const [from, to] = [Math.min(col, this.#after.col), Math.max(col, this.#after.col)];
    for (let at = from; at <= to; at += 1) if (lines.every((line) => isVerticalAt(line, at))) return false;
    return true;
  }
}

interface TypedPlace {
  readonly row: number;
  readonly col: number;
  readonly text: string;
  /** How many cells of the text are displayed. */
  readonly shown: number;
  /** The typed text after them. */
  readonly rest: string;
}

function findTyped(screen: Screen, typed: string, captureTyping: () => IsTyped): TypedPlace {
  const { row, col: cursor, isWrapPending } = screen.cursor;
  const line = screen.lines[row] as Line;
  const end = isWrapPending ? cursor + 1 : cursor;
  const col = findPaneStart(line, end);
  const text = line.slice(col, end);
  const isTyped = (shown: string): boolean => squeeze(shown).endsWith(squeeze(typed));
  if (isTyped(readTextBeforeCursor(screen))) return { row, col, text, shown: text.length, rest: '' };
  // A line editor that is drawing a preview has its cursor below the line.
  for (let above = row - 1; above >= Math.max(0, row - maxPreviewRows); above -= 1) {
    const segment = splitSegments(screen.lines[above] as Line).find((each) => each.col === col);
    if (segment === undefined || !isTyped(segment.text)) continue;
    // An older line may end like the typed text, which is not displayed yet.
    const last = { row: above, col: segment.end - 1 };
    if (!captureTyping()({ start: last, end: last, text: '' }, false)) continue;
    return { row: above, col, text: segment.text, shown: segment.text.length, rest: '' };
  }
  const rest = findMissingEnd(text, typed);
  return { row, col, text: text + rest, shown: text.length, rest };
}

/** What is missing of `typed` after a text that may end with the beginning of it. */
function findMissingEnd(text: string, typed: string): string {
  let overlap = Math.min(text.length, typed.length);
  while (!text.endsWith(typed.slice(0, overlap))) overlap -= 1;
  return typed.slice(overlap);
}

/** The position after an echo, which may be incomplete; undefined if another text is displayed. */
function findEchoEnd(
  lineAt: (row: number) => Line | undefined,
  start: CellPosition,
  text: string,
): CellPosition | undefined {
  const expected = text.normalize('NFC');
  let index = 0;
  let [{ row, col }, line] = [start, lineAt(start.row)];
  while (line !== undefined && index < expected.length) {
    if (col >= line.width) {
      [row, col, line] = [row + 1, 0, lineAt(row + 1)];
      if (line?.isWrapped !== true) break;
      continue;
    }
    const width = Math.max(1, line.widthAt(col));
    const shown = line.isBlank(col) ? ' ' : line.slice(col, col + width).normalize('NFC');
    if (expected.startsWith(shown, index)) index += shown.length;
    // A wide character that does not fit into a row leaves a blank cell at its end.
    else if (shown !== ' ') return undefined;
    else if (col < line.width - 1) break;
    col += width;
  }
  return { row, col };
}

const isBefore = (a: CellPosition, b: CellPosition): boolean => a.row < b.row || (a.row === b.row && a.col < b.col);
