import type { Bitmap } from './bitmap.js';
import { compressed } from './compression.js';
import { crc32 } from './crc.js';
import type { Rgb } from './theme.js';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const colourTypes = { truecolour: 2, indexed: 3 } as const;

/** A PNG file: with a palette when its colours are numbered, else in true colour. */
export async function encodePng({ width, height, rows, colours }: Bitmap): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colours === undefined ? colourTypes.truecolour : colourTypes.indexed;
  const palette = colours === undefined ? [] : [chunk('PLTE', paletteBytes(colours))];
  // Filters make terminal pictures larger: rows are as they were painted.
  const data = await compressed(rows);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...palette,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const paletteBytes = (colours: readonly Rgb[]): Buffer =>
  Buffer.from(colours.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]));

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
