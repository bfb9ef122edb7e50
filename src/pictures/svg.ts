import { formatRgb, type Rgb } from '../base/colors.js';
import type { Steps } from '../base/idle-queue.js';
import type { Line } from '../screen/line.js';
import { defaultPadding, type Sizing } from './glyphs/figure.js';
import { type Layout, type LayoutRun, splitTextRuns, type TextRun } from './layout.js';

/** The bundled font files that a layout needs, as CSS without external references, and the font families to prepend. */
export interface EmbeddedFonts {
  /** One `@font-face` rule per file. */
  readonly css: string;
  /** Families for characters one cell wide, with a trailing comma. */
  readonly narrow: string;
  /** Families for characters two cells wide. */
  readonly wide: string;
}

/** The font stack of text: fonts of the viewer, because a picture has no external references. */
export const fontStack = `'Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace`;

// Controls, lone surrogates and noncharacters: forbidden in XML 1.0 or HTML, and never visible.
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for SVG and HTML; forbidden characters become U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replace(unprintable, '\ufffd').replace(/[&<>"']/g, (mark) => entities[mark] as string);
}

// ⎯, of which test runners make rules, is drawn as ─: few monospace fonts have it.
const formatText = (text: string): string => escapeMarkup(text.replaceAll('\u23af', '\u2500'));

/** The pieces of a row without invisible blanks at its end. */
export function omitTrailingBlanks(row: readonly LayoutRun[]): readonly LayoutRun[] {
  for (let count = row.length; count > 0; count -= 1) {
    const last = row[count - 1] as LayoutRun;
    const text = isPlain(last) ? last.text.replace(/ +$/, '') : last.text;
    if (text === '') continue;
    return [...row.slice(0, count - 1), { ...last, text, width: last.width - (last.text.length - text.length) }];
  }
  return [];
}

function isPlain({ bg, underline, strikethrough, overline }: LayoutRun): boolean {
  return bg === undefined && underline === undefined && !strikethrough && !overline;
}

/** The size of a cell in pixels. */
interface CellSize {
  readonly width: number;
  readonly height: number;
}
/** The cell size and padding in pixels, and whether fonts are embedded. */
export interface Grid extends CellSize {
  readonly padding: number;
  readonly hasFonts: boolean;
  /** The color of texts that have no `fill`. */
  readonly inheritedFill?: Rgb;
}
/** The SVG elements of a row, which are drawn in this order. */
interface RowMarkup {
  readonly backgrounds: readonly string[];
  /** To be scaled vertically by `tallness`. */
  readonly texts: readonly string[];
  readonly strokes: readonly string[];
}

/** The SVG elements of a row of a layout. */
export function rowMarkupOf(pieces: readonly LayoutRun[], line: Line, cell: Grid): RowMarkup {
  const row = omitTrailingBlanks(pieces);
  return {
    backgrounds: mergeBackgrounds(row).map((piece) => renderRect(piece, cell)),
    texts: row.map((piece) => renderTextRun(piece, line, cell)),
    strokes: row.flatMap((piece) => renderStrokes(piece, cell)),
  };
}

/** A length in pixels, rounded to hundredths. */
export const formatPixels = (value: number): string => String(Math.round(value * 100) / 100);
const getLeft = (col: number, cell: Grid): number => cell.padding + col * cell.width;
const getTop = (row: number, cell: Grid): number => cell.padding + row * cell.height;

// Letters of common monospace fonts are 0.602 em wide. If the em is 0.86 of the line height, box drawing connects between
// rows, so letters are scaled to that height for every cell shape.
export const getFontSize = (cell: CellSize): number => cell.width / 0.602;
/** The factor by which texts are stretched vertically. */
export const getTallness = (cell: CellSize): number => (cell.height * 0.86) / getFontSize(cell);
const getBaseline = (row: number, cell: Grid): number => getTop(row, cell) + cell.height * 0.79;

function mergeBackgrounds(row: readonly LayoutRun[]): LayoutRun[] {
  const merged: LayoutRun[] = [];
  for (const piece of row) {
    const last = merged.at(-1);
    const continues = last !== undefined && last.bg === piece.bg && last.col + last.width === piece.col;
    if (continues) merged[merged.length - 1] = { ...last, width: last.width + piece.width };
    else if (piece.bg !== undefined) merged.push(piece);
  }
  return merged;
}

function renderRect({ col, row, width, bg }: LayoutRun, cell: Grid): string {
  const place = `x="${formatPixels(getLeft(col, cell))}" y="${formatPixels(getTop(row, cell))}"`;
  return `<rect ${place} width="${formatPixels(width * cell.width)}" height="${formatPixels(cell.height)}" fill="${formatRgb(bg as Rgb)}"/>`;
}

function renderTextRun(piece: LayoutRun, line: Line, cell: Grid): string {
  const stretches = splitTextRuns(piece, line);
  const attributes = [
    // Browsers do not inherit xml:space from a group.
    `xml:space="preserve" y="${formatPixels(getBaseline(piece.row, cell) / getTallness(cell))}"`,
    piece.fg === cell.inheritedFill ? '' : ` fill="${formatRgb(piece.fg)}"`,
    piece.bold ? ' font-weight="bold"' : '',
    piece.italic ? ' font-style="italic"' : '',
    // Right-to-left text is placed left to right, as on the terminal.
    stretches.every(({ kind }) => kind === 'plain') ? '' : ' direction="ltr" unicode-bidi="bidi-override"',
  ].join('');
  const [first] = stretches as [TextRun];
  if (stretches.length === 1)
    return `<text ${renderPosition(first, cell)} ${attributes}>${formatText(first.text)}</text>`;
  const parts = stretches.map((part) => `<tspan ${renderPosition(part, cell)}>${formatText(part.text)}</tspan>`);
  return `<text ${attributes}>${parts.join('')}</text>`;
}

function renderPosition({ kind, col, width }: TextRun, cell: Grid): string {
  const length = `textLength="${formatPixels(width * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
  return `${kind === 'wide' && cell.hasFonts ? 'class="w" ' : ''}x="${formatPixels(getLeft(col, cell))}" ${length}`;
}

function renderStrokes(piece: LayoutRun, cell: Grid): string[] {
  const base = Math.floor(getBaseline(piece.row, cell));
  const above = getTop(piece.row, cell);
  const path = (y: number, color: Rgb, dashes = '', course = `h${formatPixels(piece.width * cell.width)}`): string =>
    `<path d="M${formatPixels(getLeft(piece.col, cell))} ${formatPixels(y)}${course}" stroke="${formatRgb(color)}"${dashes}/>`;
  const strokes: string[] = [];
  if (piece.underline !== undefined) {
    const { dashes, course } = getUnderlineShape(piece, cell);
    strokes.push(path(base + 1.5, piece.underlineColor, dashes, course));
    if (piece.underline === 'double') strokes.push(path(base + 3.5, piece.underlineColor));
  }
  if (piece.strikethrough) strokes.push(path(Math.floor(above + cell.height * 0.55) + 0.5, piece.fg));
  if (piece.overline) strokes.push(path(above + 0.5, piece.fg));
  return strokes;
}

function getUnderlineShape({ underline, width }: LayoutRun, cell: CellSize): { dashes?: string; course?: string } {
  const half = formatPixels(cell.width / 2);
  if (underline === 'dotted') return { dashes: ' stroke-dasharray="1 2"' };
  if (underline === 'dashed') return { dashes: ` stroke-dasharray="${half} ${half}"` };
  if (underline === 'curly')
    return { course: `q${formatPixels(cell.width / 4)} 3 ${half} 0${`t${half} 0`.repeat(2 * width - 1)}` };
  return {};
}

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
    backgrounds.push(joinMarkup(markup.backgrounds));
    texts.push(joinMarkup(markup.texts));
    strokes.push(joinMarkup(markup.strokes));
    yield;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${formatPixels(width * scale)}" height="${formatPixels(height * scale)}" viewBox="0 0 ${formatPixels(width)} ${formatPixels(height)}">`,
    `<rect width="${formatPixels(width)}" height="${formatPixels(height)}" fill="${formatRgb(layout.background)}"/>`,
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
const joinMarkup = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
