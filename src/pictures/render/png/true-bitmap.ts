import type { Steps } from '../../../base/idle-queue.js';
import type { Ramp } from '../glyphs/ramp.js';
import type { Tint } from '../glyphs/tint.js';
import type { Rgb } from '../theme.js';
import { type Area, type Bitmap, clip } from './bitmap.js';

const noFilter = 0;
// A band of the largest picture is filled in 1 ms.
const bandHeight = 64;

/** A picture of any number of colors with three bytes per pixel. */
export class TrueBitmap implements Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  readonly rows: Buffer;
  readonly colors = undefined;

  constructor(width: number, height: number, background: Rgb) {
    this.width = width;
    this.height = height;
    this.background = background;
    this.rows = Buffer.alloc(height * (width * 3 + 1), noFilter);
  }

  /** Fills the picture with its background; must be called first. */
  *clear(): Steps<void> {
    for (let y = 0; y < this.height; y += bandHeight) {
      this.fill(0, y, this.width, bandHeight, this.background);
      yield;
    }
  }

  colorAt(x: number, y: number): Rgb {
    return this.rows.readUIntBE(this.#offsetAt(x, y), 3);
  }

  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void {
    const box = clip(this, x, y, width, height);
    if (box === undefined) return;
    const [start, end] = [this.#offsetAt(box.left, box.top), this.#offsetAt(box.right, box.top)];
    for (let to = start; to < end; to += 3) this.#put(to, rgb);
    for (let row = box.top + 1; row < box.bottom; row += 1)
      this.rows.copyWithin(this.#offsetAt(box.left, row), start, end);
  }

  // No function call per pixel: the first picture is drawn before V8 has optimized this code.
  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, { colors }: Ramp): void {
    const { rows } = this;
    for (let row = 0; row < height; row += 1) {
      let to = this.#offsetAt(x, y + row);
      let from = row * width;
      for (const end = from + width; from < end; from += 1) {
        const level = mask[from] as number;
        if (level > 0) {
          const rgb = colors[level] as Rgb;
          rows[to] = rgb >> 16;
          rows[to + 1] = rgb >> 8;
          rows[to + 2] = rgb;
        }
        to += 3;
      }
    }
  }

  copy(source: Bitmap, area: Area, x: number, y: number, tint: Tint): void {
    const box = clip(source, area.x, area.y, area.width, area.height);
    if (box === undefined) return;
    const width = box.right - box.left;
    const colors = source.colors === undefined ? undefined : tint.mapPalette(source.colors);
    for (let row = box.top; row < box.bottom; row += 1) {
      const to = this.#offsetAt(x + box.left - area.x, y + row - area.y);
      if (colors === undefined)
        this.#copyTrue(source, row * (source.width * 3 + 1) + 1 + box.left * 3, width, to, tint);
      else this.#copyNumbers(source, row * (source.width + 1) + 1 + box.left, width, to, colors);
    }
  }

  #copyTrue(source: Bitmap, start: number, width: number, place: number, { levels }: Tint): void {
    const from = source.rows;
    let to = place;
    for (let at = start; at < start + width * 3; at += 3) {
      this.rows[to] = levels[from[at] as number] as number;
      this.rows[to + 1] = levels[256 + (from[at + 1] as number)] as number;
      this.rows[to + 2] = levels[512 + (from[at + 2] as number)] as number;
      to += 3;
    }
  }

  #copyNumbers(source: Bitmap, start: number, width: number, place: number, colors: Uint32Array): void {
    let to = place;
    for (let at = start; at < start + width; at += 1) {
      this.#put(to, colors[source.rows[at] as number] as Rgb);
      to += 3;
    }
  }

  #put(to: number, rgb: Rgb): void {
    this.rows[to] = rgb >> 16;
    this.rows[to + 1] = rgb >> 8;
    this.rows[to + 2] = rgb;
  }

  #offsetAt(x: number, y: number): number {
    return y * (this.width * 3 + 1) + 1 + x * 3;
  }
}
