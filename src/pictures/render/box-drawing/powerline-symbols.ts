import { type AlphaMask, unitsPerPixel } from '../alpha-mask.js';
import { createEllipse, createPolygon, createStroke, type Point } from './shapes.js';

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
