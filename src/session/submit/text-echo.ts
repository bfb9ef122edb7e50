import type { CellPosition } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';
import { SqueezedScreen, squeezeText } from './squeezed-screen.js';

// The end of a long text is sufficient to recognize it, and is visible in a program that scrolls its input.
const maxTailLength = 200;

/** Where a program displays the text that was typed: its first and its last cell. */
export interface DisplayedText {
  /** Directly before the cursor, or elsewhere on the screen. */
  readonly mode: 'cursor' | 'screen';
  readonly start: CellPosition;
  readonly end: CellPosition;
}

/** Finds the echo of a text: before the cursor, or as an occurrence that was not there before. */
export class TextEcho {
  /** The end of the text, without blanks. */
  readonly tail: string;
  readonly #length: number;
  readonly #before: SqueezedScreen;
  readonly #screen: Screen;

  /** To be created directly before the text is written. */
  constructor(screen: Screen, text: string) {
    const squeezed = squeezeText(text);
    this.tail = squeezed.slice(-maxTailLength);
    this.#length = squeezed.length;
    this.#screen = screen;
    this.#before = new SqueezedScreen(screen);
  }

  /** Where the text is displayed, unless it was there before. */
  find(screen: Screen): DisplayedText | undefined {
    const now = new SqueezedScreen(screen);
    if (this.#isBeforeCursor(now)) return this.#locate('cursor', now, now.beforeCursor.length - this.tail.length);
    if (now.countOf(this.tail) <= this.#before.countOf(this.tail)) return undefined;
    return this.#locate('screen', now, this.#findNewOccurrence(screen, now));
  }

  /**
   * Whether something else is displayed for the text: characters that mask it, a placeholder such as
   * `[Pasted text #1 +24 lines]`, or any text in its place. Output elsewhere is not an echo.
   */
  hasSubstitute(screen: Screen): boolean {
    const { cursor, lines } = this.#screen;
    const left = lines[cursor.row]?.slice(0, cursor.col) ?? '';
    const line = screen.lines[cursor.row];
    const isTypedHere = screen.cursor.row === cursor.row && screen.cursor.col > cursor.col;
    if (isTypedHere && line?.slice(0, cursor.col) === left && line.slice(cursor.col, screen.cursor.col).trim() !== '')
      return true;
    const now = new SqueezedScreen(screen);
    const masks = ['*', '•', '●', '∗'].map((mask) => mask.repeat(Math.min(this.#length, maxTailLength)));
    if (masks.some((mask) => now.countOf(mask) > this.#before.countOf(mask))) return true;
    return countPlaceholders(now.text) > countPlaceholders(this.#before.text);
  }

  /** The lowest occurrence in a row that has changed: short texts also occur in words and hints. */
  #findNewOccurrence(screen: Screen, now: SqueezedScreen): number {
    const old = this.#screen.lines.map(({ trimmed }) => trimmed);
    let newest: number | undefined;
    let oldRow = -1;
    for (let index = now.text.indexOf(this.tail); index !== -1; index = now.text.indexOf(this.tail, index + 1)) {
      const { row } = now.positionAt(index);
      const line = screen.lines[row]?.trimmed ?? '';
      if (row !== oldRow && old.includes(line)) {
        old.splice(old.indexOf(line), 1);
        oldRow = row;
      }
      if (row !== oldRow) newest = index;
    }
    return newest ?? now.text.lastIndexOf(this.tail);
  }

  #isBeforeCursor({ beforeCursor }: SqueezedScreen): boolean {
    if (!beforeCursor.endsWith(this.tail)) return false;
    const { length } = this.#before.beforeCursor;
    // The text before the echo, with or without the beginning of the echo, may end like the typed text.
    return !(beforeCursor.startsWith(this.#before.beforeCursor) && beforeCursor.length < length + this.tail.length);
  }

  #locate(mode: DisplayedText['mode'], squeezed: SqueezedScreen, index: number): DisplayedText {
    return { mode, start: squeezed.positionAt(index), end: squeezed.positionAt(index + this.tail.length - 1) };
  }
}

const countPlaceholders = (text: string): number => text.match(/\[paste[^\]]*\]/giu)?.length ?? 0;
