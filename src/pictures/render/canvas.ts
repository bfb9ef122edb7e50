import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SKRSContext2D } from 'canvas';

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

/** Whether the canvas library is loaded. */
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
  while (!existsSync(join(folder, fonts))) folder = dirname(folder);
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
