import { promisify } from 'node:util';
import { deflate, type ZlibOptions } from 'node:zlib';
import type { Bitmap } from './bitmap.js';
import { crc32 } from './crc.js';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
// Level 3 is within 5 % of the smallest and three times as fast; filters make terminal pictures larger.
const options: ZlibOptions = { level: 3, memLevel: 9 };
const compress = promisify<Buffer, ZlibOptions, Buffer>(deflate);
const mostPaletteColours = 256;
const colourTypes = { truecolour: 2, indexed: 3 } as const;

/** A PNG file: with a palette when there are few colours, else in true colour. Compressed in a thread of Node's own. */
export async function encodePng(bitmap: Bitmap): Promise<Buffer> {
  const palette = paletteOf(bitmap);
  const rows = palette === undefined ? trueColourRows(bitmap) : indexedRows(bitmap, palette);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bitmap.width, 0);
  header.writeUInt32BE(bitmap.height, 4);
  header[8] = 8;
  header[9] = palette === undefined ? colourTypes.truecolour : colourTypes.indexed;
  const colours = palette === undefined ? [] : [chunk('PLTE', paletteBytes(bitmap, palette))];
  const data = await compress(rows, options);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...colours,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Numbers of the colours that some pixel has, in the order of the colours; undefined when they fit no palette. */
function paletteOf({ pixels, colours }: Bitmap): number[] | undefined {
  const isUsed = new Uint8Array(colours.length);
  const used: number[] = [];
  for (let index = 0; index < pixels.length; index += 1) {
    const number = pixels[index] as number;
    if (isUsed[number] === 1) continue;
    if (used.length === mostPaletteColours) return undefined;
    isUsed[number] = 1;
    used.push(number);
  }
  return used.sort((a, b) => (colours[a] as number) - (colours[b] as number));
}

// Each row begins with a byte that names its filter: none.
function indexedRows({ width, height, pixels, colours }: Bitmap, used: readonly number[]): Buffer {
  const indices = new Uint8Array(colours.length);
  for (const [index, number] of used.entries()) indices[number] = index;
  const rows = Buffer.alloc((width + 1) * height);
  let to = 0;
  for (let from = 0; from < pixels.length; ) {
    to += 1;
    for (const end = from + width; from < end; from += 1) {
      rows[to] = indices[pixels[from] as number] as number;
      to += 1;
    }
  }
  return rows;
}

function trueColourRows({ width, height, pixels, colours }: Bitmap): Buffer {
  const rgb = Uint32Array.from(colours);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let to = 0;
  for (let from = 0; from < pixels.length; ) {
    to += 1;
    for (const end = from + width; from < end; from += 1) {
      const colour = rgb[pixels[from] as number] as number;
      rows[to] = colour >> 16;
      rows[to + 1] = (colour >> 8) & 0xff;
      rows[to + 2] = colour & 0xff;
      to += 3;
    }
  }
  return rows;
}

const paletteBytes = ({ colours }: Bitmap, used: readonly number[]): Buffer =>
  Buffer.from(
    used.flatMap((number) => {
      const colour = colours[number] as number;
      return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
    }),
  );

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
