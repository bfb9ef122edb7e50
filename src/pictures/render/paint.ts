import type { Steps } from '../../base/idle-queue.js';
import { blankCell } from '../../screen/cells.js';
import type { Line } from '../../screen/line.js';
import type { CellMetrics, Glyph } from './glyphs/glyph.js';
import type { GlyphAtlas } from './glyphs/glyphs.js';
import { mix, type Ramp, Ramps } from './glyphs/ramp.js';
import type { Layout, LayoutRun } from './layout.js';
import type { Bitmap } from './png/bitmap.js';
import { paintSmallestBitmap } from './png/smallest-bitmap.js';
import type { Rgb } from './theme.js';
import { paintUnderline } from './underline.js';

const space = blankCell + 0x20;

/** A painted layout. */
export interface Painting {
  readonly bitmap: Bitmap;
  /** Characters missing from all fonts. */
  readonly missing: readonly string[];
}

/** Whether a layout has a glyph that only the canvas draws. Otherwise the atlas has all of its glyphs afterwards. */
export function* isCanvasNeeded({ lines, pieces }: Layout, atlas: GlyphAtlas): Steps<boolean> {
  for (const row of pieces) {
    for (const piece of row) {
      const line = lines[piece.row] as Line;
      for (let col = piece.col; col < piece.col + piece.width; col += Math.max(1, line.widthAt(col)))
        if (!isBlank(line, col) && atlas.findGlyph(line, col, piece) === undefined) return true;
    }
    yield;
  }
  return false;
}

/** Paints a layout at the scale of the atlas, with `padding` in pixels. The canvas must be loaded if it is needed. */
export function* paint(layout: Layout, atlas: GlyphAtlas, padding: number): Steps<Painting> {
  const { cols, rows, background } = layout;
  const { cell } = atlas;
  const border = padding * cell.scale;
  const [width, height] = [cols * cell.width + 2 * border, rows * cell.height + 2 * border];
  const missing = new Set<string>();
  const bitmap = yield* paintSmallestBitmap(width, height, background, function* (surface) {
    const painter = new LayoutPainter(surface, atlas, layout, { missing, border });
    for (const row of layout.pieces) {
      for (const piece of row) painter.paint(piece);
      yield;
    }
  });
  return { bitmap, missing: [...missing].sort() };
}

function isBlank(line: Line, col: number): boolean {
  const content = line.contentAt(col);
  return content === space || content === blankCell;
}

class LayoutPainter {
  readonly #bitmap: Bitmap;
  readonly #atlas: GlyphAtlas;
  readonly #layout: Layout;
  readonly #missing: Set<string>;
  readonly #ramps = new Ramps();
  readonly #cell: CellMetrics;
  readonly #border: number;

  constructor(
    bitmap: Bitmap,
    atlas: GlyphAtlas,
    layout: Layout,
    { missing, border }: { readonly missing: Set<string>; readonly border: number },
  ) {
    this.#bitmap = bitmap;
    this.#atlas = atlas;
    this.#cell = atlas.cell;
    this.#border = border;
    this.#layout = layout;
    this.#missing = missing;
  }

  paint(piece: LayoutRun): void {
    const { width: cellWidth, height, scale } = this.#cell;
    const x = this.#border + piece.col * cellWidth;
    const y = this.#border + piece.row * height;
    const width = piece.width * cellWidth;
    if (piece.bg !== undefined) this.#bitmap.fill(x, y, width, height, piece.bg);
    this.#paintText(piece, y);
    if (piece.underline !== undefined)
      paintUnderline(
        this.#bitmap,
        piece.underline,
        { x, top: y + height - 3 * scale, width, scale },
        piece.underlineColor,
      );
    if (piece.strikethrough) this.#bitmap.fill(x, y + height / 2, width, scale, piece.fg);
    if (piece.overline) this.#bitmap.fill(x, y, width, scale, piece.fg);
  }

  #paintText(piece: LayoutRun, y: number): void {
    const line = this.#layout.lines[piece.row] as Line;
    const background = piece.bg ?? this.#layout.background;
    const ramp = this.#ramps.getRamp(background, piece.fg);
    for (let col = piece.col; col < piece.col + piece.width; ) {
      const width = Math.max(1, line.widthAt(col));
      if (!isBlank(line, col)) {
        const glyph = this.#atlas.glyphAt(line, col, piece);
        if (glyph.isMissing === true) this.#missing.add(line.slice(col, col + width));
        this.#stamp(glyph, this.#border + col * this.#cell.width, y, width * this.#cell.width, ramp, background);
      }
      col += width;
    }
  }

  #stamp({ mask, image }: Glyph, x: number, y: number, width: number, ramp: Ramp, background: Rgb): void {
    if (mask !== undefined) this.#bitmap.stamp(mask, x, y, width, this.#cell.height, ramp);
    if (image === undefined) return;
    for (let index = 0; index < width * this.#cell.height; index += 1) {
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
}
