import type { Rgb } from '../theme.js';

const maxColors = 256;
// Far more slots than colors, to make collisions rare.
const slots = 4096;
const free = 0xffffffff;

/** Assigns indices to at most 256 colors, in order of first use. */
export class Palette {
  readonly colors: Rgb[] = [];
  readonly #keys = new Uint32Array(slots).fill(free);
  readonly #numbers = new Uint8Array(slots);

  /** The index of a color; undefined if the palette is full. */
  addColor(rgb: Rgb): number | undefined {
    let slot = Math.imul(rgb, 0x9e3779b1) >>> 20;
    while (this.#keys[slot] !== rgb) {
      if (this.#keys[slot] === free) {
        if (this.colors.length === maxColors) return undefined;
        this.#keys[slot] = rgb;
        this.#numbers[slot] = this.colors.length;
        this.colors.push(rgb);
        break;
      }
      slot = (slot + 1) % slots;
    }
    return this.#numbers[slot];
  }
}
