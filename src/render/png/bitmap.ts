import type { Ramp } from '../glyphs/ramp.js';
import type { Tint } from '../glyphs/tint.js';
import type { Rgb } from '../theme.js';

/** A picture that is painted on; its rows are kept as a PNG file has them, each behind a byte that names its filter. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  readonly rows: Buffer;
  /** The colors that its pixels are numbers of; undefined when its pixels are colors themselves. */
  readonly colors: readonly Rgb[] | undefined;
  at(x: number, y: number): Rgb;
  /** Fills a rectangle; what lies outside of the picture is left out. */
  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void;
  /** Puts a mask of levels 0…15 in the colors of a ramp over what is there. */
  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, ramp: Ramp): void;
  /** Copies a rectangle of another picture to a place in this one, where it fits; a tint is for these two pictures only. */
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
  /** The first column and the first row behind it. */
  readonly right: number;
  readonly bottom: number;
}

/** The part of a rectangle that lies in a picture; undefined when there is none. */
export function clipped(bitmap: Bitmap, x: number, y: number, width: number, height: number): Box | undefined {
  const [left, right] = [Math.max(0, x), Math.min(x + width, bitmap.width)];
  const [top, bottom] = [Math.max(0, y), Math.min(y + height, bitmap.height)];
  return left < right && top < bottom ? { left, top, right, bottom } : undefined;
}
