import type { LayoutRun } from './layout.js';
import type { Rgb } from './theme.js';

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

/** A color as `#rrggbb`. */
export const toHex = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

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
