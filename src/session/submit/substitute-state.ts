import type { Screen } from '../../screen/screen.js';
import type { Verdict } from './input-state.js';

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
