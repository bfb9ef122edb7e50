import {
  type AlphaMask,
  createEllipse,
  createEllipseEdge,
  createPolygon,
  createStroke,
  type InkShape,
  type Point,
  type Shape,
  unitsPerPixel,
} from './figure.js';

/** The parts of a symbol, in percent of the cell: lines, dots and one filled rectangle. */
interface PowerlineSymbol {
  readonly lines: readonly (readonly Point[])[];
  readonly dots?: readonly Point[];
  readonly body?: { readonly from: Point; readonly to: Point };
}

const letterL: Point[] = [
  [18, 14],
  [18, 46],
  [58, 46],
];
const letterC: Point[] = [
  [58, 14],
  [18, 14],
  [18, 46],
  [58, 46],
];
const letterN: Point[] = [
  [42, 88],
  [42, 56],
  [86, 88],
  [86, 56],
];
const branch: PowerlineSymbol = {
  lines: [
    [
      [26, 18],
      [26, 84],
    ],
    [
      [76, 30],
      [76, 44],
      [26, 66],
    ],
  ],
  dots: [
    [26, 18],
    [76, 30],
    [26, 84],
  ],
};
const lock: PowerlineSymbol = {
  lines: [
    [
      [28, 50],
      [28, 28],
      [40, 18],
      [62, 18],
      [74, 28],
      [74, 50],
    ],
  ],
  body: { from: [12, 46], to: [88, 82] },
};
const first = 0xe0a0;
const symbols: readonly PowerlineSymbol[] = [
  branch,
  { lines: [letterL, letterN] },
  lock,
  { lines: [letterC, letterN] },
];

/** Draws the symbols of powerline prompts, U+E0A0 to U+E0A3: branch, line number, lock, column number. */
export function paintPowerlineSymbol(mask: AlphaMask, codePoint: number): void {
  const { lines, dots = [], body } = symbols[codePoint - first] as PowerlineSymbol;
  const thickness = mask.thickness * unitsPerPixel;
  const toPixels = ([x, y]: Point): Point => [
    Math.round((x * mask.width * unitsPerPixel) / 100),
    Math.round((y * mask.height * unitsPerPixel) / 100),
  ];
  for (const points of lines) mask.paint(createStroke(points.map(toPixels), thickness));
  mask.paint({ ink: dots.map((dot) => createEllipse(toPixels(dot), thickness, thickness)) });
  if (body === undefined) return;
  const [[left, top], [right, bottom]] = [toPixels(body.from), toPixels(body.to)];
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  mask.paint({ ink: [createPolygon(corners)] });
}

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
const createPointer = ({ width, height }: Cell, inset = 0): Point[] => [
  [0, 0],
  [width - inset, height / 2],
  [0, height],
];
const createRightTriangle = (cell: Cell): InkShape => ({ ink: [createPolygon(createPointer(cell))] });
const createRightArrow = (cell: Cell): InkShape =>
  createStroke(createPointer(cell, cell.thickness / 2), cell.thickness);
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
