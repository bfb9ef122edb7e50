import { cellPixels } from '../../screen/cell.js';

/** The size of a cell in pixels, and of the text in it. */
export interface CellMetrics {
  /** Every size is a multiple of that at scale 1; also the thickness of thin lines, in pixels. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** From the top of the cell. */
  readonly baseline: number;
}

/** A cell at scale 1. */
export const cell = { scale: 1, ...cellPixels, fontSize: 16, baseline: 14 } as const satisfies CellMetrics;

/** A cell at another scale. */
export const scaledCell = (scale: number): CellMetrics => ({
  scale,
  width: cell.width * scale,
  height: cell.height * scale,
  fontSize: cell.fontSize * scale,
  baseline: cell.baseline * scale,
});

/** The empty border around the cells of a picture, in pixels at scale 1, unless a request says otherwise. */
export const defaultPadding = 1;

/** The size of a picture: everything in it is `scale` times as large, also its padding. */
export interface Sizing {
  readonly scale?: number;
  /** In pixels at scale 1. */
  readonly padding?: number;
}

/** How a character is drawn: a mask of levels 0…15, or a colored picture (RGBA). */
export interface Glyph {
  readonly mask?: Uint8Array;
  readonly image?: Uint8ClampedArray;
  /** No font has it, or not all of its marks. */
  readonly isMissing?: true;
}
