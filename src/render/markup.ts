import type { Piece } from './layout.js';
import type { Rgb } from './theme.js';

/** What text is set in: the viewer's own fonts, for a picture refers to nothing outside of itself. */
export const fontStack = `'Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace`;

// Controls, lone surrogates and non-characters: XML 1.0 or HTML forbids them, no cell shows them.
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for SVG and HTML, whatever a program printed; what no document may hold becomes U+FFFD. */
export function escaped(text: string): string {
  return text.replace(unprintable, '\ufffd').replace(/[&<>"']/g, (mark) => entities[mark] as string);
}

/** A color as `#rrggbb`. */
export const hexOf = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

/** The pieces of a row without the blanks at its end that look like nothing. */
export function shownPieces(row: readonly Piece[]): readonly Piece[] {
  for (let count = row.length; count > 0; count -= 1) {
    const last = row[count - 1] as Piece;
    const text = isPlain(last) ? last.text.replace(/ +$/, '') : last.text;
    if (text === '') continue;
    return [...row.slice(0, count - 1), { ...last, text, width: last.width - (last.text.length - text.length) }];
  }
  return [];
}

function isPlain({ bg, underline, strikethrough, overline }: Piece): boolean {
  return bg === undefined && underline === undefined && !strikethrough && !overline;
}
