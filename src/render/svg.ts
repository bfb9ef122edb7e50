import type { Steps } from '../async/cooperative.js';
import type { Line } from '../screen/line.js';
import type { EmbeddedFonts } from './embedded-fonts.js';
import { defaultPadding, type Sizing } from './glyphs/glyph.js';
import type { Layout, Piece } from './layout.js';
import { escapeMarkup, fontStack, hexOf, shownPieces } from './markup.js';
import { type Stretch, stretchesOf } from './text-runs.js';
import type { Rgb } from './theme.js';

interface Cell {
  readonly width: number;
  readonly height: number;
}
/** The cell size and padding in pixels, and whether fonts are embedded. */
interface Grid extends Cell {
  readonly padding: number;
  readonly hasFonts: boolean;
}

/** Renders a layout as a self-contained SVG with selectable text; cell sizes are in pixels at scale 1. */
export function* svgOf(
  layout: Layout,
  { width: cellWidth, height: cellHeight }: Cell,
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
  for (const all of layout.pieces) {
    const row = shownPieces(all);
    backgrounds.push(linesOf(mergedBackgrounds(row).map((piece) => rectOf(piece, cell))));
    texts.push(linesOf(row.map((piece) => textOf(piece, layout.lines[piece.row] as Line, cell))));
    strokes.push(linesOf(row.flatMap((piece) => strokesOf(piece, cell))));
    yield;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width * scale)}" height="${px(height * scale)}" viewBox="0 0 ${px(width)} ${px(height)}">`,
    `<rect width="${px(width)}" height="${px(height)}" fill="${hexOf(layout.background)}"/>`,
    ...styleOf(fonts),
    '<g shape-rendering="crispEdges">',
    `${backgrounds.join('')}</g>`,
    `<g font-family="${escapeMarkup((fonts?.narrow ?? '') + fontStack)}" font-size="${px(fontSize(cell))}" transform="scale(1 ${tallness(cell).toFixed(4)})" style="font-variant-ligatures:none">`,
    `${texts.join('')}</g>`,
    '<g fill="none" stroke-width="1">',
    `${strokes.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

const styleOf = (fonts: EmbeddedFonts | undefined): string[] =>
  fonts === undefined
    ? []
    : [`<style>\n${fonts.css}\ntext{font-synthesis:none}\n.w{font-family:${fonts.wide}${fontStack}}\n</style>`];
const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const px = (value: number): string => String(Math.round(value * 100) / 100);
const left = (col: number, cell: Grid): number => cell.padding + col * cell.width;
const top = (row: number, cell: Grid): number => cell.padding + row * cell.height;

// Letters of common monospace fonts are 0.602 em wide. If the em is 0.86 of the line height, box drawing connects between
// rows, so letters are scaled to that height for every cell shape.
const fontSize = (cell: Cell): number => cell.width / 0.602;
const tallness = (cell: Cell): number => (cell.height * 0.86) / fontSize(cell);
const baseline = (row: number, cell: Grid): number => top(row, cell) + cell.height * 0.79;

function mergedBackgrounds(row: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of row) {
    const last = merged.at(-1);
    const continues = last !== undefined && last.bg === piece.bg && last.col + last.width === piece.col;
    if (continues) merged[merged.length - 1] = { ...last, width: last.width + piece.width };
    else if (piece.bg !== undefined) merged.push(piece);
  }
  return merged;
}

function rectOf({ col, row, width, bg }: Piece, cell: Grid): string {
  const place = `x="${px(left(col, cell))}" y="${px(top(row, cell))}"`;
  return `<rect ${place} width="${px(width * cell.width)}" height="${px(cell.height)}" fill="${hexOf(bg as Rgb)}"/>`;
}

function textOf(piece: Piece, line: Line, cell: Grid): string {
  const stretches = stretchesOf(piece, line);
  const attributes = [
    // Browsers do not inherit xml:space from a group.
    `xml:space="preserve" y="${px(baseline(piece.row, cell) / tallness(cell))}" fill="${hexOf(piece.fg)}"`,
    piece.bold ? ' font-weight="bold"' : '',
    piece.italic ? ' font-style="italic"' : '',
    // Right-to-left text is placed left to right, as on the terminal.
    stretches.every(({ kind }) => kind === 'plain') ? '' : ' direction="ltr" unicode-bidi="bidi-override"',
  ].join('');
  const [first] = stretches as [Stretch];
  if (stretches.length === 1) return `<text ${placeOf(first, cell)} ${attributes}>${escapeMarkup(first.text)}</text>`;
  const parts = stretches.map((part) => `<tspan ${placeOf(part, cell)}>${escapeMarkup(part.text)}</tspan>`);
  return `<text ${attributes}>${parts.join('')}</text>`;
}

function placeOf({ kind, col, width }: Stretch, cell: Grid): string {
  const length = `textLength="${px(width * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
  return `${kind === 'wide' && cell.hasFonts ? 'class="w" ' : ''}x="${px(left(col, cell))}" ${length}`;
}

function strokesOf(piece: Piece, cell: Grid): string[] {
  const base = Math.floor(baseline(piece.row, cell));
  const above = top(piece.row, cell);
  const path = (y: number, color: Rgb, dashes = '', course = `h${px(piece.width * cell.width)}`): string =>
    `<path d="M${px(left(piece.col, cell))} ${px(y)}${course}" stroke="${hexOf(color)}"${dashes}/>`;
  const strokes: string[] = [];
  if (piece.underline !== undefined) {
    const { dashes, course } = underlineShape(piece, cell);
    strokes.push(path(base + 1.5, piece.underlineColor, dashes, course));
    if (piece.underline === 'double') strokes.push(path(base + 3.5, piece.underlineColor));
  }
  if (piece.strikethrough) strokes.push(path(Math.floor(above + cell.height * 0.55) + 0.5, piece.fg));
  if (piece.overline) strokes.push(path(above + 0.5, piece.fg));
  return strokes;
}

function underlineShape({ underline, width }: Piece, cell: Cell): { dashes?: string; course?: string } {
  const half = px(cell.width / 2);
  if (underline === 'dotted') return { dashes: ' stroke-dasharray="1 2"' };
  if (underline === 'dashed') return { dashes: ` stroke-dasharray="${half} ${half}"` };
  if (underline === 'curly')
    return { course: `q${px(cell.width / 4)} 3 ${half} 0${`t${half} 0`.repeat(2 * width - 1)}` };
  return {};
}
