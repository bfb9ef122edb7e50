// Shapes as coverage of pixels: box drawing, blocks and powerline symbols are drawn by these, equally on every machine.

import { cellPixels } from '../../screen/cells.js';
import type { WindowFrame } from '../window-frame.js';

/** Part of a row or column of pixels: `to` is exclusive. */
export interface Band {
  readonly from: number;
  readonly to: number;
}
/** Positions of lines through the middle: a double line is a light line on each side of the single light one. */
export interface Bands {
  readonly light: Band;
  readonly heavy: Band;
  readonly double: Band;
}

/** Draws one character. */
export type GlyphPainter = (mask: AlphaMask, codePoint: number) => void;

/** Units per pixel in the coordinates of drawings. */
export const unitsPerPixel = 16;
// Eight samples per pixel in each direction, at odd units: never on the edge between two pixels.
const samples = 8;
const unitsPerSample = unitsPerPixel / samples;

/** The coverage of each pixel of one cell, 0 to 255, row by row. */
export class AlphaMask {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Thickness of a light line. */
  readonly thickness: number;
  readonly columns: Bands;
  readonly rows: Bands;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
    this.thickness = Math.max(1, Math.round(height / 16));
    this.columns = computeBands(width, this.thickness);
    this.rows = computeBands(height, this.thickness);
  }

  /** Covers whole pixels; right and bottom are exclusive. */
  fill(left: number, top: number, right: number, bottom: number, coverage = 255): void {
    const [from, to] = [Math.max(0, left), Math.min(right, this.width)];
    if (from >= to) return;
    for (let y = Math.max(0, top); y < Math.min(bottom, this.height); y += 1)
      this.pixels.fill(coverage, y * this.width + from, y * this.width + to);
  }

  /** Adds an anti-aliased drawing within the given pixels; existing coverage is kept. */
  paint(
    drawing: InkShape,
    columns: Band = { from: 0, to: this.width },
    rows: Band = { from: 0, to: this.height },
  ): void {
    for (let y = rows.from; y < rows.to; y += 1) {
      const inked = this.sampleRow(drawing, y);
      for (let x = columns.from; x < columns.to; x += 1) {
        const at = y * this.width + x;
        const coverage = Math.round(((inked[x] ?? 0) * 255) / (samples * samples));
        this.pixels[at] = Math.max(this.pixels[at] ?? 0, coverage);
      }
    }
  }

  /** The number of covered samples of each pixel in a row. */
  private sampleRow({ ink, hole }: InkShape, row: number): Uint8Array {
    const counts = new Uint8Array(this.width);
    const line = new Uint8Array(this.width * samples);
    for (let sample = 0; sample < samples; sample += 1) {
      const y = row * unitsPerPixel + sample * unitsPerSample + 1;
      line.fill(0);
      let isEmpty = true;
      for (const shape of ink) isEmpty = !addSpan(line, shape(y), 1) && isEmpty;
      if (isEmpty) continue;
      if (hole !== undefined) addSpan(line, hole(y), 0);
      for (let index = 0; index < line.length; index += 1)
        counts[(index / samples) | 0] = (counts[(index / samples) | 0] ?? 0) + (line[index] ?? 0);
    }
    return counts;
  }
}

/** Sets the samples in the span; returns whether there are any. */
function addSpan(line: Uint8Array, span: Interval, value: number): boolean {
  const from = Math.max(0, Math.ceil((span.from - 1) / unitsPerSample));
  const to = Math.min(Math.floor((span.to - 1) / unitsPerSample) + 1, line.length);
  if (from < to) line.fill(value, from, to);
  return from < to;
}

function computeBands(length: number, thickness: number): Bands {
  const from = Math.floor((length - thickness) / 2);
  const to = from + thickness;
  const heavyFrom = Math.floor(length / 2) - thickness;
  return {
    light: { from, to },
    heavy: { from: heavyFrom, to: heavyFrom + 2 * thickness },
    double: { from: from - thickness, to: to + thickness },
  };
}

/** In mask units. */
export type Point = readonly [x: number, y: number];
/** Part of a row of points; empty if it ends before it starts. */
interface Interval {
  readonly from: number;
  readonly to: number;
}
/** A convex shape: the part of row y inside it. Uses only math functions that are exact on every machine. */
export type Shape = (y: number) => Interval;
/** A union of shapes, except for a hole. */
export interface InkShape {
  readonly ink: readonly Shape[];
  readonly hole?: Shape;
}

const everything: Interval = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const nothing: Interval = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** The intersection of the shapes. */
function intersect(...shapes: readonly Shape[]): Shape {
  return (y) => {
    let { from, to } = everything;
    for (const shape of shapes) {
      const span = shape(y);
      from = Math.max(from, span.from);
      to = Math.min(to, span.to);
    }
    return { from, to };
  };
}

/** The points where a·x + b·y + c is not negative. */
function createHalfPlane(a: number, b: number, c: number): Shape {
  if (a > 0) return (y) => ({ from: -(b * y + c) / a, to: everything.to });
  if (a < 0) return (y) => ({ from: everything.from, to: -(b * y + c) / a });
  return (y) => (b * y + c >= 0 ? everything : nothing);
}

/** A filled polygon, its corners in clockwise order. */
export function createPolygon(corners: readonly Point[]): Shape {
  const sides = toPairs([...corners, ...corners.slice(0, 1)]);
  return intersect(
    ...sides.map(([[x0, y0], [x1, y1]]) => createHalfPlane(y0 - y1, x1 - x0, x0 * (y1 - y0) - y0 * (x1 - x0))),
  );
}

/** A filled ellipse. */
export function createEllipse([centerX, centerY]: Point, radiusX: number, radiusY: number): Shape {
  return (y) => {
    const rest = radiusY * radiusY - (y - centerY) * (y - centerY);
    if (rest < 0) return nothing;
    const half = (Math.sqrt(rest) * radiusX) / radiusY;
    return { from: centerX - half, to: centerX + half };
  };
}

/** The part of an ellipse that is at most `thickness` from its edge. */
export function createEllipseEdge(center: Point, radiusX: number, radiusY: number, thickness: number): InkShape {
  const ink = [createEllipse(center, radiusX, radiusY)];
  if (thickness >= Math.min(radiusX, radiusY)) return { ink };
  return { ink, hole: createEllipse(center, radiusX - thickness, radiusY - thickness) };
}

/** A line through the points, with round ends and corners. */
export function createStroke(points: readonly Point[], thickness: number): InkShape {
  const half = thickness / 2;
  const ends = points.map((point) => createEllipse(point, half, half));
  return { ink: [...ends, ...toPairs(points).map(([from, to]) => createBar(from, to, half))] };
}

function createBar([x0, y0]: Point, [x1, y1]: Point, half: number): Shape {
  const [lengthX, lengthY] = [x1 - x0, y1 - y0];
  const reach = half * Math.sqrt(lengthX * lengthX + lengthY * lengthY);
  const across = y0 * lengthX - x0 * lengthY;
  return intersect(
    createHalfPlane(lengthX, lengthY, -x0 * lengthX - y0 * lengthY),
    createHalfPlane(-lengthX, -lengthY, x1 * lengthX + y1 * lengthY),
    createHalfPlane(lengthY, -lengthX, across + reach),
    createHalfPlane(-lengthY, lengthX, reach - across),
  );
}

const toPairs = (points: readonly Point[]): [Point, Point][] =>
  points.slice(1).map((point, index) => [points[index] as Point, point]);

/** A square around the crossing of light lines. Figures use percent of its side, measured from its center. */
class ShapeBox {
  readonly mask: AlphaMask;
  private readonly center: Point;
  private readonly side: number;
  readonly thickness: number;

  constructor(mask: AlphaMask) {
    this.mask = mask;
    this.thickness = mask.thickness * unitsPerPixel;
    const getMiddle = ({ from, to }: Band): number => ((from + to) * unitsPerPixel) / 2;
    const [x, y] = [getMiddle(mask.columns.light), getMiddle(mask.rows.light)];
    this.center = [x, y];
    this.side = 2 * Math.min(x, mask.width * unitsPerPixel - x, y, mask.height * unitsPerPixel - y);
  }

  toLength(percent: number): number {
    return Math.round((percent * this.side) / 100);
  }

  toPoint([x, y]: Point): Point {
    return [this.center[0] + this.toLength(x), this.center[1] + this.toLength(y)];
  }

  /** Snaps corners of filled shapes to pixel edges, so that straight edges are sharp. */
  snapCorner(point: Point): Point {
    return this.snap(point, this.thickness / 2);
  }

  /** Snaps lines to pixel centers, within the outline of the filled shape. */
  snapToLine(point: Point): Point {
    return this.snap(point, 0);
  }

  private snap([x, y]: Point, beyond: number): Point {
    const snap = (percent: number): number => {
      const inner = (Math.abs(percent) * this.side) / 100 - this.thickness / 2;
      const pixels = Math.max(0, Math.round(inner / unitsPerPixel));
      return Math.sign(percent) * (pixels * unitsPerPixel + beyond);
    };
    return [this.center[0] + snap(x), this.center[1] + snap(y)];
  }

  /** A square of whole pixels, which is sharp at every size. */
  createSquare(percent: number): { left: number; top: number; side: number } {
    const { columns, rows, thickness } = this.mask;
    const around = Math.max(0, Math.round((this.toLength(percent) / unitsPerPixel - thickness) / 2));
    return { left: columns.light.from - around, top: rows.light.from - around, side: thickness + 2 * around };
  }
}

/** A part of a figure. */
export type ShapePart = (frame: ShapeBox) => void;

const middle: Point = [0, 0];

/** Draws the parts in order. */
export function paintFigure(mask: AlphaMask, parts: readonly ShapePart[]): void {
  const frame = new ShapeBox(mask);
  for (const part of parts) part(frame);
}

/** A filled circle. */
export const createDisc =
  (radius: number, center = middle): ShapePart =>
  (frame) =>
    frame.mask.paint({ ink: [createEllipse(frame.toPoint(center), frame.toLength(radius), frame.toLength(radius))] });

/** The outline of a circle, inside the radius. */
export const createRing =
  (radius: number): ShapePart =>
  (frame) =>
    frame.mask.paint(
      createEllipseEdge(frame.toPoint(middle), frame.toLength(radius), frame.toLength(radius), frame.thickness),
    );

/** The half of a filled circle in the given direction. */
export const createHalfDisc =
  (radius: number, [towardsX, towardsY]: Point): ShapePart =>
  (frame) => {
    const [x0, y0] = frame.toPoint(middle);
    const whole = createEllipse([x0, y0], frame.toLength(radius), frame.toLength(radius));
    const side = createHalfPlane(towardsX, towardsY, -x0 * towardsX - y0 * towardsY);
    frame.mask.paint({ ink: [intersect(whole, side)] });
  };

/** A filled convex polygon with corners in clockwise order. */
export const createFilled =
  (corners: readonly Point[]): ShapePart =>
  (frame) =>
    frame.mask.paint({ ink: [createPolygon(corners.map((corner) => frame.snapCorner(corner)))] });

/** A line through the points; `weight` 1 is the thickness of a light box-drawing line. */
export const createLine =
  (points: readonly Point[], weight = 1): ShapePart =>
  (frame) =>
    frame.mask.paint(
      createStroke(
        points.map((point) => frame.snapToLine(point)),
        Math.round(frame.thickness * weight),
      ),
    );

/** The outline of a polygon. */
export const createOutline = (corners: readonly Point[]): ShapePart => createLine([...corners, ...corners.slice(0, 1)]);

/** A filled square. */
export const createSquare =
  (percent: number): ShapePart =>
  (frame) => {
    const { left, top, side } = frame.createSquare(percent);
    frame.mask.fill(left, top, left + side, top + side);
  };

/** The outline of a square, inside it. */
export const createSquareEdge =
  (percent: number): ShapePart =>
  (frame) => {
    const { left, top, side } = frame.createSquare(percent);
    const { mask } = frame;
    const inset = mask.thickness;
    mask.fill(left, top, left + side, top + side);
    mask.fill(left + inset, top + inset, left + side - inset, top + side - inset, 0);
  };

/** The size of a cell in pixels, and of the text in it. */
export interface CellMetrics {
  /** Multiplier of all sizes at scale 1, and the thickness of thin lines in pixels. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** From the top of the cell. */
  readonly baseline: number;
}

export const cell = { scale: 1, ...cellPixels, fontSize: 16, baseline: 14 } as const satisfies CellMetrics;

export const scaleCell = (scale: number): CellMetrics => ({
  scale,
  width: cell.width * scale,
  height: cell.height * scale,
  fontSize: cell.fontSize * scale,
  baseline: cell.baseline * scale,
});

/** The empty border around the cells of a picture, in pixels at scale 1, unless a request sets another. */
export const defaultPadding = 1;

/** Options for the size of a picture: `scale` multiplies everything, including the padding. */
export interface Sizing {
  readonly scale?: number;
  /** In pixels at scale 1. */
  readonly padding?: number;
  /** Instead of the padding; not scaled. */
  readonly frame?: WindowFrame | undefined;
}

/** How a character is drawn: a mask of levels 0…15, or a colored picture (RGBA). */
export interface Glyph {
  readonly mask?: Uint8Array;
  readonly image?: Uint8ClampedArray;
  /** Whether no font has the character or one of its marks. */
  readonly isMissing?: true;
}
