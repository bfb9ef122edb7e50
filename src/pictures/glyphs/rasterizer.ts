import { join } from 'node:path';
import type { Rgb } from '../../base/colors.js';
import { chooseFont, createScratch, type Face, findFontFolder, registerFont, type Scratch } from '../fonts.js';
import { createBoxMask } from './boxes.js';
import { type CellMetrics, cell, type Glyph } from './figure.js';

type CanvasContext = Scratch['context'];

/** A part of a character: code points that the font joins are one part. */
interface GlyphPart {
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
function layOutParts(context: CanvasContext, text: string, width: number, fontSize: number): GlyphPart[] {
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
function measureReach(context: CanvasContext, parts: readonly GlyphPart[]): Pick<Extent, 'above' | 'below'> {
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

/** A font file supplied by the user. */
export interface OwnFont {
  readonly file: string;
  /** The code points of a character that the font has; undefined if it lacks a visible one. */
  adaptText(text: string): string | undefined;
}

const enlarged = 16;
// A slight skew disables hinting, which adds two pixels to accented capitals.
const skew = 0.0005;

/** Draws characters with fonts. Requires the canvas to be loaded. */
export class GlyphRasterizer {
  readonly #scratch: Scratch;
  /** Used before the bundled fonts. */
  readonly #own: OwnFont | undefined;
  readonly #cell: CellMetrics;

  constructor(own?: OwnFont, metrics: CellMetrics = cell) {
    this.#own = own;
    this.#cell = metrics;
    this.#scratch = createScratch(metrics.width * 2, metrics.height);
  }

  /** Draws a character of one or two cells. */
  draw(text: string, width: number, face: Face): Glyph {
    const pixels = this.#cell.width * width;
    const ownText = this.#own?.adaptText(text);
    if (this.#own !== undefined && ownText !== undefined) {
      const alias = registerFont(this.#own.file);
      return this.#drawText(ownText, pixels, (size) => `${formatFontStyle(face)} ${size}px ${alias}`);
    }
    const choice = chooseFont(text, width, face);
    if (choice === undefined) return { mask: drawMissingBox(pixels, this.#cell), isMissing: true };
    const alias = registerFont(join(findFontFolder(), choice.file));
    const slant = choice.isUpright ? 'italic ' : '';
    const glyph =
      choice.family === 'emoji'
        ? this.#drawEmoji(choice.text, pixels, alias)
        : this.#drawText(choice.text, pixels, (size) => `${slant}${size}px ${alias}`);
    return choice.lacksMarks ? { ...glyph, isMissing: true } : glyph;
  }

  #drawText(text: string, width: number, font: (size: number) => string): Glyph {
    const { context } = this.#scratch;
    const { baseline, height, scale } = this.#cell;
    context.fillStyle = '#000';
    context.fillRect(0, 0, this.#cell.width * 2, height);
    context.fillStyle = '#fff';
    context.font = font(this.#cell.fontSize);
    const parts = layOutParts(context, text, width, this.#cell.fontSize);
    const { above, below } = measureReach(context, parts);
    const isInCell = above <= baseline && below <= height - baseline;
    const tallness = isInCell ? 1 : this.#fitHeight(parts, font);
    context.setTransform(1, tallness < 1 ? skew : 0, 0, tallness, 0, baseline);
    for (const part of parts) {
      // Text that is too wide for its cells is compressed.
      const isTooWide = context.measureText(part.text).width >= width + 2 * scale;
      context.fillText(part.text, part.x, -part.rise, isTooWide ? width : undefined);
    }
    context.resetTransform();
    const rgba = this.#scratch.read(width, height);
    return { mask: Uint8Array.from({ length: width * height }, (_, index) => toLevel(rgba[index * 4] as number)) };
  }

  // The vertical scale at which a character fits; measured enlarged, so that hinting has no effect.
  #fitHeight(parts: readonly GlyphPart[], font: (size: number) => string): number {
    const { context } = this.#scratch;
    const { baseline, fontSize, height } = this.#cell;
    context.font = font(fontSize * enlarged);
    const { above, below } = measureReach(
      context,
      parts.map((part) => ({ ...part, rise: part.rise * enlarged })),
    );
    context.font = font(fontSize);
    return Math.min(1, (baseline * enlarged) / above, ((height - baseline) * enlarged) / Math.max(1, below));
  }

  /** Adds marks to a character that is drawn without a font. */
  drawOver(mask: Uint8Array, marks: string, width: number, face: Face): Glyph {
    const over = this.draw(` ${marks}`, width, face);
    const both = mask.map((level, index) => Math.max(level, over.mask?.[index] ?? 0));
    const isSeen = over.isMissing !== true && both.some((level, index) => level > (mask[index] as number));
    return isSeen ? { mask: both } : { mask, isMissing: true };
  }

  #drawEmoji(text: string, width: number, alias: string): Glyph {
    const { context } = this.#scratch;
    const { baseline, height, scale } = this.#cell;
    context.clearRect(0, 0, this.#cell.width * 2, height);
    // Emoji are wider than their font size.
    context.font = `${(width === this.#cell.width ? 8 : 14) * scale}px ${alias}`;
    const advance = context.measureText(text).width;
    // An unknown sequence is drawn as its parts, which must fit into the cells.
    context.fillText(text, (width - Math.min(advance, width)) / 2, baseline, width);
    return { image: this.#scratch.read(width, height).slice() };
  }
}

/** The mask of a character that is drawn without a font; undefined for others. `width` is in cells. */
export const drawBoxGlyph = (codePoint: number, width: number, metrics: CellMetrics = cell): Uint8Array | undefined =>
  createBoxMask(codePoint, metrics.width * width, metrics.height)?.map(toLevel);

/** Converts the coverage of a pixel, 0…255, to a mask level. */
const toLevel = (coverage: number): number => ((coverage * 15 + 127) / 255) | 0;
const formatFontStyle = ({ bold, italic }: Face): string => `${italic ? 'italic ' : ''}${bold ? 'bold' : 'normal'}`;

// Characters that no font has are drawn as a box of their width.
function drawMissingBox(width: number, { height, baseline, scale }: CellMetrics): Uint8Array {
  const mask = new Uint8Array(width * height);
  const [left, right, top, bottom] = [scale, width - scale, 3 * scale, baseline + scale];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const isEdge = x < left + scale || x >= right - scale || y < top + scale || y >= bottom - scale;
      if (isEdge) mask[y * width + x] = 15;
    }
  return mask;
}

const steps = 16;

/** 16 colors interpolated between two colors. */
export class Ramp {
  readonly colors = new Uint32Array(steps);
  /** Palette indices of the colors; -1 if not assigned yet. */
  readonly numbers = new Int16Array(steps).fill(-1);

  constructor(from: Rgb, to: Rgb) {
    for (let level = 0; level < steps; level += 1) this.colors[level] = mix(from, to, level);
  }
}

/** Caches the ramps of a picture: they are few, and each is used for many characters. */
export class Ramps {
  readonly #known = new Map<number, Ramp>();

  getRamp(from: Rgb, to: Rgb): Ramp {
    const key = from * 0x1000000 + to;
    let ramp = this.#known.get(key);
    if (ramp === undefined) {
      ramp = new Ramp(from, to);
      this.#known.set(key, ramp);
    }
    return ramp;
  }
}

/** Interpolates between two colors; `level` is in fifteenths. */
export const mix = (from: Rgb, to: Rgb, level: number): Rgb =>
  (mixChannel(from >> 16, to >> 16, level) << 16) |
  (mixChannel((from >> 8) & 0xff, (to >> 8) & 0xff, level) << 8) |
  mixChannel(from & 0xff, to & 0xff, level);

const mixChannel = (from: number, to: number, level: number): number =>
  ((from * (15 - level) + to * level + 7) / 15) | 0;
