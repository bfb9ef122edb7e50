import type { Rgb } from './theme.js';

/** A picture. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  /** Row by row. */
  readonly pixels: Uint32Array;

  constructor(width: number, height: number, background: Rgb) {
    this.width = width;
    this.height = height;
    this.background = background;
    this.pixels = new Uint32Array(width * height).fill(background);
  }

  set(x: number, y: number, rgb: Rgb): void {
    this.pixels[y * this.width + x] = rgb;
  }

  /** Fills a rectangle; what lies outside of the picture is left out. */
  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void {
    const right = Math.min(x + width, this.width);
    for (let row = Math.max(0, y); row < Math.min(y + height, this.height); row += 1)
      this.pixels.fill(rgb, row * this.width + Math.max(0, x), row * this.width + right);
  }

  /** Puts a mask of levels 0…15 in the colours of a ramp over what is there. */
  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, ramp: Uint32Array): void {
    for (let row = 0; row < height; row += 1) {
      let to = (y + row) * this.width + x;
      let from = row * width;
      for (const end = from + width; from < end; from += 1) {
        const level = mask[from] as number;
        if (level > 0) this.pixels[to] = ramp[level] as number;
        to += 1;
      }
    }
  }
}

/** The 16 colours from one to another. */
export function rampOf(from: Rgb, to: Rgb): Uint32Array {
  const ramp = new Uint32Array(16);
  for (let level = 0; level < 16; level += 1) ramp[level] = mix(from, to, level);
  return ramp;
}

/** The colour that is `level` fifteenths of the way from one to another. */
export const mix = (from: Rgb, to: Rgb, level: number): Rgb =>
  (part(from >> 16, to >> 16, level) << 16) |
  (part((from >> 8) & 0xff, (to >> 8) & 0xff, level) << 8) |
  part(from & 0xff, to & 0xff, level);

const part = (from: number, to: number, level: number): number => ((from * (15 - level) + to * level + 7) / 15) | 0;
