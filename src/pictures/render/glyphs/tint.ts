import type { Rgb } from '../theme.js';
import { mix } from './ramp.js';

const maxColors = 256;

/** Maps the colors of a copied picture: mixes them with a color, `level` in fifteenths. */
export class Tint {
  /** Palette indices of the target by palette index of the source; -1 if not assigned yet. */
  readonly numbers = new Int16Array(maxColors).fill(-1);
  readonly #to: Rgb;
  readonly #level: number;
  #colors: Uint32Array | undefined;
  #levels: Uint8Array | undefined;

  constructor(to: Rgb = 0, level = 0) {
    this.#to = to;
    this.#level = level;
  }

  mapColor(rgb: Rgb): Rgb {
    return mix(rgb, this.#to, this.#level);
  }

  /** The mapped colors of the source palette. */
  mapPalette(colors: readonly Rgb[]): Uint32Array {
    this.#colors ??= Uint32Array.from(colors, (rgb) => this.mapColor(rgb));
    return this.#colors;
  }

  /** The mapped levels of red, green and blue: 256 each. */
  get levels(): Uint8Array {
    if (this.#levels === undefined) {
      const colors = Array.from({ length: 256 }, (_, level) => this.mapColor(level * 0x010101));
      this.#levels = Uint8Array.from([16, 8, 0].flatMap((shift) => colors.map((rgb) => rgb >> shift)));
    }
    return this.#levels;
  }
}
