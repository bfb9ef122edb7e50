import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import type { Screen } from '../screen/screen.js';
import type { Bitmap } from './bitmap.js';
import { aliasOf, loadCanvas, UnusableFont } from './canvas.js';
import { coverageOf, covers } from './cmap.js';
import { compare } from './comparison.js';
import { seenIn } from './fonts.js';
import { GlyphAtlas, type OwnFont } from './glyphs.js';
import { layOut } from './layout.js';
import { paint } from './paint.js';
import { encodePng } from './png.js';
import type { Theme } from './theme.js';

/** A PNG file and the characters that no font has. */
export interface Picture {
  readonly png: Buffer;
  readonly missing: readonly string[];
}

const atlases = new Map<string, GlyphAtlas>();
// An atlas a font; a client that tries many shall not fill the memory.
const mostAtlases = 4;

/** Draws a screen; `font` is a font file of the user's, asked before the bundled ones. */
export async function drawPicture(screen: Screen, theme: Theme, font: string | undefined): Promise<Picture> {
  await loadCanvas();
  const { bitmap, missing } = paint(layOut(screen, theme), atlasFor(font));
  return { png: await encodePng(bitmap), missing };
}

/** Draws two screens and their difference side by side, both in the colours that the program has set now. */
export async function drawComparison(
  expected: Screen,
  actual: Screen,
  theme: Theme,
  font: string | undefined,
): Promise<Buffer> {
  await loadCanvas();
  const { ownColours } = actual;
  const [left, right] = [expected, actual].map(
    (screen) => paint(layOut({ ...screen, ownColours }, theme), atlasFor(font)).bitmap,
  );
  return await encodePng(compare(left as Bitmap, right as Bitmap));
}

function atlasFor(font: string | undefined): GlyphAtlas {
  const key = font ?? '';
  let atlas = atlases.get(key);
  if (atlas === undefined) {
    atlas = new GlyphAtlas(font === undefined ? undefined : ownFont(font));
    if (atlases.size >= mostAtlases) atlases.clear();
    atlases.set(key, atlas);
  }
  return atlas;
}

// Opened without waiting: what only claims to be a file, such as /proc/kmsg, would be waited for.
function bytesOf(file: string): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function ownFont(file: string): OwnFont {
  try {
    const ranges = coverageOf(bytesOf(file));
    const has = (character: string): boolean => covers(ranges, character.codePointAt(0) as number);
    aliasOf(file);
    return { file, textFor: (text) => (seenIn(text).every(has) ? [...text].filter(has).join('') : undefined) };
  } catch (error) {
    throw new UnusableFont(`The font ${file} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
