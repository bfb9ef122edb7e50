import type { Rgb } from '../../base/colors.js';
import type { Steps } from '../../base/idle-queue.js';
import type { Tint } from '../glyphs/glyphs.js';
import type { Ramp } from '../glyphs/rasterizer.js';

/** A picture in memory. Rows have the layout of a PNG file: each starts with a byte for the filter. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly background: Rgb;
  readonly rows: Buffer;
  /** The palette that pixels are indices of; undefined if pixels are colors. */
  readonly colors: readonly Rgb[] | undefined;
  colorAt(x: number, y: number): Rgb;
  /** Fills a rectangle, clipped to the picture. */
  fill(x: number, y: number, width: number, height: number, rgb: Rgb): void;
  /** Draws a mask of levels 0…15 in the colors of a ramp. */
  stamp(mask: Uint8Array, x: number, y: number, width: number, height: number, ramp: Ramp): void;
  /** Copies a rectangle of another picture, clipped to this one; a tint belongs to one pair of pictures. */
  copy(source: Bitmap, area: Area, x: number, y: number, tint: Tint): void;
}

/** A rectangle of a picture. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  /** The first column and the first row after the rectangle. */
  readonly right: number;
  readonly bottom: number;
}

/** Clips a rectangle to a picture; undefined if they do not overlap. */
function clip(bitmap: Bitmap, x: number, y: number, width: number, height: number): Box | undefined {
  const [left, right] = [Math.max(0, x), Math.min(x + width, bitmap.width)];
  const [top, bottom] = [Math.max(0, y), Math.min(y + height, bitmap.height)];
  return left < right && top < bottom ? { left, top, right, bottom } : undefined;
}

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

/** The palette is full. */
class TooManyColors extends Error {
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

/** Paints a picture with one byte per pixel; if it has too many colors, paints it again with three bytes per pixel. */
export function* paintSmallestBitmap(
  width: number,
  height: number,
  background: Rgb,
  paintOn: (bitmap: Bitmap) => Steps<void>,
): Steps<Bitmap> {
  try {
    const indexed = new IndexedBitmap(width, height, background);
    yield* paintOn(indexed);
    return indexed;
  } catch (error) {
    if (!(error instanceof TooManyColors)) throw error;
    const bitmap = new TrueBitmap(width, height, background);
    yield* bitmap.clear();
    yield* paintOn(bitmap);
    return bitmap;
  }
}
