import type { AlphaMask } from '../alpha-mask.js';
import {
  disc,
  filled,
  halfDisc,
  line,
  outlined,
  paintFigure,
  ring,
  type ShapePart,
  square,
  squareEdge,
} from '../glyphs/figure.js';
import type { Point } from './shapes.js';

// Percent of a square that is as wide as the cell; x to the right, y down, from its center.
const pointingUp = (half: number, tip: number, base: number): Point[] => [
  [0, -tip],
  [half, base],
  [-half, base],
];
const large = pointingUp(48, 50, 36);
const pointer = pointingUp(30, 50, 44);
const small = pointingUp(32, 30, 26);
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
const inBox = (points: readonly Point[]): ShapePart => line(points.map(([x, y]) => [x * 0.6, y * 0.6]));
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
const offsetShaft = (x: number): Point[] => [
  [x, -30],
  [x, 46],
];
const head = (direction: number): ShapePart => line(rotate(arrowHead, direction));
const arrow = (direction: number): ShapePart[] => [line(rotate(shaft, direction)), head(direction)];
const doubleArrow = (direction: number): ShapePart[] => [
  line(rotate(offsetShaft(-16), direction)),
  line(rotate(offsetShaft(16), direction)),
  head(direction),
];

const figures = new Map<number, readonly ShapePart[]>(
  Object.entries({
    '■': [square(largeSquare)],
    '□': [squareEdge(largeSquare)],
    '▪': [square(smallSquare)],
    '▫': [squareEdge(smallSquare)],
    '▲': [filled(large)],
    '△': [outlined(large)],
    '▴': [filled(small)],
    '▵': [outlined(small)],
    '▶': [filled(rotate(large, right))],
    '▷': [outlined(rotate(large, right))],
    '▸': [filled(rotate(small, right))],
    '▹': [outlined(rotate(small, right))],
    '►': [filled(rotate(pointer, right))],
    '▻': [outlined(rotate(pointer, right))],
    '▼': [filled(rotate(large, down))],
    '▽': [outlined(rotate(large, down))],
    '▾': [filled(rotate(small, down))],
    '▿': [outlined(rotate(small, down))],
    '◀': [filled(rotate(large, left))],
    '◁': [outlined(rotate(large, left))],
    '◂': [filled(rotate(small, left))],
    '◃': [outlined(rotate(small, left))],
    '◄': [filled(rotate(pointer, left))],
    '◅': [outlined(rotate(pointer, left))],
    '◆': [filled(diamond)],
    '◇': [outlined(diamond)],
    '○': [ring(discRadius)],
    '●': [disc(discRadius)],
    '◉': [ring(discRadius), disc(pupilRadius)],
    '◌': dotsOfCircle.map((dot) => disc(10, dot)),
    '◐': [ring(discRadius), halfDisc(discRadius, [-1, 0])],
    '◑': [ring(discRadius), halfDisc(discRadius, [1, 0])],
    '◒': [ring(discRadius), halfDisc(discRadius, [0, 1])],
    '◓': [ring(discRadius), halfDisc(discRadius, [0, -1])],
    '◦': [ring(smallRadius)],
    '•': [disc(bulletRadius)],
    '✓': [line(check, thin)],
    '✔': [line(check, thick)],
    '✗': [line(falling, thin), line(rising, thin)],
    '✘': [line(falling, thick), line(rising, thick)],
    '☐': [squareEdge(ballotBox)],
    '☑': [squareEdge(ballotBox), inBox(check)],
    '☒': [squareEdge(ballotBox), inBox(falling), inBox(rising)],
    '↑': arrow(up),
    '→': arrow(right),
    '↓': arrow(down),
    '←': arrow(left),
    '↔': [...arrow(left), head(right)],
    '↕': [...arrow(up), head(down)],
    '⇒': doubleArrow(right),
    '⇐': doubleArrow(left),
  }).map(([character, parts]) => [character.codePointAt(0) ?? 0, parts]),
);

/** Whether a character is drawn as a geometric figure. */
export const isFigure = (codePoint: number): boolean => figures.has(codePoint);

/** Draws squares, triangles, circles, arrows and ticks. */
export function paintGeometric(mask: AlphaMask, codePoint: number): void {
  paintFigure(mask, figures.get(codePoint) ?? []);
}
