// The history: what the normal screen and its scrollback say, line by line, also while the alternate screen hides them.
import { joinLogicalLines } from '../../screen/logical-line.js';
import type { CellMask } from '../../screen/selectors/cell-mask.js';
import type { Emulator } from '../../terminal/emulator.js';

/** Lines with soft wraps joined, without trailing blanks. */
export interface History {
  readonly lines: readonly { readonly row: number; readonly text: string }[];
  /** The number of lines that the scrollback no longer holds. */
  readonly trimmed: number;
}

/** The history at this moment; the cells of the normal screen that `mask` hides are blank. */
export function readHistory({ buffers, firstReadable, isAlternate }: Emulator, mask?: CellMask): History {
  const { top } = buffers;
  const { first, lines } = buffers.captureFrom(firstReadable);
  const shown = lines.map((line, index) => {
    const row = first + index - top;
    if (mask === undefined || isAlternate || row < 0 || !mask.hasHiddenCell(row)) return line;
    let kept = line;
    for (let col = 0; col < line.width; col += 1) if (mask.isHidden(row, col, col + 1)) kept = kept.blank(col, col + 1);
    return kept;
  });
  return {
    lines: joinLogicalLines(shown, first - top).map(({ row, trimmed }) => ({ row, text: trimmed })),
    trimmed: first,
  };
}
