import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SKRSContext2D } from 'canvas';

/** A drawing surface that is read back as it was drawn. */
export interface Scratch {
  readonly context: SKRSContext2D;
  read(width: number, height: number): Uint8ClampedArray;
}

const fonts = join('dist', 'fonts');
const noSystemFonts = 'DISABLE_SYSTEM_FONTS_LOAD';

let library: typeof import('canvas') | undefined;

/** Loads what draws glyphs; a server that draws nothing never does. */
export async function loadCanvas(): Promise<void> {
  if (library !== undefined) return;
  // The system's fonts would differ from machine to machine, and looking for them takes 100 ms.
  process.env[noSystemFonts] = '1';
  try {
    library = await import('canvas');
  } finally {
    delete process.env[noSystemFonts];
  }
}

/** Whether what draws glyphs is there. */
export const isCanvasLoaded = (): boolean => library !== undefined;

/** A font file that cannot be drawn with. */
export class UnusableFont extends Error {
  override readonly name = 'UnusableFont';
}

const registered = new Map<string, string>();

/** The alias under which a font file can be drawn with; each file has its own, for files under one alias do not merge. */
export function aliasOf(file: string): string {
  const known = registered.get(file);
  if (known !== undefined) return known;
  const alias = `tuispec${registered.size}`;
  const key = required().GlobalFonts.registerFromPath(file, alias);
  if (key === null || key === undefined) throw new UnusableFont(`${file} cannot be loaded`);
  registered.set(file, alias);
  return alias;
}

/** The folder of the bundled fonts, beside the built program. */
export function fontFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, fonts))) folder = dirname(folder);
  return join(folder, fonts);
}

/** A surface of `width` × `height` pixels. */
export function createScratch(width: number, height: number): Scratch {
  const context = required()
    .createCanvas(width, height)
    .getContext('2d', { willReadFrequently: true } as never);
  return { context, read: (readWidth, readHeight) => context.getImageData(0, 0, readWidth, readHeight).data };
}

function required(): typeof import('canvas') {
  if (library === undefined) throw new Error('loadCanvas has not been awaited');
  return library;
}
