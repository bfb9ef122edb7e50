import { type AlphaMask, type Band, unitsPerPixel } from '../alpha-mask.js';
import {
  createEllipse,
  createEllipseEdge,
  createHalfPlane,
  createPolygon,
  createStroke,
  intersect,
  type Point,
} from '../box-drawing/shapes.js';

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
