import { MethodError } from '../../../base/errors.js';
import { createLazyImport } from '../../../base/files.js';
import { loadCanvas, UnusableFont } from '../../../pictures/fonts.js';
import { cell, defaultPadding } from '../../../pictures/glyphs/figure.js';
import { paintScreen } from '../../../pictures/picture.js';
import type { Area, Bitmap } from '../../../pictures/png/bitmap.js';
import type { Theme } from '../../../pictures/render/theme.js';
import type { Screen } from '../../../screen/screen.js';
import { hasSameFrame, listChangedRows, pickRows } from '../changed-rows.js';

/** How screens are painted. */
export interface GifDrawing {
  readonly theme: Theme;
  readonly font: string | undefined;
  readonly scale: number;
}

const load = createLazyImport(loadCanvas);

/** The pixels of the current and of the previous screen. Only rows that have changed are painted. */
export class ScreenCanvas {
  readonly width: number;
  readonly height: number;
  /** The colors of the pixels, row by row. */
  readonly pixels: Uint32Array;
  /** The colors of the screen before; not a color before the first one. */
  readonly before: Uint32Array;
  /** The characters missing from all fonts. */
  readonly missing = new Set<string>();
  readonly #drawing: GifDrawing;
  readonly #border: number;
  #screen: Screen | undefined;
  #dirtyTop = 0;
  #dirtyBottom = 0;

  /** A canvas for screens of at most `cols` × `rows` cells. */
  constructor(cols: number, rows: number, drawing: GifDrawing) {
    this.#drawing = drawing;
    this.#border = defaultPadding * drawing.scale;
    ({ width: this.width, height: this.height } = sizeOf(cols, rows, drawing.scale));
    this.pixels = new Uint32Array(this.width * this.height);
    this.before = new Uint32Array(this.width * this.height).fill(0xffffffff);
  }

  /** Paints a screen; the rest of a larger canvas gets the background. */
  async paint(screen: Screen): Promise<void> {
    const last = this.#screen;
    const isNew = last === undefined || !hasSameFrame(last, screen);
    const rows = listChangedRows(last, screen);
    this.#screen = screen;
    if (rows.length === 0) return;
    const bitmap = await this.#paintRows(screen, rows);
    if (isNew) {
      this.pixels.fill(bitmap.background);
      this.#noteDirty(0, this.height);
    }
    for (const [index, row] of rows.entries()) this.#copyRow(bitmap, index, row);
  }

  /** The smallest rectangle that contains all differences to the screen before; undefined if there are none. */
  findChangedArea(): Area | undefined {
    let [left, right, top, bottom] = [this.width, 0, this.height, 0];
    for (let y = this.#dirtyTop; y < this.#dirtyBottom; y += 1) {
      const start = y * this.width;
      if (this.#isSameRow(start)) continue;
      top = Math.min(top, y);
      bottom = y + 1;
      for (let x = 0; x < left; x += 1) if (this.pixels[start + x] !== this.before[start + x]) left = x;
      for (let x = this.width - 1; x >= right; x -= 1)
        if (this.pixels[start + x] !== this.before[start + x]) right = x + 1;
    }
    this.#dirtyTop = this.#dirtyBottom = 0;
    return bottom === 0 ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Makes the current screen the one before. */
  accept({ y, height }: Area): void {
    const [start, end] = [y * this.width, (y + height) * this.width];
    this.before.set(this.pixels.subarray(start, end), start);
  }

  async #paintRows(screen: Screen, rows: readonly number[]): Promise<Bitmap> {
    const { theme, font, scale } = this.#drawing;
    try {
      // With the same padding: the pattern of an underline depends on its horizontal position.
      const { bitmap, missing } = await paintScreen(pickRows(screen, rows), theme, font, load, { scale });
      for (const character of missing) this.missing.add(character);
      return bitmap;
    } catch (error) {
      if (error instanceof UnusableFont) throw new MethodError('io', error.message, {}, { cause: error });
      throw error;
    }
  }

  #copyRow(bitmap: Bitmap, index: number, row: number): void {
    const height = cell.height * this.#drawing.scale;
    const top = this.#border + row * height;
    this.#noteDirty(top, top + height);
    for (let y = 0; y < height; y += 1)
      copyPixels(bitmap, this.#border + index * height + y, this.pixels, (top + y) * this.width);
  }

  #noteDirty(top: number, bottom: number): void {
    const isClean = this.#dirtyTop === this.#dirtyBottom;
    this.#dirtyTop = isClean ? top : Math.min(this.#dirtyTop, top);
    this.#dirtyBottom = isClean ? bottom : Math.max(this.#dirtyBottom, bottom);
  }

  // One native call.
  #isSameRow(start: number): boolean {
    return bytesOf(this.pixels, start, this.width).equals(bytesOf(this.before, start, this.width));
  }
}

/** The size of the picture of a screen, in pixels. */
export function sizeOf(cols: number, rows: number, scale: number): { readonly width: number; readonly height: number } {
  return {
    width: (cols * cell.width + 2 * defaultPadding) * scale,
    height: (rows * cell.height + 2 * defaultPadding) * scale,
  };
}

const bytesOf = (words: Uint32Array, start: number, length: number): Buffer =>
  Buffer.from(words.buffer, words.byteOffset + start * 4, length * 4);

function copyPixels({ width, rows, colors }: Bitmap, y: number, to: Uint32Array, start: number): void {
  if (colors !== undefined) {
    const from = y * (width + 1) + 1;
    for (let x = 0; x < width; x += 1) to[start + x] = colors[rows[from + x] as number] as number;
    return;
  }
  const from = y * (width * 3 + 1) + 1;
  for (let x = 0; x < width; x += 1) to[start + x] = rows.readUIntBE(from + x * 3, 3);
}
