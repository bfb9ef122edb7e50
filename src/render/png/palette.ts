import type { Rgb } from '../theme.js';

const maxColours = 256;
// Far more than there are colours, so that hardly two of them want the same slot.
const slots = 4096;
const free = 0xffffffff;

/** Numbers colours in the order of their first use, as many as a byte can tell apart. */
export class Palette {
  readonly colours: Rgb[] = [];
  readonly #keys = new Uint32Array(slots).fill(free);
  readonly #numbers = new Uint8Array(slots);

  /** The number of a colour; undefined when it is one too many. */
  numberOf(rgb: Rgb): number | undefined {
    let slot = Math.imul(rgb, 0x9e3779b1) >>> 20;
    while (this.#keys[slot] !== rgb) {
      if (this.#keys[slot] === free) {
        if (this.colours.length === maxColours) return undefined;
        this.#keys[slot] = rgb;
        this.#numbers[slot] = this.colours.length;
        this.colours.push(rgb);
        break;
      }
      slot = (slot + 1) % slots;
    }
    return this.#numbers[slot];
  }
}
