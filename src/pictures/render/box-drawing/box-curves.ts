import { type AlphaMask, unitsPerPixel } from '../alpha-mask.js';
import { createEllipseEdge, createStroke, type Point } from './shapes.js';

// The edges that ╭ ╮ ╯ ╰ connect.
const corners = [
  { isRight: true, isDown: true },
  { isRight: false, isDown: true },
  { isRight: false, isDown: false },
  { isRight: true, isDown: false },
];
const firstCorner = 0x256d;

/** Draws ╭ ╮ ╯ ╰: a quarter circle, extended straight to the edges. */
export function paintCorner(mask: AlphaMask, codePoint: number): void {
  const { isRight, isDown } = corners[codePoint - firstCorner] ?? { isRight: true, isDown: true };
  const { light: column } = mask.columns;
  const { light: row } = mask.rows;
  const room = Math.min(isRight ? mask.width - column.to : column.from, isDown ? mask.height - row.to : row.from);
  // The last pixel is straight, so that it matches the neighboring cell exactly.
  const radius = Math.max(0, room - 1);
  const centerX = isRight ? column.to + radius : column.from - radius;
  const centerY = isDown ? row.to + radius : row.from - radius;
  if (isDown) mask.fill(column.from, centerY, column.to, mask.height);
  else mask.fill(column.from, 0, column.to, centerY);
  if (isRight) mask.fill(centerX, row.from, mask.width, row.to);
  else mask.fill(0, row.from, centerX, row.to);
  const outer = (radius + mask.thickness) * unitsPerPixel;
  mask.paint(
    createEllipseEdge([centerX * unitsPerPixel, centerY * unitsPerPixel], outer, outer, mask.thickness * unitsPerPixel),
    isRight ? { from: column.from, to: centerX } : { from: centerX, to: column.to },
    isDown ? { from: row.from, to: centerY } : { from: centerY, to: row.to },
  );
}

const rising = 0x2571;
const falling = 0x2572;

/** Draws ╱ ╲ ╳ from corner to corner. */
export function paintDiagonal(mask: AlphaMask, codePoint: number): void {
  const [width, height] = [mask.width * unitsPerPixel, mask.height * unitsPerPixel];
  // Longer than the cell, so that its edges clip the corners.
  const paintLine = (from: Point, to: Point): void =>
    mask.paint(createStroke([from, to], mask.thickness * unitsPerPixel));
  if (codePoint !== falling) paintLine([2 * width, -height], [-width, 2 * height]);
  if (codePoint !== rising) paintLine([-width, -height], [2 * width, 2 * height]);
}

// The number of dashes of each pair of horizontal or vertical characters.
const dashCounts: Readonly<Record<number, number>> = {
  9476: 3,
  9478: 3,
  9480: 4,
  9482: 4,
  9548: 2,
  9550: 2,
};

/** Draws ┄ ┆ ┈ ┊ ╌ ╎, light and heavy: dashes with half a gap at each edge, so that they continue evenly. */
export function paintDashes(mask: AlphaMask, codePoint: number): void {
  const weight = codePoint % 2 === 0 ? 'light' : 'heavy';
  const count = dashCounts[codePoint & ~1] ?? 1;
  const isVertical = (codePoint & 2) !== 0;
  const length = isVertical ? mask.height : mask.width;
  const gap = Math.max(1, Math.round(length / (3 * count)));
  for (let dash = 0; dash < count; dash += 1) {
    const from = Math.floor((dash * length) / count) + (gap >> 1);
    const to = Math.max(from + 1, Math.floor(((dash + 1) * length) / count) - gap + (gap >> 1));
    const { columns, rows } = mask;
    if (isVertical) mask.fill(columns[weight].from, from, columns[weight].to, to);
    else mask.fill(from, rows[weight].from, to, rows[weight].to);
  }
}
