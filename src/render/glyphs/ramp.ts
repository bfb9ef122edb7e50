import type { Rgb } from '../theme.js';

const steps = 16;

/** The 16 colors from one to another. */
export class Ramp {
  readonly colors = new Uint32Array(steps);
  /** Their numbers in a palette; -1 until there is one. */
  readonly numbers = new Int16Array(steps).fill(-1);

  constructor(from: Rgb, to: Rgb) {
    for (let level = 0; level < steps; level += 1) this.colors[level] = mix(from, to, level);
  }
}

/** The ramps of a picture: few, and each is used for many characters. */
export class Ramps {
  readonly #known = new Map<number, Ramp>();

  between(from: Rgb, to: Rgb): Ramp {
    const key = from * 0x1000000 + to;
    let ramp = this.#known.get(key);
    if (ramp === undefined) {
      ramp = new Ramp(from, to);
      this.#known.set(key, ramp);
    }
    return ramp;
  }
}

/** The color that is `level` fifteenths of the way from one to another. */
export const mix = (from: Rgb, to: Rgb, level: number): Rgb =>
  (part(from >> 16, to >> 16, level) << 16) |
  (part((from >> 8) & 0xff, (to >> 8) & 0xff, level) << 8) |
  part(from & 0xff, to & 0xff, level);

const part = (from: number, to: number, level: number): number => ((from * (15 - level) + to * level + 7) / 15) | 0;
