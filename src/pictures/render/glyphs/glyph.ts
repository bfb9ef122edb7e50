import { cellPixels } from '../../../screen/cells.js';

/** The size of a cell in pixels, and of the text in it. */
export interface CellMetrics {
  /** Multiplier of all sizes at scale 1, and the thickness of thin lines in pixels. */
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
export const scaleCell = (scale: number): CellMetrics => ({
  scale,
  width: cell.width * scale,
  height: cell.height * scale,
  fontSize: cell.fontSize * scale,
  baseline: cell.baseline * scale,
});

/** The empty border around the cells of a picture, in pixels at scale 1, unless a request sets another. */
export const defaultPadding = 1;

/** Options for the size of a picture: `scale` multiplies everything, including the padding. */
export interface Sizing {
  readonly scale?: number;
  /** In pixels at scale 1. */
  readonly padding?: number;
}

/** How a character is drawn: a mask of levels 0…15, or a colored picture (RGBA). */
export interface Glyph {
  readonly mask?: Uint8Array;
  readonly image?: Uint8ClampedArray;
  /** Whether no font has the character or one of its marks. */
  readonly isMissing?: true;
}
