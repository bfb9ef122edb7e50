import { type AlphaMask, unitsPerPixel } from '../alpha-mask.js';
import { createEllipse } from './shapes.js';

// Column and row of the dot of each bit.
const dots = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;
// Smaller discs would be blurred.
const minDisc = 4;

/** Draws braille as a grid of dots that is even across cells. */
export function paintBraille(mask: AlphaMask, codePoint: number): void {
  const size = Math.max(1, Math.floor(Math.min(mask.width / 4, mask.height / 8)));
  for (const [bit, [column, row]] of dots.entries()) {
    if (((codePoint >> bit) & 1) === 0) continue;
    const left = Math.round(((2 * column + 1) * mask.width) / 4 - size / 2);
    const top = Math.round(((2 * row + 1) * mask.height) / 8 - size / 2);
    if (size < minDisc) mask.fill(left, top, left + size, top + size);
    else paintDisc(mask, left, top, size);
  }
}

function paintDisc(mask: AlphaMask, left: number, top: number, size: number): void {
  const radius = (size * unitsPerPixel) / 2;
  const disc = createEllipse([left * unitsPerPixel + radius, top * unitsPerPixel + radius], radius, radius);
  mask.paint({ ink: [disc] }, { from: left, to: left + size }, { from: top, to: top + size });
}
