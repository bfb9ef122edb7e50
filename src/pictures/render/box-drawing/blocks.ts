import type { AlphaMask } from '../alpha-mask.js';

type Eighths = readonly [left: number, top: number, right: number, bottom: number];

const all: Eighths = [0, 0, 8, 8];
const upperLeft: Eighths = [0, 0, 4, 4];
const upperRight: Eighths = [4, 0, 8, 4];
const lowerLeft: Eighths = [0, 4, 4, 8];
const lowerRight: Eighths = [4, 4, 8, 8];
const createLower = (eighths: number): Eighths => [0, 8 - eighths, 8, 8];
const createUpper = (eighths: number): Eighths => [0, 0, 8, eighths];
const createLeft = (eighths: number): Eighths => [0, 0, eighths, 8];
const createRight = (eighths: number): Eighths => [8 - eighths, 0, 8, 8];
const createColumn = (index: number): Eighths => [index - 1, 0, index, 8];
const createRow = (index: number): Eighths => [0, index - 1, 8, index];

// The rectangles of each character, in eighths of a cell.
const blocks = new Map<number, readonly Eighths[]>([
  ...numberFrom(0x2580, [[createUpper(4)], ...[1, 2, 3, 4, 5, 6, 7, 8].map((eighths) => [createLower(eighths)])]),
  ...numberFrom(0x2589, [...[7, 6, 5, 4, 3, 2, 1].map((eighths) => [createLeft(eighths)]), [createRight(4)]]),
  ...numberFrom(0x2594, [
    [createUpper(1)],
    [createRight(1)],
    [lowerLeft],
    [lowerRight],
    [upperLeft],
    [upperLeft, lowerLeft, lowerRight],
    [upperLeft, lowerRight],
    [upperLeft, upperRight, lowerLeft],
    [upperLeft, upperRight, lowerRight],
    [upperRight],
    [upperRight, lowerLeft],
    [upperRight, lowerLeft, lowerRight],
  ]),
  ...numberFrom(
    0x1fb70,
    [2, 3, 4, 5, 6, 7].map((index) => [createColumn(index)]),
  ),
  ...numberFrom(
    0x1fb76,
    [2, 3, 4, 5, 6, 7].map((index) => [createRow(index)]),
  ),
  ...numberFrom(0x1fb7c, [
    [createLeft(1), createLower(1)],
    [createLeft(1), createUpper(1)],
    [createRight(1), createUpper(1)],
    [createRight(1), createLower(1)],
    [createUpper(1), createLower(1)],
    [createRow(1), createRow(3), createRow(5), createRow(8)],
  ]),
  ...numberFrom(
    0x1fb82,
    [2, 3, 5, 6, 7].map((eighths) => [createUpper(eighths)]),
  ),
  ...numberFrom(
    0x1fb87,
    [2, 3, 5, 6, 7].map((eighths) => [createRight(eighths)]),
  ),
]);

function numberFrom<T>(first: number, items: readonly T[]): [number, T][] {
  return items.map((item, index) => [first + index, item]);
}

/** Draws blocks, halves, eighths and quadrants. */
export function paintBlock(mask: AlphaMask, codePoint: number): void {
  for (const rectangle of blocks.get(codePoint) ?? [all]) {
    const [left, right] = [divide(rectangle[0], 8, mask.width), divide(rectangle[2], 8, mask.width)];
    const [top, bottom] = [divide(rectangle[1], 8, mask.height), divide(rectangle[3], 8, mask.height)];
    // An eighth of a narrow cell can be less than half a pixel.
    mask.fill(left, top, Math.max(right, left + 1), Math.max(bottom, top + 1));
  }
}

/** The pixel at which a cell is divided: complementary characters neither overlap nor leave a gap. */
const divide = (count: number, of: number, length: number): number => Math.round((count * length) / of);

const firstShade = 0x2591;

/** Draws ░ ▒ ▓ as a uniform tint: a dot pattern would show seams in cells of odd size. */
export function paintShade(mask: AlphaMask, codePoint: number): void {
  mask.fill(0, 0, mask.width, mask.height, (codePoint - firstShade + 1) * 64 - 1);
}

const firstSextant = 0x1fb00;
// Bits of the six parts: left to right, top to bottom.
const leftHalf = 0b010101;
const rightHalf = 0b101010;

/** Draws the sextants: two columns of three. The left and right halves are block characters, not sextants. */
export function paintSextant(mask: AlphaMask, codePoint: number): void {
  let bits = codePoint - firstSextant + 1;
  if (bits >= leftHalf) bits += 1;
  if (bits >= rightHalf) bits += 1;
  for (let cell = 0; cell < 6; cell += 1) {
    if (((bits >> cell) & 1) === 0) continue;
    const [x, y] = [cell % 2, cell >> 1];
    mask.fill(
      divide(x, 2, mask.width),
      divide(y, 3, mask.height),
      divide(x + 1, 2, mask.width),
      divide(y + 1, 3, mask.height),
    );
  }
}

/** Draws the scan lines ⎺ ⎻ ⎼ ⎽: the first, third, seventh and ninth of nine. */
export function paintScanLine(mask: AlphaMask, codePoint: number): void {
  const line = [0, 2, 6, 8][codePoint - 0x23ba] ?? 0;
  const top = divide(line, 8, mask.height - mask.thickness);
  mask.fill(0, top, mask.width, top + mask.thickness);
}
