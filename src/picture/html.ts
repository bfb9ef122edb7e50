import type { Line } from '../screen/line.js';
import type { Steps } from '../time/slices.js';
import type { Layout, Piece } from './layout.js';
import { escaped, fontStack, hexOf, shownPieces } from './markup.js';
import { type Stretch, stretchesOf } from './stretch.js';
import type { Rgb } from './theme.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

// Whatever is not in every monospace font stands in a box of its width, from left to right as on the terminal. Letters
// that take two cells are 1em wide.
const boxes = `span,bdi{display:inline-block;height:18px;vertical-align:top;direction:ltr;unicode-bidi:isolate-override}
bdi{text-decoration:inherit}
.w{letter-spacing:calc(2ch - 1em)}`;

/** A layout as one page that needs nothing else; text copied from it is the text of the screen. */
export function* htmlOf(layout: Layout, title: string): Steps<string> {
  const lines: string[] = [];
  for (const row of layout.pieces) {
    const spans = shownPieces(row).map((piece) => spanOf(piece, layout.lines[piece.row] as Line));
    lines.push(spans.join(''));
    yield;
  }
  // A line break right after <pre> is not part of its text.
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<title>${escaped(title)}</title>
<style>
body{margin:0;background:${hexOf(layout.background)}}
pre{margin:0;padding:1px;width:${layout.cols}ch;font:15.5px/18px ${fontStack}}
pre{font-variant-ligatures:none;text-decoration-skip-ink:none}
${boxes}
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

function spanOf(piece: Piece, line: Line): string {
  const { underline } = piece;
  const background = backgroundOf(piece);
  const style = [
    `width:${piece.width}ch`,
    `color:${hexOf(piece.fg)}`,
    background === '' ? '' : `background:${background}`,
    piece.bold ? 'font-weight:bold' : '',
    piece.italic ? 'font-style:italic' : '',
    underline === undefined
      ? ''
      : `text-decoration:underline ${underlineStyles[underline]} ${hexOf(piece.underlineColour)} 1px`,
  ];
  const text = stretchesOf(piece, line).map(boxed).join('');
  return `<span style="${style.filter((rule) => rule !== '').join(';')}">${text}</span>`;
}

// All decorations of an element are of one kind and colour, the underline's, so that other lines are backgrounds.
function backgroundOf({ strikethrough, overline, fg, bg }: Piece): string {
  const stroke = (y: number, colour: Rgb): string =>
    `linear-gradient(${hexOf(colour)} 0 0) 0 ${y}px/100% 1px no-repeat`;
  const layers = [
    strikethrough ? stroke(10, fg) : '',
    overline ? stroke(0, fg) : '',
    bg === undefined ? '' : hexOf(bg),
  ];
  return layers.filter((layer) => layer !== '').join();
}

function boxed({ kind, width, text }: Stretch): string {
  if (kind === 'plain') return escaped(text);
  return `<bdi${kind === 'wide' ? ' class="w"' : ''} style="width:${width}ch">${escaped(text)}</bdi>`;
}
