import {
  type AlphaMask,
  createDisc,
  createEllipse,
  createFilled,
  createHalfDisc,
  createLine,
  createOutline,
  createRing,
  createSquare,
  createSquareEdge,
  type Point,
  paintFigure,
  type ShapePart,
  unitsPerPixel,
} from './figure.js';

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

// Column and row of the dot of each bit.
const dots = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;
// Smaller discs would be blurred.
const minDisc = 4;

/** Draws braille as a grid of dots that is even across cells. */
export function paintBraille(mask: AlphaMask, codePoint: number): void {
  const size = Math.max(1, Math.floor(Math.min(mask.width / 4, mask.height / 8)));
  for (const [bit, [column, row]] of dots.entries()) {
    if (((codePoint >> bit) & 1) === 0) continue;
    const left = Math.round(((2 * column + 1) * mask.width) / 4 - size / 2);
    const top = Math.round(((2 * row + 1) * mask.height) / 8 - size / 2);
    if (size < minDisc) mask.fill(left, top, left + size, top + size);
    else paintDisc(mask, left, top, size);
  }
}

function paintDisc(mask: AlphaMask, left: number, top: number, size: number): void {
  const radius = (size * unitsPerPixel) / 2;
  const disc = createEllipse([left * unitsPerPixel + radius, top * unitsPerPixel + radius], radius, radius);
  mask.paint({ ink: [disc] }, { from: left, to: left + size }, { from: top, to: top + size });
}

// Percent of a square that is as wide as the cell; x to the right, y down, from its center.
const createUpTriangle = (half: number, tip: number, base: number): Point[] => [
  [0, -tip],
  [half, base],
  [-half, base],
];
const large = createUpTriangle(48, 50, 36);
const pointer = createUpTriangle(30, 50, 44);
const small = createUpTriangle(32, 30, 26);
const diamond: Point[] = [
  [0, -50],
  [46, 0],
  [0, 50],
  [-46, 0],
];
const [discRadius, bulletRadius, pupilRadius, smallRadius] = [46, 24, 20, 28];
const [largeSquare, smallSquare, ballotBox] = [80, 50, 100];
const dotsOfCircle: Point[] = [
  [0, -40],
  [28, -28],
  [40, 0],
  [28, 28],
  [0, 40],
  [-28, 28],
  [-40, 0],
  [-28, -28],
];
const check: Point[] = [
  [-44, 8],
  [-14, 38],
  [44, -46],
];
const falling: Point[] = [
  [-44, -44],
  [44, 44],
];
const rising: Point[] = [
  [44, -44],
  [-44, 44],
];
const createInBox = (points: readonly Point[]): ShapePart => createLine(points.map(([x, y]) => [x * 0.6, y * 0.6]));
// A diagonal line of one pixel appears paler than a straight one.
const [thin, thick] = [1.3, 2.2];

/** Rotates points clockwise by a number of quarter turns. */
const rotate = (points: readonly Point[], quarters: number): Point[] =>
  points.map((point) => {
    let [x, y] = point;
    for (let quarter = 0; quarter < quarters; quarter += 1) [x, y] = [-y, x];
    return [x, y];
  });
const [up, right, down, left] = [0, 1, 2, 3] as const;

const shaft: Point[] = [
  [0, -46],
  [0, 46],
];
const arrowHead: Point[] = [
  [-36, -16],
  [0, -46],
  [36, -16],
];
const createShaft = (x: number): Point[] => [
  [x, -30],
  [x, 46],
];
const createHead = (direction: number): ShapePart => createLine(rotate(arrowHead, direction));
const createArrow = (direction: number): ShapePart[] => [createLine(rotate(shaft, direction)), createHead(direction)];
const createDoubleArrow = (direction: number): ShapePart[] => [
  createLine(rotate(createShaft(-16), direction)),
  createLine(rotate(createShaft(16), direction)),
  createHead(direction),
];

const figures = new Map<number, readonly ShapePart[]>(
  Object.entries({
    '■': [createSquare(largeSquare)],
    '□': [createSquareEdge(largeSquare)],
    '▪': [createSquare(smallSquare)],
    '▫': [createSquareEdge(smallSquare)],
    '▲': [createFilled(large)],
    '△': [createOutline(large)],
    '▴': [createFilled(small)],
    '▵': [createOutline(small)],
    '▶': [createFilled(rotate(large, right))],
    '▷': [createOutline(rotate(large, right))],
    '▸': [createFilled(rotate(small, right))],
    '▹': [createOutline(rotate(small, right))],
    '►': [createFilled(rotate(pointer, right))],
    '▻': [createOutline(rotate(pointer, right))],
    '▼': [createFilled(rotate(large, down))],
    '▽': [createOutline(rotate(large, down))],
    '▾': [createFilled(rotate(small, down))],
    '▿': [createOutline(rotate(small, down))],
    '◀': [createFilled(rotate(large, left))],
    '◁': [createOutline(rotate(large, left))],
    '◂': [createFilled(rotate(small, left))],
    '◃': [createOutline(rotate(small, left))],
    '◄': [createFilled(rotate(pointer, left))],
    '◅': [createOutline(rotate(pointer, left))],
    '◆': [createFilled(diamond)],
    '◇': [createOutline(diamond)],
    '○': [createRing(discRadius)],
    '●': [createDisc(discRadius)],
    '◉': [createRing(discRadius), createDisc(pupilRadius)],
    '◌': dotsOfCircle.map((dot) => createDisc(10, dot)),
    '◐': [createRing(discRadius), createHalfDisc(discRadius, [-1, 0])],
    '◑': [createRing(discRadius), createHalfDisc(discRadius, [1, 0])],
    '◒': [createRing(discRadius), createHalfDisc(discRadius, [0, 1])],
    '◓': [createRing(discRadius), createHalfDisc(discRadius, [0, -1])],
    '◦': [createRing(smallRadius)],
    '•': [createDisc(bulletRadius)],
    '✓': [createLine(check, thin)],
    '✔': [createLine(check, thick)],
    '✗': [createLine(falling, thin), createLine(rising, thin)],
    '✘': [createLine(falling, thick), createLine(rising, thick)],
    '☐': [createSquareEdge(ballotBox)],
    '☑': [createSquareEdge(ballotBox), createInBox(check)],
    '☒': [createSquareEdge(ballotBox), createInBox(falling), createInBox(rising)],
    '↑': createArrow(up),
    '→': createArrow(right),
    '↓': createArrow(down),
    '←': createArrow(left),
    '↔': [...createArrow(left), createHead(right)],
    '↕': [...createArrow(up), createHead(down)],
    '⇒': createDoubleArrow(right),
    '⇐': createDoubleArrow(left),
  }).map(([character, parts]) => [character.codePointAt(0) ?? 0, parts]),
);

/** Whether a character is drawn as a geometric figure. */
export const isFigure = (codePoint: number): boolean => figures.has(codePoint);

/** Draws squares, triangles, circles, arrows and ticks. */
export function paintGeometric(mask: AlphaMask, codePoint: number): void {
  paintFigure(mask, figures.get(codePoint) ?? []);
}
