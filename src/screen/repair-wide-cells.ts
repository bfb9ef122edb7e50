import { areBlank, blankCell, findWrittenEnd, getCellWidth, wordsPerCell } from './cells.js';

/**
 * Removes halves of wide characters from the words of a line: where one half was overwritten or cut off, the emulator
 * leaves the other, which is not visible. Returns the same words if there are none.
 */
export function repairWideCells(words: Uint32Array): Uint32Array {
  if (areBlank(words)) return words;
  let whole: Uint32Array | undefined;
  const blankCellAt = (at: number): void => {
    whole ??= words.slice();
    whole[at] = blankCell;
  };
  const end = findWrittenEnd(words);
  for (let at = 0; at < end; at += wordsPerCell) {
    const width = getCellWidth(words[at] as number);
    if (width === 1) continue;
    const next = words[at + wordsPerCell];
    const isWhole = width === 2 && next !== undefined && getCellWidth(next) === 0;
    if (isWhole) at += wordsPerCell;
    else blankCellAt(at);
  }
  return whole ?? words;
}
