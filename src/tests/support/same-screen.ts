import { expect } from 'vitest';
import { encodeAnsi } from '../../pictures/ansi.js';
import type { Screen } from '../../screen/screen.js';
import type { Style } from '../../screen/style.js';
import { renderScreen } from '../../terminal/emulator.js';

/** Returns the visible content of a screen, cell by cell. */
export function visibleCellsOf({ lines, cursor }: Screen): unknown {
  return {
    cursor,
    lines: lines.map((line) =>
      Array.from({ length: line.width }, (_, col) => {
        const width = line.widthAt(col);
        return { width, text: line.slice(col, col + Math.max(1, width)), style: visibleStyleOf(line.styleAt(col)) };
      }),
    ),
  };
}

// Whether a cell has ever been styled is not visible.
function visibleStyleOf({ isDefault: _, ...seen }: Style): object {
  return seen;
}

/** Expects that a screen, written as ANSI to an empty terminal, is reproduced, and that its text is equal. */
export function expectRoundTrip(screen: Screen): void {
  const ansi = encodeAnsi(screen);
  const again = renderScreen(ansi, screen.cols, screen.rows);
  expect(visibleCellsOf(again)).toEqual(visibleCellsOf(screen));
  expect(encodeAnsi(again)).toBe(ansi);
}
