import type { Steps } from '../../../base/idle-queue.js';
import type { Rgb } from '../theme.js';
import type { Bitmap } from './bitmap.js';
import { IndexedBitmap, TooManyColors } from './indexed-bitmap.js';
import { TrueBitmap } from './true-bitmap.js';

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
