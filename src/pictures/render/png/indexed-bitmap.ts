import type { Ramp } from '../glyphs/ramp.js';
import type { Tint } from '../glyphs/tint.js';
import type { Rgb } from '../theme.js';
import { type Area, type Bitmap, clip } from './bitmap.js';
import { Palette } from './palette.js';

/** The palette is full. */
export class TooManyColors extends Error {
  override readonly name = 'TooManyColors';
}

/** A picture of at most 256 colors with one byte per pixel. */
export class IndexedBitmap implements Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  readonly rows: Buffer;
  readonly #palette = new Palette();

  constructor(width: number, height: number, background: Rgb) {
    this.width = width;
    this.height = height;
    this.background = background;
    // The background has index 0, so zeroed rows are background; filter byte 0 means that a row is not filtered.
    this.#requireNumber(background);
    this.rows = Buffer.alloc((width + 1) * height);
  }

  get colors(): readonly Rgb[] {
    return this.#palette.colors;
  }

  colorAt(x: number, y: number): Rgb {
    return this.colors[this.rows[this.#offsetAt(x, y)] as number] as Rgb;
  }

  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void {
    const box = clip(this, x, y, width, height);
    if (box === undefined) return;
    const number = this.#requireNumber(rgb);
    for (let row = box.top; row < box.bottom; row += 1)
      this.rows.fill(number, this.#offsetAt(box.left, row), this.#offsetAt(box.right, row));
  }

  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, { colors, numbers }: Ramp): void {
    const { rows } = this;
    for (let row = 0; row < height; row += 1) {
      let to = this.#offsetAt(x, y + row);
      let from = row * width;
      for (const end = from + width; from < end; from += 1) {
        const level = mask[from] as number;
        if (level > 0) {
          if ((numbers[level] as number) < 0) numbers[level] = this.#requireNumber(colors[level] as Rgb);
          rows[to] = numbers[level] as number;
        }
        to += 1;
      }
    }
  }

  copy(source: Bitmap, area: Area, x: number, y: number, tint: Tint): void {
    const { colors } = source;
    const box = clip(source, area.x, area.y, area.width, area.height);
    if (box === undefined) return;
    if (colors === undefined) throw new TooManyColors();
    const { rows } = this;
    const { numbers } = tint;
    for (let row = box.top; row < box.bottom; row += 1) {
      let to = this.#offsetAt(x + box.left - area.x, y + row - area.y);
      let from = row * (source.width + 1) + 1 + box.left;
      for (const end = from + box.right - box.left; from < end; from += 1) {
        const number = source.rows[from] as number;
        if ((numbers[number] as number) < 0)
          numbers[number] = this.#requireNumber(tint.mapColor(colors[number] as Rgb));
        rows[to] = numbers[number] as number;
        to += 1;
      }
    }
  }

  #requireNumber(rgb: Rgb): number {
    const number = this.#palette.addColor(rgb);
    if (number === undefined) throw new TooManyColors();
    return number;
  }

  #offsetAt(x: number, y: number): number {
    return y * (this.width + 1) + 1 + x;
  }
}
