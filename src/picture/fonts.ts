import { covers, type Range } from './cmap.js';
import { packedCoverage } from './generated/coverage.js';

/** The kinds of bundled fonts, in the order in which they are asked. */
export type Family = 'text' | 'emoji' | 'fallback';
/** A bundled font file that has a character. */
export interface FontChoice {
  readonly family: Family;
  /** Its name without style: `-400-normal.woff2` and the like come behind. */
  readonly stem: string;
}

const ending = '-400-normal.woff2';
const families: Readonly<Record<Family, RegExp>> = {
  text: /^cascadia-mono-/,
  emoji: /^noto-color-emoji-/,
  fallback: /^unifont-/,
};
const variationSelectors = { text: '\ufe0e', emoji: '\ufe0f' } as const;
const joiner = 0x200d;

let loaded: ReadonlyMap<string, readonly Range[]> | undefined;

function coverage(): ReadonlyMap<string, readonly Range[]> {
  loaded ??= new Map(Object.entries(packedCoverage).map(([file, distances]) => [file, unpacked(distances)]));
  return loaded;
}

function unpacked(distances: readonly number[]): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (let index = 0; index < distances.length; index += 2) {
    const first = at + (distances[index] as number);
    at = first + (distances[index + 1] as number);
    ranges.push([first, at]);
  }
  return ranges;
}

/** The bundled font that has the character of a cell; undefined when none has. `width` is that of its cell. */
export function fontFor(text: string, width: number): FontChoice | undefined {
  const codePoint = text.codePointAt(0) as number;
  const wantsEmoji = text.includes(variationSelectors.emoji) || text.codePointAt(1) === joiner || width === 2;
  const order: readonly Family[] =
    wantsEmoji && !text.includes(variationSelectors.text)
      ? ['emoji', 'text', 'fallback']
      : ['text', 'fallback', 'emoji'];
  for (const family of order) {
    const stem = stemWith(family, codePoint);
    if (stem !== undefined) return { family, stem };
  }
  return undefined;
}

function stemWith(family: Family, codePoint: number): string | undefined {
  for (const [file, ranges] of coverage())
    if (families[family].test(file) && covers(ranges, codePoint)) return file.slice(0, -ending.length);
  return undefined;
}
