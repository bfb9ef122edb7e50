import type { Rgb } from '../../base/colors.js';
import { MethodError } from '../../base/errors.js';
import { createLazyImport } from '../../base/files.js';
import { loadCanvas, UnusableFont } from '../../pictures/fonts.js';
import { cell, defaultPadding } from '../../pictures/glyphs/figure.js';
import { paintScreen } from '../../pictures/picture.js';
import { type Area, type Bitmap, Palette } from '../../pictures/png/bitmap.js';
import type { Theme } from '../../pictures/themes.js';
import { drawWindow, measureWindow, type WindowFrame } from '../../pictures/window-frame.js';
import type { Screen } from '../../screen/screen.js';
import type { Shot } from '../pacing.js';
import { hasSameFrame, listChangedRows, pickRows } from '../painter.js';
import { type GifImage, GifWriter, maxDelay } from './gif-writer.js';
import type { OutputFile } from './output-file.js';

/** The size of the largest screen of a film. */
interface FilmSize {
  readonly cols: number;
  readonly rows: number;
}

const maxSide = 65_535;
// A pixel takes up to 16 bytes of memory.
const maxPixels = 40_000_000;
// Browsers show an image for 100 ms if its delay is shorter.
const minDelay = 2;

/** Writes a GIF that is played `plays` times (0: endlessly); resolves with the characters missing from all fonts. */
export async function writeGif(
  shots: AsyncIterable<Shot>,
  size: FilmSize,
  drawing: GifDrawing,
  plays: number,
  file: OutputFile,
): Promise<readonly string[]> {
  checkGifSize(size, drawing);
  const canvas = new ScreenCanvas(size.cols, size.rows, drawing);
  const images = new GifImages(file);
  await file.write(images.writer.encodeHeader(canvas.width, canvas.height, plays));
  let endMs = 0;
  for await (const { atMs, durationMs, screen } of shots) {
    endMs = atMs + durationMs;
    await canvas.paint(screen);
    const area = canvas.findChangedArea();
    if (area === undefined) continue;
    await images.show(images.writer.encodeImage(imageOf(canvas, area)), atMs);
    canvas.accept(area);
  }
  await images.finish(endMs);
  await file.write(images.writer.encodeTrailer());
  return [...canvas.missing].sort();
}

function checkGifSize({ cols, rows }: FilmSize, drawing: GifDrawing): void {
  const { scale } = drawing;
  const { width, height } = sizeOf(cols, rows, drawing);
  if (width * height <= maxPixels && Math.max(width, height) <= maxSide) return;
  const limits = `at most ${maxPixels / 1e6} million pixels and ${maxSide} per side`;
  const advice = scale > 1 ? ' Use a smaller --scale, or write a .cast or .svg file.' : ' Write a .cast or .svg file.';
  throw new MethodError('io', `The GIF would be ${width}×${height} pixels. Expected ${limits}.${advice}`);
}

/** Writes each image when it is known how long it is shown. */
class GifImages {
  readonly writer = new GifWriter();
  readonly #file: OutputFile;
  #image: Buffer | undefined;
  /** When the image is shown, in hundredths of a second. */
  #at = 0;

  constructor(file: OutputFile) {
    this.#file = file;
  }

  async show(image: Buffer, atMs: number): Promise<void> {
    await this.finish(atMs);
    this.#image = image;
  }

  async finish(atMs: number): Promise<void> {
    if (this.#image === undefined) return;
    let delay = Math.max(minDelay, Math.round(atMs / 10) - this.#at);
    this.#at += delay;
    while (delay > 0) {
      const part = Math.min(delay, maxDelay);
      this.writer.setDelay(this.#image, part);
      await this.#file.write(this.#image);
      this.#image = this.writer.encodeEmptyImage();
      delay -= part;
    }
  }
}

/** The size of the picture of a screen, in pixels, and where the cells are in it. */
function sizeOf(cols: number, rows: number, { scale, frame }: GifDrawing): ReturnType<typeof measureWindow> {
  const [width, height] = [cols * cell.width * scale, rows * cell.height * scale];
  if (frame !== undefined) return measureWindow(width, height, frame);
  const border = defaultPadding * scale;
  return { width: width + 2 * border, height: height + 2 * border, left: border, top: border };
}

/** How screens are painted. */
interface GifDrawing {
  readonly theme: Theme;
  readonly font: string | undefined;
  readonly scale: number;
  readonly frame?: WindowFrame | undefined;
}

const load = createLazyImport(loadCanvas);

/** The pixels of the current and of the previous screen. Only rows that have changed are painted. */
class ScreenCanvas {
  readonly width: number;
  readonly height: number;
  /** The colors of the pixels, row by row. */
  readonly pixels: Uint32Array;
  /** The colors of the screen before; not a color before the first one. */
  readonly before: Uint32Array;
  /** The characters missing from all fonts. */
  readonly missing = new Set<string>();
  readonly #drawing: GifDrawing;
  /** Where the cells are, and what surrounds them in a bitmap of rows. */
  readonly #left: number;
  readonly #top: number;
  readonly #border: number;
  #screen: Screen | undefined;
  #dirtyTop = 0;
  #dirtyBottom = 0;

  /** A canvas for screens of at most `cols` × `rows` cells. */
  constructor(cols: number, rows: number, drawing: GifDrawing) {
    this.#drawing = drawing;
    ({ width: this.width, height: this.height, left: this.#left, top: this.#top } = sizeOf(cols, rows, drawing));
    this.#border = drawing.frame === undefined ? defaultPadding * drawing.scale : 0;
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
      this.#clear(bitmap.background);
      this.#noteDirty(0, this.height);
    }
    for (const [index, row] of rows.entries()) this.#copyRow(bitmap, index, row);
  }

  #clear(background: Rgb): void {
    const { frame } = this.#drawing;
    this.pixels.fill(background);
    if (frame === undefined) return;
    const fill = (x: number, y: number, width: number, height: number, rgb: Rgb): void => {
      for (let row = y; row < y + height; row += 1)
        this.pixels.fill(rgb, row * this.width + x, row * this.width + x + width);
    };
    drawWindow(fill, this, frame, background);
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
    const { theme, font, scale, frame } = this.#drawing;
    const sizing = frame === undefined ? { scale } : { scale, padding: 0 };
    try {
      // With the same padding: the pattern of an underline depends on its horizontal position.
      const { bitmap, missing } = await paintScreen(pickRows(screen, rows), theme, font, load, sizing);
      for (const character of missing) this.missing.add(character);
      return bitmap;
    } catch (error) {
      if (error instanceof UnusableFont) throw new MethodError('io', error.message, {}, { cause: error });
      throw error;
    }
  }

  #copyRow(bitmap: Bitmap, index: number, row: number): void {
    const height = cell.height * this.#drawing.scale;
    const top = this.#top + row * height;
    const left = this.#left - this.#border;
    this.#noteDirty(top, top + height);
    for (let y = 0; y < height; y += 1)
      copyPixels(bitmap, this.#border + index * height + y, this.pixels, (top + y) * this.width + left);
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

interface Counted {
  readonly rgb: Rgb;
  readonly count: number;
}
/** Colors that become one. */
interface Box {
  readonly colors: readonly Counted[];
  /** The channel with the largest range, as the number of bits to shift, and its range times the number of pixels. */
  readonly shift: number;
  readonly weight: number;
}

/**
 * Assigns each color to one of at most `maxColors` (median cut). A group of similar colors becomes its most frequent one,
 * so that backgrounds keep their exact color.
 */
export function mergeColors(counts: ReadonlyMap<Rgb, number>, maxColors: number): ReadonlyMap<Rgb, Rgb> {
  const boxes = [boxOf([...counts].map(([rgb, count]) => ({ rgb, count })))];
  while (boxes.length < maxColors) {
    const widest = boxes.reduce((best, box, index) => (box.weight > (boxes[best] as Box).weight ? index : best), 0);
    const box = boxes[widest] as Box;
    if (box.colors.length < 2) break;
    boxes.splice(widest, 1, ...split(box));
  }
  return new Map(
    boxes.flatMap(({ colors }) => {
      const main = colors.reduce((best, color) => (color.count > best.count ? color : best)).rgb;
      return colors.map(({ rgb }) => [rgb, main] as const);
    }),
  );
}

const channelOf = (rgb: Rgb, shift: number): number => (rgb >> shift) & 0xff;

function boxOf(colors: readonly Counted[]): Box {
  let [widest, largest] = [0, 0];
  for (const shift of [0, 8, 16]) {
    let [low, high] = [255, 0];
    for (const { rgb } of colors) {
      const value = channelOf(rgb, shift);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > largest) [widest, largest] = [shift, high - low];
  }
  const pixels = colors.reduce((sum, { count }) => sum + count, 0);
  return { colors, shift: widest, weight: colors.length > 1 ? largest * Math.sqrt(pixels) : -1 };
}

/** Two boxes with about half of the pixels each. */
function split({ colors, shift }: Box): [Box, Box] {
  const sorted = [...colors].sort((one, other) => channelOf(one.rgb, shift) - channelOf(other.rgb, shift));
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let end = 0;
  for (let sum = 0; end < sorted.length - 1 && sum < half; end += 1) sum += (sorted[end] as Counted).count;
  const middle = Math.max(1, end);
  return [boxOf(sorted.slice(0, middle)), boxOf(sorted.slice(middle))];
}

// Not a color: marks pixels that keep theirs.
const unchanged = 0x1000000;
const maxColors = 256;

/**
 * The image that changes an area of a canvas from the screen before to the current one. Colors are exact up to 256;
 * pixels that keep their color are transparent and count as one.
 */
function imageOf(canvas: ScreenCanvas, area: Area): GifImage {
  const values = extractValues(canvas, area);
  const exact = assignNumbers(values);
  return { area, ...(exact ?? (assignNumbers(values, chooseReplacements(values)) as Numbered)) };
}

/** The color of each pixel, or `unchanged`. */
function extractValues({ pixels, before, width }: ScreenCanvas, area: Area): Uint32Array {
  const values = new Uint32Array(area.width * area.height);
  let to = 0;
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const start = y * width + area.x;
    for (let at = start; at < start + area.width; at += 1) {
      const color = pixels[at] as Rgb;
      values[to] = color === before[at] ? unchanged : color;
      to += 1;
    }
  }
  return values;
}

type Numbered = Omit<GifImage, 'area'>;

/** Numbers the colors in order of first use; undefined if there are too many. */
function assignNumbers(values: Uint32Array, replacements?: ReadonlyMap<Rgb, Rgb>): Numbered | undefined {
  const palette = new Palette();
  const pixels = new Uint8Array(values.length);
  let [last, lastNumber] = [-1, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (value !== last) {
      const number = palette.addColor(replacements?.get(value) ?? value);
      if (number === undefined) return undefined;
      [last, lastNumber] = [value, number];
    }
    pixels[at] = lastNumber;
  }
  const transparent = palette.colors.indexOf(unchanged);
  const colors = palette.colors.map((color) => (color === unchanged ? 0 : color));
  return { pixels, colors, transparent: transparent < 0 ? undefined : transparent };
}

function chooseReplacements(values: Uint32Array): ReadonlyMap<Rgb, Rgb> {
  const counts = new Map<Rgb, number>();
  for (const value of values) if (value !== unchanged) counts.set(value, (counts.get(value) ?? 0) + 1);
  return mergeColors(counts, maxColors - 1);
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
