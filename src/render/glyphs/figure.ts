import { type AlphaMask, type Band, unitsPerPixel } from '../alpha-mask.js';
import { common, ellipse, ellipseEdge, halfPlane, type Point, polygon, stroke } from '../box-drawing/shapes.js';

/** A square around the crossing of light lines. Figures use percent of its side, measured from its center. */
class Frame {
  readonly mask: AlphaMask;
  private readonly center: Point;
  private readonly side: number;
  readonly thickness: number;

  constructor(mask: AlphaMask) {
    this.mask = mask;
    this.thickness = mask.thickness * unitsPerPixel;
    const middleOf = ({ from, to }: Band): number => ((from + to) * unitsPerPixel) / 2;
    const [x, y] = [middleOf(mask.columns.light), middleOf(mask.rows.light)];
    this.center = [x, y];
    this.side = 2 * Math.min(x, mask.width * unitsPerPixel - x, y, mask.height * unitsPerPixel - y);
  }

  length(percent: number): number {
    return Math.round((percent * this.side) / 100);
  }

  point([x, y]: Point): Point {
    return [this.center[0] + this.length(x), this.center[1] + this.length(y)];
  }

  /** Snaps corners of filled shapes to pixel edges, so that straight edges are sharp. */
  corner(point: Point): Point {
    return this.snap(point, this.thickness / 2);
  }

  /** Snaps lines to pixel centers, within the outline of the filled shape. */
  onLine(point: Point): Point {
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
  square(percent: number): { left: number; top: number; side: number } {
    const { columns, rows, thickness } = this.mask;
    const around = Math.max(0, Math.round((this.length(percent) / unitsPerPixel - thickness) / 2));
    return { left: columns.light.from - around, top: rows.light.from - around, side: thickness + 2 * around };
  }
}

/** A part of a figure. */
export type ShapePart = (frame: Frame) => void;

const middle: Point = [0, 0];

/** Draws the parts in order. */
export function paintFigure(mask: AlphaMask, parts: readonly ShapePart[]): void {
  const frame = new Frame(mask);
  for (const part of parts) part(frame);
}

/** A filled circle. */
export const disc =
  (radius: number, center = middle): ShapePart =>
  (frame) =>
    frame.mask.paint({ ink: [ellipse(frame.point(center), frame.length(radius), frame.length(radius))] });

/** The outline of a circle, inside the radius. */
export const ring =
  (radius: number): ShapePart =>
  (frame) =>
    frame.mask.paint(ellipseEdge(frame.point(middle), frame.length(radius), frame.length(radius), frame.thickness));

/** The half of a filled circle in the given direction. */
export const halfDisc =
  (radius: number, [towardsX, towardsY]: Point): ShapePart =>
  (frame) => {
    const [x0, y0] = frame.point(middle);
    const whole = ellipse([x0, y0], frame.length(radius), frame.length(radius));
    const side = halfPlane(towardsX, towardsY, -x0 * towardsX - y0 * towardsY);
    frame.mask.paint({ ink: [common(whole, side)] });
  };

/** A filled convex polygon with corners in clockwise order. */
export const filled =
  (corners: readonly Point[]): ShapePart =>
  (frame) =>
    frame.mask.paint({ ink: [polygon(corners.map((corner) => frame.corner(corner)))] });

/** A line through the points; `weight` 1 is the thickness of a light box-drawing line. */
export const line =
  (points: readonly Point[], weight = 1): ShapePart =>
  (frame) =>
    frame.mask.paint(
      stroke(
        points.map((point) => frame.onLine(point)),
        Math.round(frame.thickness * weight),
      ),
    );

/** The outline of a polygon. */
export const outlined = (corners: readonly Point[]): ShapePart => line([...corners, ...corners.slice(0, 1)]);

/** A filled square. */
export const square =
  (percent: number): ShapePart =>
  (frame) => {
    const { left, top, side } = frame.square(percent);
    frame.mask.fill(left, top, left + side, top + side);
  };

/** The outline of a square, inside it. */
export const squareEdge =
  (percent: number): ShapePart =>
  (frame) => {
    const { left, top, side } = frame.square(percent);
    const { mask } = frame;
    const inset = mask.thickness;
    mask.fill(left, top, left + side, top + side);
    mask.fill(left + inset, top + inset, left + side - inset, top + side - inset, 0);
  };
