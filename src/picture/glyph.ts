import { cellPixels } from '../screen/cell.js';

/** The size of a cell in pixels, and of the text in it. */
export const cell = { ...cellPixels, fontSize: 16, baseline: 14 } as const;

/** What surrounds the cells of a picture, in pixels. */
export const padding = 1;

/** How a character is drawn: a mask of levels 0…15, or a coloured picture (RGBA). */
export interface Glyph {
  readonly mask?: Uint8Array;
  readonly image?: Uint8ClampedArray;
  /** No font has it, or not all of its marks. */
  readonly isMissing?: true;
}
