import { type AlphaMask, unitsPerPixel } from '../alpha-mask.js';
import { type Drawing, ellipse, ellipseEdge, type Point, polygon, type Shape, stroke } from './shapes.js';

interface Cell {
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
}

const topLeft = (): Point => [0, 0];
const topRight = ({ width }: Cell): Point => [width, 0];
const bottomLeft = ({ height }: Cell): Point => [0, height];
const bottomRight = ({ width, height }: Cell): Point => [width, height];
type Corner = (cell: Cell) => Point;

const triangle =
  (...corners: readonly Corner[]) =>
  (cell: Cell): Drawing => ({ ink: [polygon(corners.map((corner) => corner(cell)))] });
// Three times as long as the cell, so that its edges clip the corners.
const falling = ({ width, height, thickness }: Cell): Drawing =>
  stroke(
    [
      [-width, -height],
      [2 * width, 2 * height],
    ],
    thickness,
  );
const arrow = ({ width, height }: Cell, inset = 0): Point[] => [
  [0, 0],
  [width - inset, height / 2],
  [0, height],
];
const rightTriangle = (cell: Cell): Drawing => ({ ink: [polygon(arrow(cell))] });
const rightArrow = (cell: Cell): Drawing => stroke(arrow(cell, cell.thickness / 2), cell.thickness);
const rightHalfCircle = ({ width, height }: Cell): Drawing => ({ ink: [ellipse([0, height / 2], width, height / 2)] });
const rightArc = ({ width, height, thickness }: Cell): Drawing =>
  ellipseEdge([0, height / 2], width, height / 2, thickness);

const mirror =
  (draw: (cell: Cell) => Drawing) =>
  (cell: Cell): Drawing => {
    const { ink, hole } = draw(cell);
    const mirror = (shape: Shape) => (y: number) => {
      const { from, to } = shape(y);
      return { from: cell.width - to, to: cell.width - from };
    };
    return { ink: ink.map(mirror), ...(hole && { hole: mirror(hole) }) };
  };

const firstSeparator = 0xe0b0;
const separators = [
  rightTriangle,
  rightArrow,
  mirror(rightTriangle),
  mirror(rightArrow),
  rightHalfCircle,
  rightArc,
  mirror(rightHalfCircle),
  mirror(rightArc),
  triangle(topLeft, bottomRight, bottomLeft),
  falling,
  triangle(topRight, bottomRight, bottomLeft),
  mirror(falling),
  triangle(topLeft, topRight, bottomLeft),
  mirror(falling),
  triangle(topLeft, topRight, bottomRight),
  falling,
];

/** Draws the separators of powerline prompts, U+E0B0 to U+E0BF. */
export function paintPowerline(mask: AlphaMask, codePoint: number): void {
  const draw = separators[codePoint - firstSeparator];
  const [width, height, thickness] = [mask.width, mask.height, mask.thickness].map((length) => length * unitsPerPixel);
  if (draw !== undefined) mask.paint(draw({ width, height, thickness } as Cell));
}
