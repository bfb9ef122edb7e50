import type { AlphaMask } from '../alpha-mask.js';
import {
  createDisc,
  createFilled,
  createHalfDisc,
  createLine,
  createOutline,
  createRing,
  createSquare,
  createSquareEdge,
  paintFigure,
  type ShapePart,
} from '../glyphs/figure.js';
import type { Point } from './shapes.js';

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
