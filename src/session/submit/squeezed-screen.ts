import type { CellPosition } from '../../screen/logical-line.js';
import type { Screen } from '../../screen/screen.js';

// Wraps add line breaks, boxes add frames, and editors draw blanks as cells that were never written.
const unprinted = /[\s\u2500-\u259f]/u;

/** A text without blanks and without the characters of frames, so that it can be found where a program wraps it. */
export const squeezeText = (text: string): string => text.normalize('NFC').replaceAll(/[\s\u2500-\u259f]+/gu, '');

/** The visible text without blanks and frames, and the cell of each of its characters. */
export class SqueezedScreen {
  readonly text: string;
  /** The part of the text before the cursor. */
  readonly beforeCursor: string;
  readonly #positions: CellPosition[] = [];

  constructor(screen: Screen) {
    const { row: cursorRow, col, isWrapPending } = screen.cursor;
    const cursorCol = col + (isWrapPending ? 1 : 0);
    let text = '';
    let before = 0;
    screen.lines.forEach((line, row) => {
      const { trimmed } = line;
      for (let index = 0; index < trimmed.length; index += 1) {
        const character = trimmed[index] as string;
        if (unprinted.test(character)) continue;
        const at = { row, col: line.columnAt(index) };
        text += character;
        this.#positions.push(at);
        if (row < cursorRow || (row === cursorRow && at.col < cursorCol)) before = text.length;
      }
    });
    this.text = text;
    this.beforeCursor = text.slice(0, before);
  }

  /** The cell of the character at `index`. */
  positionAt(index: number): CellPosition {
    return this.#positions[index] as CellPosition;
  }

  /** How often a text occurs. */
  countOf(text: string): number {
    return this.text.split(text).length - 1;
  }
}
