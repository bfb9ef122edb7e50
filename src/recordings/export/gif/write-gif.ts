import { MethodError } from '../../../base/errors.js';
import type { Shot } from '../../film/pacing.js';
import type { OutputFile } from '../output-file.js';
import { imageOf } from './gif-image.js';
import { GifWriter, maxDelay } from './gif-writer.js';
import { type GifDrawing, ScreenCanvas, sizeOf } from './screen-canvas.js';

/** The size of the largest screen of a film. */
export interface FilmSize {
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
  checkSize(size, drawing.scale);
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

function checkSize({ cols, rows }: FilmSize, scale: number): void {
  const { width, height } = sizeOf(cols, rows, scale);
  if (width * height <= maxPixels && Math.max(width, height) <= maxSide) return;
  const limits = `at most ${maxPixels / 1e6} million pixels and ${maxSide} per side`;
  const advice = scale > 1 ? ' Use a smaller --scale, or write a .cast or .svg file.' : ' Write a .cast or .svg file.';
  throw new MethodError('io', `The GIF would be ${width}×${height} pixels. Expected ${limits}.${advice}`);
}
