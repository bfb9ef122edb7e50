import { join } from 'node:path';
import { boxMask } from '../box-drawing/boxes.js';
import { aliasOf, createScratch, fontFolder, type Scratch } from '../canvas.js';
import { type Face, fontFor } from '../fonts.js';
import { type CellMetrics, cell, type Glyph } from './glyph.js';
import { type GlyphPart, placeParts, reachOf } from './glyph-layout.js';

/** A font file of the user's. */
export interface OwnFont {
  readonly file: string;
  /** What it has of a character; undefined when it lacks something that is seen. */
  textFor(text: string): string | undefined;
}

const enlarged = 16;
// Hinting adds two pixels to capitals with accents; where letters do not stand quite straight there is none.
const askew = 0.0005;

/** Draws characters with fonts; only once the canvas is loaded. */
export class GlyphDrawer {
  readonly #scratch: Scratch;
  /** Asked before the bundled ones. */
  readonly #own: OwnFont | undefined;
  readonly #cell: CellMetrics;

  constructor(own?: OwnFont, metrics: CellMetrics = cell) {
    this.#own = own;
    this.#cell = metrics;
    this.#scratch = createScratch(metrics.width * 2, metrics.height);
  }

  /** The character of a cell or two. */
  draw(text: string, width: number, face: Face): Glyph {
    const pixels = this.#cell.width * width;
    const ownText = this.#own?.textFor(text);
    if (this.#own !== undefined && ownText !== undefined) {
      const alias = aliasOf(this.#own.file);
      return this.#drawText(ownText, pixels, (size) => `${styleOf(face)} ${size}px ${alias}`);
    }
    const choice = fontFor(text, width, face);
    if (choice === undefined) return { mask: missingBox(pixels, this.#cell), isMissing: true };
    const alias = aliasOf(join(fontFolder(), choice.file));
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
    const parts = placeParts(context, text, width, this.#cell.fontSize);
    const { above, below } = reachOf(context, parts);
    const isInCell = above <= baseline && below <= height - baseline;
    const tallness = isInCell ? 1 : this.#heightOf(parts, font);
    context.setTransform(1, tallness < 1 ? askew : 0, 0, tallness, 0, baseline);
    for (const part of parts) {
      // What is too wide for its cells is drawn narrower.
      const isTooWide = context.measureText(part.text).width >= width + 2 * scale;
      context.fillText(part.text, part.x, -part.rise, isTooWide ? width : undefined);
    }
    context.resetTransform();
    const rgba = this.#scratch.read(width, height);
    return { mask: Uint8Array.from({ length: width * height }, (_, index) => levelOf(rgba[index * 4] as number)) };
  }

  // What of its height a character may have; measured so large that what hinting adds does not matter.
  #heightOf(parts: readonly GlyphPart[], font: (size: number) => string): number {
    const { context } = this.#scratch;
    const { baseline, fontSize, height } = this.#cell;
    context.font = font(fontSize * enlarged);
    const { above, below } = reachOf(
      context,
      parts.map((part) => ({ ...part, rise: part.rise * enlarged })),
    );
    context.font = font(fontSize);
    return Math.min(1, (baseline * enlarged) / above, ((height - baseline) * enlarged) / Math.max(1, below));
  }

  /** What is drawn without a font, with the marks that stand over it. */
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
    // Emoji are wider than their size says.
    context.font = `${(width === this.#cell.width ? 8 : 14) * scale}px ${alias}`;
    const advance = context.measureText(text).width;
    // A sequence that the font does not know is drawn as its parts, all of them in their cells.
    context.fillText(text, (width - Math.min(advance, width)) / 2, baseline, width);
    return { image: this.#scratch.read(width, height).slice() };
  }
}

/** The mask of a character that is drawn without a font, if it is one: `width` is in cells. */
export const boxGlyph = (codePoint: number, width: number, metrics: CellMetrics = cell): Uint8Array | undefined =>
  boxMask(codePoint, metrics.width * width, metrics.height)?.map(levelOf);

/** The level of a mask for how much of a pixel is covered, 0…255. */
const levelOf = (coverage: number): number => ((coverage * 15 + 127) / 255) | 0;
const styleOf = ({ bold, italic }: Face): string => `${italic ? 'italic ' : ''}${bold ? 'bold' : 'normal'}`;

// What no font has is a box of its width.
function missingBox(width: number, { height, baseline, scale }: CellMetrics): Uint8Array {
  const mask = new Uint8Array(width * height);
  const [left, right, top, bottom] = [scale, width - scale, 3 * scale, baseline + scale];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const isEdge = x < left + scale || x >= right - scale || y < top + scale || y >= bottom - scale;
      if (isEdge) mask[y * width + x] = 15;
    }
  return mask;
}
