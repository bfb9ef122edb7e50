import type { Underline } from '../../screen/style.js';
import type { Bitmap } from './png/bitmap.js';
import type { Rgb } from './theme.js';

/** The position of an underline in pixels; `scale` is the thickness of a line. */
interface Place {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly scale: number;
}

/** Draws an underline. */
export function paintUnderline(bitmap: Bitmap, kind: Underline, place: Place, rgb: Rgb): void {
  const { x, top, width, scale } = place;
  switch (kind) {
    case 'single':
      bitmap.fill(x, top, width, scale, rgb);
      return;
    case 'double':
      bitmap.fill(x, top - scale, width, scale, rgb);
      bitmap.fill(x, top + scale, width, scale, rgb);
      return;
    case 'dotted':
      paintDashes(bitmap, place, [1, 2], rgb);
      return;
    case 'dashed':
      paintDashes(bitmap, place, [3, 5], rgb);
      return;
    case 'curly':
      for (let at = x; at < x + width; at += 1) bitmap.fill(at, top + getCurlHeight(at, scale), 1, scale, rgb);
  }
}

// Dashes continue evenly from piece to piece.
function paintDashes(bitmap: Bitmap, { x, top, width, scale }: Place, [on, every]: [number, number], rgb: Rgb): void {
  for (let at = x; at < x + width; at += 1)
    if (Math.floor(at / scale) % every < on) bitmap.fill(at, top, 1, scale, rgb);
}

const smallCurl = [0, 0, 1, 2, 2, 1] as const;

/** How far a curly underline is below its highest point: a wave of two parabolas, six thicknesses long and two high. */
function getCurlHeight(x: number, scale: number): number {
  if (scale === 1) return smallCurl[x % smallCurl.length] as number;
  const half = 3 * scale;
  const phase = (x % (2 * half)) + 0.5;
  const along = (phase % half) / half;
  const height = 4 * along * (1 - along);
  return Math.round(scale + (phase < half ? -height : height) * scale);
}
