import { blankCell, type Line } from '../screen/line.js';
import type { Underline } from '../screen/style.js';
import type { Steps } from '../time/slices.js';
import type { Bitmap } from './bitmap.js';
import { cell, type Glyph, padding } from './glyph.js';
import type { GlyphAtlas } from './glyphs.js';
import type { Layout, Piece } from './layout.js';
import { mix, type Ramp, Ramps } from './ramp.js';
import { smallestBitmap } from './smallest-bitmap.js';
import type { Rgb } from './theme.js';

const space = blankCell + 0x20;

/** A layout as pixels. */
export interface Painting {
  readonly bitmap: Bitmap;
  /** Characters that no font has. */
  readonly missing: readonly string[];
}

/** Draws a layout with the glyphs of an atlas; undefined when the canvas has to be loaded for some of them. */
export function* paint(layout: Layout, atlas: GlyphAtlas): Steps<Painting | undefined> {
  const { cols, rows, background } = layout;
  const [width, height] = [cols * cell.width + 2 * padding, rows * cell.height + 2 * padding];
  const missing = new Set<string>();
  let isWhole = true;
  const bitmap = yield* smallestBitmap(width, height, background, function* (surface) {
    const painter = new Painter(surface, atlas, layout, missing);
    for (const row of layout.pieces) {
      isWhole = row.every((piece) => painter.paint(piece));
      if (!isWhole) return;
      yield;
    }
  });
  return isWhole ? { bitmap, missing: [...missing].sort() } : undefined;
}

class Painter {
  readonly #bitmap: Bitmap;
  readonly #atlas: GlyphAtlas;
  readonly #layout: Layout;
  readonly #missing: Set<string>;
  readonly #ramps = new Ramps();

  constructor(bitmap: Bitmap, atlas: GlyphAtlas, layout: Layout, missing: Set<string>) {
    this.#bitmap = bitmap;
    this.#atlas = atlas;
    this.#layout = layout;
    this.#missing = missing;
  }

  /** Whether it could be painted: a glyph may lack. */
  paint(piece: Piece): boolean {
    const x = padding + piece.col * cell.width;
    const y = padding + piece.row * cell.height;
    const width = piece.width * cell.width;
    if (piece.bg !== undefined) this.#bitmap.fill(x, y, width, cell.height, piece.bg);
    if (!this.#paintText(piece, y)) return false;
    if (piece.underline !== undefined) this.#underline(piece.underline, x, y, width, piece.underlineColour);
    if (piece.strikethrough) this.#bitmap.fill(x, y + 9, width, 1, piece.fg);
    if (piece.overline) this.#bitmap.fill(x, y, width, 1, piece.fg);
    return true;
  }

  #paintText(piece: Piece, y: number): boolean {
    const line = this.#layout.lines[piece.row] as Line;
    const background = piece.bg ?? this.#layout.background;
    const ramp = this.#ramps.between(background, piece.fg);
    for (let col = piece.col; col < piece.col + piece.width; ) {
      const width = Math.max(1, line.widthAt(col));
      const content = line.contentAt(col);
      if (content !== space && content !== blankCell) {
        const glyph = this.#atlas.glyphAt(line, col, piece);
        if (glyph === undefined) return false;
        if (glyph.isMissing === true) this.#missing.add(line.slice(col, col + width));
        this.#stamp(glyph, padding + col * cell.width, y, width * cell.width, ramp, background);
      }
      col += width;
    }
    return true;
  }

  #stamp({ mask, image }: Glyph, x: number, y: number, width: number, ramp: Ramp, background: Rgb): void {
    if (mask !== undefined) this.#bitmap.stamp(mask, x, y, width, cell.height, ramp);
    if (image === undefined) return;
    for (let index = 0; index < width * cell.height; index += 1) {
      const [red, green, blue, alpha] = image.subarray(index * 4, index * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const level = Math.round((alpha * 15) / 255);
      if (level === 0) continue;
      const rgb = mix(background, (red << 16) | (green << 8) | blue, level);
      this.#bitmap.fill(x + (index % width), y + Math.floor(index / width), 1, 1, rgb);
    }
  }

  #underline(kind: Underline, x: number, y: number, width: number, rgb: Rgb): void {
    const top = y + cell.height - 3;
    switch (kind) {
      case 'single':
        this.#bitmap.fill(x, top, width, 1, rgb);
        return;
      case 'double':
        this.#bitmap.fill(x, top - 1, width, 1, rgb);
        this.#bitmap.fill(x, top + 1, width, 1, rgb);
        return;
      case 'dotted':
        this.#dashes(x, top, width, 1, 2, rgb);
        return;
      case 'dashed':
        this.#dashes(x, top, width, 3, 5, rgb);
        return;
      case 'curly':
        for (let at = 0; at < width; at += 1)
          this.#bitmap.fill(x + at, top + (curl[(x + at) % curl.length] as number), 1, 1, rgb);
    }
  }

  // Dashes keep their rhythm from piece to piece.
  #dashes(x: number, y: number, width: number, on: number, every: number, rgb: Rgb): void {
    for (let at = x; at < x + width; at += 1) if (at % every < on) this.#bitmap.fill(at, y, 1, 1, rgb);
  }
}

const curl = [0, 0, 1, 2, 2, 1] as const;
