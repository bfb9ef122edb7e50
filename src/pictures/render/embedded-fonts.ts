import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Steps } from '../../base/idle-queue.js';
import { blankCell } from '../../screen/cells.js';
import type { Line } from '../../screen/line.js';
import { findFontFolder } from './canvas.js';
import { chooseFont, type Family, type FontChoice } from './fonts.js';
import type { Layout, LayoutRun } from './layout.js';

/** The bundled font files that a layout needs, as CSS without external references, and the font families to prepend. */
export interface EmbeddedFonts {
  /** One `@font-face` rule per file. */
  readonly css: string;
  /** Families for characters one cell wide, with a trailing comma. */
  readonly narrow: string;
  /** Families for characters two cells wide. */
  readonly wide: string;
}

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
