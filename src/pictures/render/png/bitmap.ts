import type { Ramp } from '../glyphs/ramp.js';
import type { Tint } from '../glyphs/tint.js';
import type { Rgb } from '../theme.js';

/** A picture in memory. Rows have the layout of a PNG file: each starts with a byte for the filter. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  readonly rows: Buffer;
  /** The palette that pixels are indices of; undefined if pixels are colors. */
  readonly colors: readonly Rgb[] | undefined;
  colorAt(x: number, y: number): Rgb;
  /** Fills a rectangle, clipped to the picture. */
  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void;
  /** Draws a mask of levels 0…15 in the colors of a ramp. */
  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, ramp: Ramp): void;
  /** Copies a rectangle of another picture, clipped to this one; a tint belongs to one pair of pictures. */
  copy(source: Bitmap, area: Area, x: number, y: number, tint: Tint): void;
}

/** A rectangle of a picture. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  /** The first column and the first row after the rectangle. */
  readonly right: number;
  readonly bottom: number;
}

/** Clips a rectangle to a picture; undefined if they do not overlap. */
export function clip(bitmap: Bitmap, x: number, y: number, width: number, height: number): Box | undefined {
  const [left, right] = [Math.max(0, x), Math.min(x + width, bitmap.width)];
  const [top, bottom] = [Math.max(0, y), Math.min(y + height, bitmap.height)];
  return left < right && top < bottom ? { left, top, right, bottom } : undefined;
}
