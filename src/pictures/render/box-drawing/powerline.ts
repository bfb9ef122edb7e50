import { type AlphaMask, unitsPerPixel } from '../alpha-mask.js';
import {
  createEllipse,
  createEllipseEdge,
  createPolygon,
  createStroke,
  type InkShape,
  type Point,
  type Shape,
} from './shapes.js';

interface Cell {
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
}

const getTopLeft = (): Point => [0, 0];
const getTopRight = ({ width }: Cell): Point => [width, 0];
const getBottomLeft = ({ height }: Cell): Point => [0, height];
const getBottomRight = ({ width, height }: Cell): Point => [width, height];
type Corner = (cell: Cell) => Point;

const createTriangle =
  (...corners: readonly Corner[]) =>
  (cell: Cell): InkShape => ({ ink: [createPolygon(corners.map((corner) => corner(cell)))] });
// Three times as long as the cell, so that its edges clip the corners.
const createFallingLine = ({ width, height, thickness }: Cell): InkShape =>
  createStroke(
    [
      [-width, -height],
      [2 * width, 2 * height],
    ],
    thickness,
  );
const createArrow = ({ width, height }: Cell, inset = 0): Point[] => [
  [0, 0],
  [width - inset, height / 2],
  [0, height],
];
const createRightTriangle = (cell: Cell): InkShape => ({ ink: [createPolygon(createArrow(cell))] });
const createRightArrow = (cell: Cell): InkShape => createStroke(createArrow(cell, cell.thickness / 2), cell.thickness);
const createRightHalfCircle = ({ width, height }: Cell): InkShape => ({
  ink: [createEllipse([0, height / 2], width, height / 2)],
});
const createRightArc = ({ width, height, thickness }: Cell): InkShape =>
  createEllipseEdge([0, height / 2], width, height / 2, thickness);

const mirror =
  (draw: (cell: Cell) => InkShape) =>
  (cell: Cell): InkShape => {
    const { ink, hole } = draw(cell);
    const mirror = (shape: Shape) => (y: number) => {
      const { from, to } = shape(y);
      return { from: cell.width - to, to: cell.width - from };
    };
    return { ink: ink.map(mirror), ...(hole && { hole: mirror(hole) }) };
  };

const firstSeparator = 0xe0b0;
const separators = [
  createRightTriangle,
  createRightArrow,
  mirror(createRightTriangle),
  mirror(createRightArrow),
  createRightHalfCircle,
  createRightArc,
  mirror(createRightHalfCircle),
  mirror(createRightArc),
  createTriangle(getTopLeft, getBottomRight, getBottomLeft),
  createFallingLine,
  createTriangle(getTopRight, getBottomRight, getBottomLeft),
  mirror(createFallingLine),
  createTriangle(getTopLeft, getTopRight, getBottomLeft),
  mirror(createFallingLine),
  createTriangle(getTopLeft, getTopRight, getBottomRight),
  createFallingLine,
];

/** Draws the separators of powerline prompts, U+E0B0 to U+E0BF. */
export function paintPowerline(mask: AlphaMask, codePoint: number): void {
  const draw = separators[codePoint - firstSeparator];
  const [width, height, thickness] = [mask.width, mask.height, mask.thickness].map((length) => length * unitsPerPixel);
  if (draw !== undefined) mask.paint(draw({ width, height, thickness } as Cell));
}
