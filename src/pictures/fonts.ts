import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SKRSContext2D } from 'canvas';
import { hasCodePoint, type Range } from './glyphs/cmap.js';
import { packedCoverage } from './render/generated/coverage.js';

/** A drawing surface whose pixels can be read back. */
export interface Scratch {
  readonly context: SKRSContext2D;
  read(width: number, height: number): Uint8ClampedArray;
}

const fonts = join('dist', 'fonts');
const noSystemFonts = 'DISABLE_SYSTEM_FONTS_LOAD';

// state: a native part, loaded on first use.
let library: typeof import('canvas') | undefined;

/** Loads the canvas library; only servers that draw glyphs do so. */
export async function loadCanvas(): Promise<void> {
  if (library !== undefined) return;
  // System fonts would make pictures differ between machines, and searching for them takes 100 ms.
  process.env[noSystemFonts] = '1';
  try {
    library = await import('canvas');
  } catch (error) {
    const advice = 'Install tuispec again, with optional dependencies: without --omit=optional';
    throw new Error(`the package that draws pictures (canvas) is missing or damaged. ${advice}`, { cause: error });
  } finally {
    delete process.env[noSystemFonts];
  }
}

export const isCanvasLoaded = (): boolean => library !== undefined;

/** A font file that cannot be used. */
export class UnusableFont extends Error {
  override readonly name = 'UnusableFont';
}

// state: a font that is registered stays registered in the process.
const registered = new Map<string, string>();

/** Registers a font file and returns its alias. Each file has its own, because files under one alias are not merged. */
export function registerFont(file: string): string {
  const known = registered.get(file);
  if (known !== undefined) return known;
  const alias = `tuispec${registered.size}`;
  const key = requireCanvas().GlobalFonts.registerFromPath(file, alias);
  if (key === null || key === undefined) throw new UnusableFont(`Cannot load font ${file}.`);
  registered.set(file, alias);
  return alias;
}

/** The folder of the bundled fonts, next to the built program. */
export function findFontFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, fonts))) {
    if (folder === dirname(folder))
      throw new Error(`The folder ${fonts} of tuispec is missing. Install tuispec again.`);
    folder = dirname(folder);
  }
  return join(folder, fonts);
}

/** A surface of `width` × `height` pixels. */
export function createScratch(width: number, height: number): Scratch {
  const context = requireCanvas()
    .createCanvas(width, height)
    .getContext('2d', { willReadFrequently: true } as never);
  return { context, read: (readWidth, readHeight) => context.getImageData(0, 0, readWidth, readHeight).data };
}

function requireCanvas(): typeof import('canvas') {
  if (library === undefined) throw new Error('`loadCanvas` was not awaited.');
  return library;
}

/** The kinds of bundled fonts, in order of priority. */
export type Family = 'text' | 'emoji' | 'cjk' | 'fallback';
/** The weight and style of text. */
export interface Face {
  readonly bold: boolean;
  readonly italic: boolean;
}
/** A bundled font file to draw a character with. */
export interface FontChoice {
  readonly family: Family;
  readonly file: string;
  /** Whether the file is upright although italic was requested, because the font has no italic face. */
  readonly isUpright: boolean;
  /** The part of the character that the font has. */
  readonly text: string;
  /** Whether marks are omitted because no font has them. */
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
// Joiners, variation selectors, tags: they only modify other characters.
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;

// state: a cache of constants.
let loaded: ReadonlyMap<string, readonly Range[]> | undefined;

function loadCoverage(): ReadonlyMap<string, readonly Range[]> {
  loaded ??= new Map(Object.entries(packedCoverage).map(([file, distances]) => [file, unpackRanges(distances)]));
  return loaded;
}

function unpackRanges(distances: readonly number[]): Range[] {
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
 * The bundled font for the character of a cell, preferably one that also has its marks; undefined if no font has it.
 * `width` is in cells.
 */
export function chooseFont(text: string, width: number, face: Face): FontChoice | undefined {
  const wantsEmoji = text.includes(variationSelectors.emoji) || text.codePointAt(1) === joiner || width === 2;
  // In a narrow cell, CJK glyphs would be too wide.
  const ofWidth: readonly Family[] = width === 2 ? ['cjk'] : [];
  const order: readonly Family[] =
    wantsEmoji && !text.includes(variationSelectors.text)
      ? ['emoji', 'text', ...ofWidth, 'fallback']
      : ['text', ...ofWidth, 'fallback', 'emoji'];
  const seen = listVisibleCharacters(text);
  return findChoice(text, seen, order, face) ?? findChoice(text, seen.slice(0, 1), order, face);
}

/** The visible code points of a character. */
export const listVisibleCharacters = (text: string): readonly string[] =>
  [...text].filter((each) => !isInvisible(each));

const isInvisible = (character: string): boolean => invisible.test(character);

function findChoice(
  text: string,
  wanted: readonly string[],
  order: readonly Family[],
  face: Face,
): FontChoice | undefined {
  for (const family of order) {
    const file = findFile(family, wanted, face);
    if (file === undefined) continue;
    // Skia would draw the rest with fonts of the machine.
    const available = [...text].filter((each) => hasGlyph(file, each) && (family === 'emoji' || !isInvisible(each)));
    const isUpright = family === 'text' && face.italic && !file.includes('-italic');
    const lacksMarks = listVisibleCharacters(text).some((each) => !available.includes(each));
    return { family, file, isUpright, text: available.join(''), lacksMarks };
  }
  return undefined;
}

function findFile(family: Family, wanted: readonly string[], face: Face): string | undefined {
  for (const regular of loadCoverage().keys()) {
    if (!families[family].test(regular) || !regular.endsWith(ending)) continue;
    const file = listFaces(regular, family, face).find((one) => wanted.every((each) => hasGlyph(one, each)));
    if (file !== undefined) return file;
  }
  return undefined;
}

// The requested face first. Only the text font has several faces.
function listFaces(regular: string, family: Family, { bold, italic }: Face): readonly string[] {
  if (family !== 'text') return [regular];
  const weight = bold ? 700 : 400;
  const styles = italic ? ['italic', 'normal'] : ['normal'];
  return styles.map((style) => `${regular.slice(0, -ending.length)}-${weight}-${style}.woff2`);
}

/** Whether a font file has a character; unlisted faces have the same coverage as the regular face. */
function hasGlyph(file: string, character: string): boolean {
  const ranges = loadCoverage().get(file) ?? loadCoverage().get(file.replace(/-\d+-\w+\.woff2$/, ending)) ?? [];
  return hasCodePoint(ranges, character.codePointAt(0) as number);
}
