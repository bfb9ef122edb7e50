import type { Rgb } from '../theme.js';

const steps = 16;

/** 16 colors interpolated between two colors. */
export class Ramp {
  readonly colors = new Uint32Array(steps);
  /** Palette indices of the colors; -1 if not assigned yet. */
  readonly numbers = new Int16Array(steps).fill(-1);

  constructor(from: Rgb, to: Rgb) {
    for (let level = 0; level < steps; level += 1) this.colors[level] = mix(from, to, level);
  }
}

/** Caches the ramps of a picture: they are few, and each is used for many characters. */
export class Ramps {
  readonly #known = new Map<number, Ramp>();

  getRamp(from: Rgb, to: Rgb): Ramp {
    const key = from * 0x1000000 + to;
    let ramp = this.#known.get(key);
    if (ramp === undefined) {
      ramp = new Ramp(from, to);
      this.#known.set(key, ramp);
    }
    return ramp;
  }
}

/** Interpolates between two colors; `level` is in fifteenths. */
export const mix = (from: Rgb, to: Rgb, level: number): Rgb =>
  (mixChannel(from >> 16, to >> 16, level) << 16) |
  (mixChannel((from >> 8) & 0xff, (to >> 8) & 0xff, level) << 8) |
  mixChannel(from & 0xff, to & 0xff, level);

const mixChannel = (from: number, to: number, level: number): number =>
  ((from * (15 - level) + to * level + 7) / 15) | 0;
