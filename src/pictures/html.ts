import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rgb } from '../base/colors.js';
import { formatRgb } from '../base/colors.js';
import type { Steps } from '../base/idle-queue.js';
import { blankCell } from '../screen/cells.js';
import type { Line } from '../screen/line.js';
import { chooseFont, type Family, type FontChoice, findFontFolder } from './fonts.js';
import { defaultPadding, type Sizing } from './glyphs/figure.js';
import { type Layout, type LayoutRun, splitTextRuns, type TextRun } from './layout.js';
import { type EmbeddedFonts, escapeMarkup, fontStack, omitTrailingBlanks } from './svg.js';

const narrowOrder: readonly Family[] = ['text', 'fallback', 'emoji', 'cjk'];
const wideOrder: readonly Family[] = ['emoji', 'text', 'cjk', 'fallback'];

/** Embeds the bundled font files that contain the characters of a layout. */
export function* embedFonts(layout: Layout): Steps<EmbeddedFonts> {
  const choices = new Map<string, FontChoice>();
  const known = new Set<string>();
  for (const row of layout.pieces) {
    for (const piece of row) collect(piece, layout.lines[piece.row] as Line, known, choices);
    yield;
  }
  const rules: string[] = [];
  for (const file of choices.keys()) {
    rules.push(formatFontRule(file));
    yield;
  }
  const formatFontStack = (order: readonly Family[]): string => {
    const sorted = [...choices.values()].sort((a, b) => order.indexOf(a.family) - order.indexOf(b.family));
    return [...new Set(sorted.map(({ file }) => toFamilyName(file)))].map((family) => `'${family}',`).join('');
  };
  return { css: rules.join('\n'), narrow: formatFontStack(narrowOrder), wide: formatFontStack(wideOrder) };
}

function collect(piece: LayoutRun, line: Line, known: Set<string>, choices: Map<string, FontChoice>): void {
  const { bold, italic } = piece;
  for (let col = piece.col; col < piece.col + piece.width; ) {
    const width = Math.max(1, line.widthAt(col));
    const text = line.contentAt(col) === blankCell ? ' ' : line.slice(col, col + width);
    if (text !== ' ') {
      const key = `${bold}${italic}${width}${text}`;
      const choice = known.has(key) ? undefined : chooseFont(text, width, { bold, italic });
      known.add(key);
      if (choice !== undefined) choices.set(choice.file, choice);
    }
    col += width;
  }
}

/** Files that differ only in weight and style belong to one family. */
const toFamilyName = (file: string): string => `tuispec ${file.replace(/-\d+-\w+\.woff2$/, '')}`;

function formatFontRule(file: string): string {
  const [, weight = '400', style = 'normal'] = /-(\d+)-(\w+)\.woff2$/.exec(file) ?? [];
  const data = readFileSync(join(findFontFolder(), file)).toString('base64');
  const source = `url(data:font/woff2;base64,${data}) format('woff2')`;
  return `@font-face{font-family:'${toFamilyName(file)}';font-weight:${weight};font-style:${style};src:${source}}`;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

// Characters that not every monospace font has are in boxes of fixed width, left to right as on the terminal. Letters
// two cells wide are 1em wide.
const createBoxStyles = (
  scale: number,
): string => `span,bdi{display:inline-block;height:${18 * scale}px;vertical-align:top;direction:ltr;unicode-bidi:isolate-override}
bdi{text-decoration:inherit}
.w{letter-spacing:calc(2ch - 1em)}`;

/** Renders a layout as a self-contained page; text copied from it equals the text of the screen. */
export function* renderHtml(
  layout: Layout,
  title: string,
  { scale = 1, padding = defaultPadding }: Sizing = {},
  fonts?: EmbeddedFonts,
): Steps<string> {
  const lines: string[] = [];
  for (const row of layout.pieces) {
    const spans = omitTrailingBlanks(row).map((piece) => renderSpan(piece, layout.lines[piece.row] as Line, scale));
    lines.push(spans.join(''));
    yield;
  }
  // A line break right after <pre> is not part of its text.
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${fonts === undefined ? policy : `${policy}; font-src data:`}"/>
<title>${escapeMarkup(title)}</title>
<style>
body{margin:0;background:${formatRgb(layout.background)}}
pre{margin:0;padding:${padding * scale}px;width:${layout.cols}ch;font:${15.5 * scale}px/${18 * scale}px ${fonts?.narrow ?? ''}${fontStack}}
pre{font-variant-ligatures:none;text-decoration-skip-ink:none}
${createBoxStyles(scale)}${fonts === undefined ? '' : `\n${fonts.css}\npre{font-synthesis:none}\n.w{font-family:${fonts.wide}${fontStack}}`}
</style>
</head>
<body>
<pre>
${lines.join('\n')}</pre>
</body>
</html>
`;
}

const underlineStyles = {
  single: 'solid',
  double: 'double',
  curly: 'wavy',
  dotted: 'dotted',
  dashed: 'dashed',
} as const;

function renderSpan(piece: LayoutRun, line: Line, scale: number): string {
  const { underline } = piece;
  const background = renderBackground(piece, scale);
  const style = [
    `width:${piece.width}ch`,
    `color:${formatRgb(piece.fg)}`,
    background === '' ? '' : `background:${background}`,
    piece.bold ? 'font-weight:bold' : '',
    piece.italic ? 'font-style:italic' : '',
    underline === undefined
      ? ''
      : `text-decoration:underline ${underlineStyles[underline]} ${formatRgb(piece.underlineColor)} ${scale}px`,
  ];
  const text = splitTextRuns(piece, line).map(toBox).join('');
  return `<span style="${style.filter((rule) => rule !== '').join(';')}">${text}</span>`;
}

// The decorations of an element share one style and color, the underline's, so other lines are drawn as backgrounds.
function renderBackground({ strikethrough, overline, fg, bg }: LayoutRun, scale: number): string {
  const renderStroke = (y: number, color: Rgb): string =>
    `linear-gradient(${formatRgb(color)} 0 0) 0 ${y * scale}px/100% ${scale}px no-repeat`;
  const layers = [
    strikethrough ? renderStroke(10, fg) : '',
    overline ? renderStroke(0, fg) : '',
    bg === undefined ? '' : formatRgb(bg),
  ];
  return layers.filter((layer) => layer !== '').join();
}

function toBox({ kind, width, text }: TextRun): string {
  if (kind === 'plain') return escapeMarkup(text);
  return `<bdi${kind === 'wide' ? ' class="w"' : ''} style="width:${width}ch">${escapeMarkup(text)}</bdi>`;
}
