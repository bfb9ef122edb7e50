import type { Rgb } from './theme.js';

/** A picture whose pixels are numbers of colours. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
  /** The colours by number. */
  readonly colours: Rgb[] = [];
  readonly #numbers = new Map<Rgb, number>();

  constructor(width: number, height: number, background: Rgb) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint32Array(width * height).fill(this.colour(background));
  }

  /** The number of a colour. */
  colour(rgb: Rgb): number {
    let number = this.#numbers.get(rgb);
    if (number === undefined) {
      number = this.colours.length;
      this.colours.push(rgb);
      this.#numbers.set(rgb, number);
    }
    return number;
  }

  set(x: number, y: number, rgb: Rgb): void {
    this.pixels[y * this.width + x] = this.colour(rgb);
  }

  /** Fills a rectangle; what lies outside of the picture is left out. */
  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void {
    const number = this.colour(rgb);
    const right = Math.min(x + width, this.width);
    for (let row = Math.max(0, y); row < Math.min(y + height, this.height); row += 1)
      this.pixels.fill(number, row * this.width + Math.max(0, x), row * this.width + right);
  }

  /** Puts a mask of levels 0…15 in a colour over what is there in one other colour. */
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

  /** Numbers of the 16 colours from one to another. */
  ramp(from: Rgb, to: Rgb): Uint32Array {
    return Uint32Array.from({ length: 16 }, (_, level) => this.colour(mix(from, to, level)));
  }
}

/** The colour that is `level` fifteenths of the way from one to another. */
export function mix(from: Rgb, to: Rgb, level: number): Rgb {
  const part = (shift: number): number => {
    const [a, b] = [(from >> shift) & 0xff, (to >> shift) & 0xff];
    return Math.floor((a * (15 - level) + b * level + 7) / 15);
  };
  return (part(16) << 16) | (part(8) << 8) | part(0);
}
