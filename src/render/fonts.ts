import { packedCoverage } from './generated/coverage.js';
import { covers, type Range } from './glyphs/cmap.js';

/** The kinds of bundled fonts, in the order in which they are asked. */
export type Family = 'text' | 'emoji' | 'cjk' | 'fallback';
/** How text is drawn. */
export interface Face {
  readonly bold: boolean;
  readonly italic: boolean;
}
/** A bundled font file to draw a character with. */
export interface FontChoice {
  readonly family: Family;
  readonly file: string;
  /** The file is upright although italic is wanted: the font has no other. */
  readonly isUpright: boolean;
  /** The character, as far as that font has it. */
  readonly text: string;
  /** Marks of it are left out: no font has them. */
  readonly lacksMarks: boolean;
}

const ending = '-400-normal.woff2';
const families: Readonly<Record<Family, RegExp>> = {
  text: /^cascadia-mono-/,
  emoji: /^noto-color-emoji-/,
  cjk: /^noto-sans-(?:jp|kr|sc)-/,
  fallback: /^unifont-/,
};
const variationSelectors = { text: '\ufe0e', emoji: '\ufe0f' } as const;
const joiner = 0x200d;
// Joiners, variation selectors, tags: they change how others look.
const unseen = /^\p{Default_Ignorable_Code_Point}$/u;

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

/**
 * The bundled font that has the character of a cell, with all its marks if there is one; undefined when none has it.
 * `width` is that of its cell.
 */
export function fontFor(text: string, width: number, face: Face): FontChoice | undefined {
  const wantsEmoji = text.includes(variationSelectors.emoji) || text.codePointAt(1) === joiner || width === 2;
  // Its other characters are wider than one cell.
  const ofWidth: readonly Family[] = width === 2 ? ['cjk'] : [];
  const order: readonly Family[] =
    wantsEmoji && !text.includes(variationSelectors.text)
      ? ['emoji', 'text', ...ofWidth, 'fallback']
      : ['text', ...ofWidth, 'fallback', 'emoji'];
  const seen = seenIn(text);
  return choiceFor(text, seen, order, face) ?? choiceFor(text, seen.slice(0, 1), order, face);
}

/** What of a character is seen by itself. */
export const seenIn = (text: string): readonly string[] => [...text].filter((each) => !isUnseen(each));

const isUnseen = (character: string): boolean => unseen.test(character);

function choiceFor(
  text: string,
  wanted: readonly string[],
  order: readonly Family[],
  face: Face,
): FontChoice | undefined {
  for (const family of order) {
    const file = fileWith(family, wanted, face);
    if (file === undefined) continue;
    // Skia would take the rest from the fonts of the machine.
    const had = [...text].filter((each) => has(file, each) && (family === 'emoji' || !isUnseen(each)));
    const isUpright = family === 'text' && face.italic && !file.includes('-italic');
    const lacksMarks = seenIn(text).some((each) => !had.includes(each));
    return { family, file, isUpright, text: had.join(''), lacksMarks };
  }
  return undefined;
}

function fileWith(family: Family, wanted: readonly string[], face: Face): string | undefined {
  for (const regular of coverage().keys()) {
    if (!families[family].test(regular) || !regular.endsWith(ending)) continue;
    const file = facesOf(regular, family, face).find((one) => wanted.every((each) => has(one, each)));
    if (file !== undefined) return file;
  }
  return undefined;
}

// The one that is wanted first. Only the text font has more than one.
function facesOf(regular: string, family: Family, { bold, italic }: Face): readonly string[] {
  if (family !== 'text') return [regular];
  const weight = bold ? 700 : 400;
  const styles = italic ? ['italic', 'normal'] : ['normal'];
  return styles.map((style) => `${regular.slice(0, -ending.length)}-${weight}-${style}.woff2`);
}

/** Whether a font file has a character; faces that are not listed have what their regular one has. */
function has(file: string, character: string): boolean {
  const ranges = coverage().get(file) ?? coverage().get(file.replace(/-\d+-\w+\.woff2$/, ending)) ?? [];
  return covers(ranges, character.codePointAt(0) as number);
}
