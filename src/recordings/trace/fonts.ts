import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseFont, findFontFolder } from '../../pictures/fonts.js';
import { type RowData, runFlags } from '../../viewer/format.js';

// Enough for Latin, symbols and box drawing in every face. The fonts of other scripts are too large to embed.
const maxFontBytes = 200_000;

/** Collects the characters of rows, and embeds the bundled text fonts that contain them. */
export class TraceFonts {
  /** The characters that have been collected, by face. */
  readonly #known = new Map<number, Set<string>>();
  readonly #files = new Set<string>();

  /** Collects the characters of rows. */
  collect(rows: readonly RowData[]): void {
    for (const row of rows)
      for (const [text, , flags = 0] of row) if ((flags & runFlags.wide) === 0) this.#collect(text, flags);
  }

  /** Returns the `@font-face` rules of the fonts. */
  toCss(): string {
    const files = [...this.#files].map((file) => ({ file, data: readFileSync(join(findFontFolder(), file)) }));
    let bytes = 0;
    return files
      .sort((a, b) => a.data.length - b.data.length)
      .filter(({ data }) => {
        bytes += data.length;
        return bytes <= maxFontBytes;
      })
      .map(({ file, data }) => createFontRule(file, `data:font/woff2;base64,${data.toString('base64')}`))
      .join('');
  }

  #collect(text: string, flags: number): void {
    const face = flags & (runFlags.bold | runFlags.italic);
    const known = this.#known.get(face) ?? new Set();
    this.#known.set(face, known);
    for (const character of text) {
      if (known.has(character)) continue;
      known.add(character);
      const isFace = { bold: (face & runFlags.bold) !== 0, italic: (face & runFlags.italic) !== 0 };
      const choice = chooseFont(character, 1, isFace);
      if (choice?.family === 'text') this.#files.add(choice.file);
    }
  }
}

/**
 * Returns the `@font-face` rule of a bundled text font. Each file is a family of its own: browsers use only the last of
 * several files with the same name, weight and style.
 */
export function createFontRule(file: string, url: string): string {
  const [, subset = '', weight = '400', style = 'normal'] =
    /cascadia-mono-([\w-]+?)-(\d+)-(\w+)\.woff2$/.exec(file) ?? [];
  const source = `url(${url}) format('woff2')`;
  return `@font-face{font-family:'tuispec ${subset}';font-weight:${weight};font-style:${style};src:${source}}`;
}
