import { AlphaMask, type GlyphPainter } from '../alpha-mask.js';
import { paintBlock, paintScanLine, paintSextant, paintShade } from './blocks.js';
import { paintCorner, paintDashes, paintDiagonal } from './box-curves.js';
import { paintLines } from './box-lines.js';
import { paintBraille } from './braille.js';
import { isFigure, paintGeometric } from './geometric.js';
import { paintPowerline } from './powerline.js';
import { paintPowerlineSymbol } from './powerline-symbols.js';

// The first matching range draws a character.
const ranges: readonly (readonly [first: number, last: number, paint: GlyphPainter])[] = [
  [0x23ba, 0x23bd, paintScanLine],
  [0x2504, 0x250b, paintDashes],
  [0x254c, 0x254f, paintDashes],
  [0x256d, 0x2570, paintCorner],
  [0x2571, 0x2573, paintDiagonal],
  [0x2500, 0x257f, paintLines],
  [0x2591, 0x2593, paintShade],
  [0x2580, 0x259f, paintBlock],
  [0x2800, 0x28ff, paintBraille],
  [0xe0a0, 0xe0a3, paintPowerlineSymbol],
  [0xe0b0, 0xe0bf, paintPowerline],
  [0x1fb00, 0x1fb3b, paintSextant],
  [0x1fb70, 0x1fb8b, paintBlock],
];

/**
 * The coverage of each pixel of a cell, 0 to 255, row by row; undefined for characters that a font draws.
 * Uses integers only, so it is the same on every machine.
 */
export function createBoxMask(codePoint: number, width: number, height: number): Uint8Array | undefined {
  const paint = findPainter(codePoint);
  if (paint === undefined) return undefined;
  const mask = new AlphaMask(width, height);
  paint(mask, codePoint);
  return mask.pixels;
}

function findPainter(codePoint: number): GlyphPainter | undefined {
  if (isFigure(codePoint)) return paintGeometric;
  return ranges.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}
