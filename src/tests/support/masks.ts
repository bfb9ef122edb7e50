import { createBoxMask } from '../../pictures/glyphs/boxes.js';

/** Typical cell sizes, and difficult ones: narrow, odd, square, large. */
export const cellSizes = [
  [9, 18],
  [18, 36],
  [10, 20],
  [7, 13],
  [8, 16],
  [11, 23],
  [27, 54],
  [18, 18],
] as const;

/** A side of a cell. */
export type Side = 'up' | 'right' | 'down' | 'left';

/** Lists the integers from `first` to `last`. */
export const listIntegers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Returns the mask of a character; throws if there is none. */
export function maskOf(character: string | number, width: number, height: number): Uint8Array {
  const codePoint = typeof character === 'number' ? character : (character.codePointAt(0) ?? 0);
  const mask = createBoxMask(codePoint, width, height);
  if (mask === undefined) throw new Error(`No mask for U+${codePoint.toString(16)}.`);
  return mask;
}

/** Returns the pixels of a mask along one side of its cell. */
export function edgeOf(mask: Uint8Array, width: number, side: Side): number[] {
  const height = mask.length / width;
  const row = (y: number): number[] => [...mask.subarray(y * width, (y + 1) * width)];
  const column = (x: number): number[] => listIntegers(0, height - 1).map((y) => mask[y * width + x] ?? 0);
  if (side === 'up' || side === 'down') return row(side === 'up' ? 0 : height - 1);
  return column(side === 'left' ? 0 : width - 1);
}

/** Counts the groups of adjacent inked pixels. */
export function countPieces(mask: Uint8Array, width: number): number {
  const left = new Set([...mask.keys()].filter((at) => (mask[at] ?? 0) > 0));
  let pieces = 0;
  for (const start of left) {
    pieces += 1;
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (!left.delete(at)) continue;
      open.push(at - width, at + width);
      if (at % width > 0) open.push(at - 1);
      if (at % width < width - 1) open.push(at + 1);
    }
  }
  return pieces;
}

/** Combines the same cell twice, horizontally or vertically. */
export function repeatCell(mask: Uint8Array, width: number, isVertical: boolean): { mask: Uint8Array; width: number } {
  if (isVertical) return { mask: Uint8Array.from([...mask, ...mask]), width };
  const rows = listIntegers(0, mask.length / width - 1).map((y) => [...mask.subarray(y * width, (y + 1) * width)]);
  return { mask: Uint8Array.from(rows.flatMap((row) => [...row, ...row])), width: 2 * width };
}
