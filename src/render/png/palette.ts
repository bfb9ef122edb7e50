import type { Rgb } from '../theme.js';

const maxColors = 256;
// Far more than there are colors, so that hardly two of them want the same slot.
const slots = 4096;
const free = 0xffffffff;

/** Numbers colors in the order of their first use, as many as a byte can tell apart. */
export class Palette {
  readonly colors: Rgb[] = [];
  readonly #keys = new Uint32Array(slots).fill(free);
  readonly #numbers = new Uint8Array(slots);

  /** The number of a color; undefined when it is one too many. */
  numberOf(rgb: Rgb): number | undefined {
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
