import type { Line } from '../screen/line.js';
import { hasCell, type Position, readTextBeforeCursor, type TextRange } from '../screen/logical-line.js';
import { findPaneStart, isDivider, isVerticalAt, splitSegments } from '../screen/pane.js';
import type { Screen } from '../screen/screen.js';
import type { Emulator } from '../terminal/emulator.js';
import type { DisplayedLine } from '../terminal/line-history.js';

// Completion menus are longer, but are drawn before their line is submitted.
const maxPreviewRows = 3;

type IsWritten = (row: number, col: number) => boolean;

/**
 * The line that Enter submitted: the text between the edge of its pane and the cursor. What a program writes after that
 * line in the same pane is its output, also where the same text was displayed before.
 */
export class TypedLine {
  readonly #screen: Screen;
  readonly #line: DisplayedLine;
  readonly #row: number;
  readonly #number: number;
  readonly #col: number;
  readonly #text: string;
  /** How often the text was at the end of a line in this column. */
  readonly #count: number;

  /** Finds the line in which `typed` is before the cursor, or will be as soon as the program has displayed it. */
  static find(emulator: Emulator, typed: string): TypedLine | undefined {
    if (typed.trim() === '') return undefined;
    const screen = emulator.getScreen();
    const place = findTyped(screen, typed);
    const line = emulator.history.lineAt(place.row);
    return line === undefined ? undefined : new TypedLine(screen, line, place);
  }

  private constructor(screen: Screen, line: DisplayedLine, { row, col, text }: TypedPlace) {
    this.#screen = screen;
    this.#line = line;
    this.#row = row;
    this.#number = screen.top + row;
    this.#col = col;
    this.#text = text;
    this.#count = 1 + screen.lines.filter((each, at) => at !== row && this.#endsAt(each)).length;
  }

  /** Finds it again; undefined if its position is uncertain. */
  locate({ history }: Emulator, screen: Screen): OutputArea | undefined {
    if (screen.isAlternate !== this.#screen.isAlternate || screen.cols !== this.#screen.cols) return undefined;
    const followed = history.findRow(this.#line, this.#number);
    if (followed !== undefined && (followed < 0 || this.#isAt(screen.lines[followed])))
      return this.#createArea(screen, followed, 0);
    const rows = [...screen.lines.keys()].filter((row) => this.#endsAt(screen.lines[row] as Line));
    const row = rows.at(-1);
    return row === undefined || rows.length !== this.#count
      ? undefined
      : this.#createArea(screen, row, this.#row - row);
  }

  #createArea(screen: Screen, row: number, shift: number): OutputArea {
    const { lines } = this.#screen;
    return new OutputArea(screen, { row, col: this.#col, end: this.#col + this.#text.length }, (at, col) => {
      // A program that redraws its lines further up shows in their former place what comes after them.
      if (shift <= 0 || at > this.#row) return false;
      return lines[at + shift]?.hasSameTextAt(screen.lines[at] as Line, col) !== true;
    });
  }

  #isAt(line: Line | undefined): boolean {
    return line?.slice(this.#col, this.#col + this.#text.length) === this.#text;
  }

  #endsAt(line: Line): boolean {
    const end = this.#col + this.#text.length;
    return this.#isAt(line) && line.slice(end, end + 1).trim() === '';
  }
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
  readonly #isRevealed: IsWritten;

  constructor(screen: Screen, after: SubmittedText, isRevealed: IsWritten) {
    this.#screen = screen;
    this.#after = after;
    this.#isRevealed = isRevealed;
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
      return isText && !isWritten(at, col) && !this.#isRevealed(at, col);
    };
    return !hasCell({ ...match, start }, lines, isOld);
  }

  // A pattern for a line in a pane may match the border of the pane too.
  #findFirstInside({ start, end }: TextRange): Position {
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
}

function findTyped(screen: Screen, typed: string): TypedPlace {
  const { row, col: cursor, isWrapPending } = screen.cursor;
  const line = screen.lines[row] as Line;
  const end = isWrapPending ? cursor + 1 : cursor;
  const col = findPaneStart(line, end);
  const text = line.slice(col, end);
  const isTyped = (shown: string): boolean => squeeze(shown).endsWith(squeeze(typed));
  if (isTyped(readTextBeforeCursor(screen))) return { row, col, text };
  // A line editor that is drawing a preview has its cursor below the line.
  for (let above = row - 1; above >= Math.max(0, row - maxPreviewRows); above -= 1) {
    const segment = splitSegments(screen.lines[above] as Line).find((each) => each.col === col);
    if (segment !== undefined && isTyped(segment.text)) return { row: above, col, text: segment.text };
  }
  return { row, col, text: completeText(text, typed) };
}

/** Appends what is missing of `typed` to a text that may end with the beginning of it. */
function completeText(text: string, typed: string): string {
  let overlap = Math.min(text.length, typed.length);
  while (!text.endsWith(typed.slice(0, overlap))) overlap -= 1;
  return text + typed.slice(overlap);
}

const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
