/** In mask units. */
export type Point = readonly [x: number, y: number];
/** Part of a row of points; empty if it ends before it starts. */
export interface Interval {
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
export function intersect(...shapes: readonly Shape[]): Shape {
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
export function createHalfPlane(a: number, b: number, c: number): Shape {
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
