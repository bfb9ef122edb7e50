import type { Rgb } from '../theme.js';
import { mix } from './ramp.js';

const maxColors = 256;

/** How the colors of one picture look in another one: so many fifteenths of the way to a color. */
export class Tint {
  /** By number of a color in the picture that is copied: the number that it has in the other one, -1 until it has one. */
  readonly numbers = new Int16Array(maxColors).fill(-1);
  readonly #to: Rgb;
  readonly #level: number;
  #colors: Uint32Array | undefined;
  #levels: Uint8Array | undefined;

  constructor(to: Rgb = 0, level = 0) {
    this.#to = to;
    this.#level = level;
  }

  of(rgb: Rgb): Rgb {
    return mix(rgb, this.#to, this.#level);
  }

  /** What becomes of the colors of the picture that is copied. */
  colorsOf(colors: readonly Rgb[]): Uint32Array {
    this.#colors ??= Uint32Array.from(colors, (rgb) => this.of(rgb));
    return this.#colors;
  }

  /** What becomes of red, green and blue: 256 levels of each. */
  get levels(): Uint8Array {
    if (this.#levels === undefined) {
      const colors = Array.from({ length: 256 }, (_, level) => this.of(level * 0x010101));
      this.#levels = Uint8Array.from([16, 8, 0].flatMap((shift) => colors.map((rgb) => rgb >> shift)));
    }
    return this.#levels;
  }
}
