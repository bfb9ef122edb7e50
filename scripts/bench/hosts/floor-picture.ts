// The minimum work for a picture: each glyph drawn once, copied into an array of pixels, compressed with zlib.
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { IBufferCell, Terminal } from '@xterm/headless';
import { createCanvas, GlobalFonts } from 'canvas';
import { crc32 } from '../../../src/pictures/png/png.js';

const cellWidth = 9;
const cellHeight = 18;
const fonts = 'node_modules/@fontsource/cascadia-mono/files';
for (const weight of [400, 700]) {
  for (const part of ['latin', 'symbols2']) {
    GlobalFonts.registerFromPath(join(fonts, `cascadia-mono-${part}-${weight}-normal.woff2`), `${part}${weight}`);
  }
}
const context = createCanvas(cellWidth, cellHeight).getContext('2d');
const glyphs = new Map<string, Uint8Array>();
const pack = promisify(deflate) as (data: Buffer, options: object) => Promise<Buffer>;

const toGray = (level: number): number => level * 0x010101;
const toCubeLevel = (level: number): number => (level === 0 ? 0 : level * 40 + 55);
const palette = [
  ...[0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5],
  ...[0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff],
  ...Array.from(
    { length: 216 },
    (_, at) =>
      (toCubeLevel(Math.floor(at / 36)) << 16) | (toCubeLevel(Math.floor(at / 6) % 6) << 8) | toCubeLevel(at % 6),
  ),
  ...Array.from({ length: 24 }, (_, at) => toGray(8 + at * 10)),
];

/** The screen as a PNG. */
export async function draw({ cols, rows, buffer }: Terminal): Promise<Buffer> {
  const width = cols * cellWidth;
  const stride = width * 3 + 1;
  const pixels = Buffer.alloc(stride * rows * cellHeight);
  const cell = buffer.active.getNullCell();
  for (let row = 0; row < rows; row += 1) {
    const line = buffer.active.getLine(buffer.active.baseY + row);
    for (let col = 0; col < cols; col += 1) {
      line?.getCell(col, cell);
      blit(pixels, row * cellHeight * stride + 1 + col * cellWidth * 3, stride, cell);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows * cellHeight, 4);
  header.set([8, 2], 8);
  const packed = await pack(pixels, { level: 3, memLevel: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    createChunk('IDAT', packed),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function blit(pixels: Buffer, start: number, stride: number, cell: IBufferCell): void {
  const ink = cell.isFgDefault() ? 0xe5e5e5 : resolveColor(cell.isFgRGB(), cell.getFgColor());
  const paper = cell.isBgDefault() ? 0 : resolveColor(cell.isBgRGB(), cell.getBgColor());
  const mask = drawGlyph(cell.getChars() || ' ', cell.isBold() > 0);
  for (let y = 0, at = 0; y < cellHeight; y += 1) {
    let target = start + y * stride;
    for (let x = 0; x < cellWidth; x += 1, at += 1) {
      const share = mask[at] ?? 0;
      pixels[target++] = mix(paper >> 16, ink >> 16, share);
      pixels[target++] = mix((paper >> 8) & 255, (ink >> 8) & 255, share);
      pixels[target++] = mix(paper & 255, ink & 255, share);
    }
  }
}

const resolveColor = (isRgb: boolean, value: number): number => (isRgb ? value : (palette[value] ?? 0));
const mix = (from: number, to: number, share: number): number => from + (((to - from) * share) >> 8);

function drawGlyph(text: string, isBold: boolean): Uint8Array {
  const key = isBold ? `b${text}` : text;
  const known = glyphs.get(key);
  if (known !== undefined) return known;
  const weight = isBold ? 700 : 400;
  context.fillStyle = '#000';
  context.fillRect(0, 0, cellWidth, cellHeight);
  context.fillStyle = '#fff';
  context.font = `15px latin${weight}, symbols2${weight}`;
  context.fillText(text, 0, 14);
  const { data } = context.getImageData(0, 0, cellWidth, cellHeight);
  const mask = Uint8Array.from({ length: cellWidth * cellHeight }, (_, at) => data[at * 4] ?? 0);
  glyphs.set(key, mask);
  return mask;
}

function createChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}
