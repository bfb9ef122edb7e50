import type { Scratch } from '../canvas.js';
import { cell } from './glyph.js';

type CanvasContext = Scratch['context'];

/** A part of a character: code points that the font joins are one part. */
export interface GlyphPart {
  readonly text: string;
  readonly x: number;
  /** Vertical offset upwards. */
  readonly rise: number;
}
/** The extent of text, relative to its origin. */
interface Extent {
  readonly advance: number;
  readonly left: number;
  readonly right: number;
  readonly above: number;
  readonly below: number;
}

/** Positions the parts of a character in cells of `width` pixels. */
export function layOutParts(context: CanvasContext, text: string, width: number, fontSize: number): GlyphPart[] {
  const { advance, right } = measureExtent(context, text);
  const [base = '', ...marks] = [...text];
  // Centered: the advance of the text font is not a whole number of pixels.
  const scale = fontSize / cell.fontSize;
  const x = computeStart(advance, width, scale);
  // If a font has no anchors for marks, it draws them after their letter.
  const isJoined = marks.length === 0 || right <= advance + scale || advance !== measureExtent(context, base).advance;
  return isJoined
    ? [{ text, x, rise: 0 }]
    : [{ text: base, x, rise: 0 }, ...layOutMarks(context, base, marks, { width, scale })];
}

/** The maximum extent of the parts above and below the text baseline. */
export function measureReach(context: CanvasContext, parts: readonly GlyphPart[]): Pick<Extent, 'above' | 'below'> {
  const extents = parts.map(({ text, rise }) => ({ rise, ...measureExtent(context, text) }));
  return {
    above: Math.max(...extents.map(({ above, rise }) => above + rise)),
    below: Math.max(...extents.map(({ below, rise }) => below - rise)),
  };
}

function computeStart(advance: number, width: number, scale: number): number {
  const shift = (width - advance) / 2;
  return Math.abs(shift) < scale ? shift : Math.max(0, shift);
}

// Marks are centered above their letter, and raised above letters as tall as the marks are high.
function layOutMarks(
  context: CanvasContext,
  base: string,
  marks: readonly string[],
  { width, scale }: { readonly width: number; readonly scale: number },
): GlyphPart[] {
  let top = measureExtent(context, base).above;
  return marks.map((text) => {
    const { left, right, above, below } = measureExtent(context, text);
    const bottom = -below;
    const isAbove = bottom > (cell.fontSize / 4) * scale;
    const rise = isAbove ? Math.max(0, top + scale - bottom) : 0;
    if (isAbove) top = above + rise;
    return { text, x: (width - right + left) / 2, rise };
  });
}

function measureExtent(context: CanvasContext, text: string): Extent {
  const metrics = context.measureText(text);
  return {
    advance: metrics.width,
    left: metrics.actualBoundingBoxLeft,
    right: metrics.actualBoundingBoxRight,
    above: metrics.actualBoundingBoxAscent,
    below: metrics.actualBoundingBoxDescent,
  };
}
