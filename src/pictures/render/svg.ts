import type { Steps } from '../../base/idle-queue.js';
import type { Line } from '../../screen/line.js';
import type { EmbeddedFonts } from './embedded-fonts.js';
import { defaultPadding, type Sizing } from './glyphs/glyph.js';
import type { Layout } from './layout.js';
import { escapeMarkup, fontStack, toHex } from './markup.js';
import { type CellSize, formatPixels, type Grid, getFontSize, getTallness, rowMarkupOf } from './svg-row.js';

/** Renders a layout as a self-contained SVG with selectable text; cell sizes are in pixels at scale 1. */
export function* renderSvg(
  layout: Layout,
  { width: cellWidth, height: cellHeight }: CellSize,
  { scale = 1, padding = defaultPadding }: Sizing = {},
  fonts?: EmbeddedFonts,
): Steps<string> {
  const cell: Grid = { width: cellWidth, height: cellHeight, padding, hasFonts: fonts !== undefined };
  const width = layout.cols * cell.width + 2 * padding;
  const height = layout.rows * cell.height + 2 * padding;
  // Collected by row and joined at the end: a large screen has a million pieces.
  const backgrounds: string[] = [];
  const texts: string[] = [];
  const strokes: string[] = [];
  for (const [row, pieces] of layout.pieces.entries()) {
    const markup = rowMarkupOf(pieces, layout.lines[row] as Line, cell);
    backgrounds.push(joinLines(markup.backgrounds));
    texts.push(joinLines(markup.texts));
    strokes.push(joinLines(markup.strokes));
    yield;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${formatPixels(width * scale)}" height="${formatPixels(height * scale)}" viewBox="0 0 ${formatPixels(width)} ${formatPixels(height)}">`,
    `<rect width="${formatPixels(width)}" height="${formatPixels(height)}" fill="${toHex(layout.background)}"/>`,
    ...renderStyle(fonts),
    '<g shape-rendering="crispEdges">',
    `${backgrounds.join('')}</g>`,
    `<g font-family="${escapeMarkup((fonts?.narrow ?? '') + fontStack)}" font-size="${formatPixels(getFontSize(cell))}" transform="scale(1 ${getTallness(cell).toFixed(4)})" style="font-variant-ligatures:none">`,
    `${texts.join('')}</g>`,
    '<g fill="none" stroke-width="1">',
    `${strokes.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

const renderStyle = (fonts: EmbeddedFonts | undefined): string[] =>
  fonts === undefined
    ? []
    : [`<style>\n${fonts.css}\ntext{font-synthesis:none}\n.w{font-family:${fonts.wide}${fontStack}}\n</style>`];
const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
