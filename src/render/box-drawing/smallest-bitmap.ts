import type { Steps } from '../../async/cooperative.js';
import type { Bitmap } from '../png/bitmap.js';
import { IndexedBitmap, TooManyColors } from '../png/indexed-bitmap.js';
import { TrueBitmap } from '../png/true-bitmap.js';
import type { Rgb } from '../theme.js';

/** Has a picture painted a byte a pixel; again from the beginning, three bytes a pixel, where it has too many colors. */
export function* smallestBitmap(
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
