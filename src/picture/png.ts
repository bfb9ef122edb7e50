import { promisify } from 'node:util';
import { deflate, type ZlibOptions } from 'node:zlib';
import type { Bitmap } from './bitmap.js';
import { crc32 } from './crc.js';
import { Palette } from './palette.js';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
// Level 1 is within 10 % of the smallest and the fastest; filters make terminal pictures larger.
const options: ZlibOptions = { level: 1, memLevel: 9, chunkSize: 1 << 20 };
const compress = promisify<Buffer, ZlibOptions, Buffer>(deflate);
// Each row begins with a byte that names its filter.
const noFilter = 0;
const colourTypes = { truecolour: 2, indexed: 3 } as const;

/** A PNG file: with a palette when there are few colours, else in true colour. Compressed in a thread of Node's own. */
export async function encodePng(bitmap: Bitmap): Promise<Buffer> {
  const palette = new Palette();
  const indexed = indexedRows(bitmap, palette);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bitmap.width, 0);
  header.writeUInt32BE(bitmap.height, 4);
  header[8] = 8;
  header[9] = indexed === undefined ? colourTypes.truecolour : colourTypes.indexed;
  const colours = indexed === undefined ? [] : [chunk('PLTE', paletteBytes(palette))];
  const data = await compress(indexed ?? trueColourRows(bitmap), options);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...colours,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// Undefined when there are too many colours.
function indexedRows({ width, height, pixels }: Bitmap, palette: Palette): Buffer | undefined {
  const rows = Buffer.allocUnsafe((width + 1) * height);
  let [last, number]: [number | undefined, number | undefined] = [undefined, undefined];
  let to = 0;
  for (let from = 0; from < pixels.length; ) {
    rows[to] = noFilter;
    to += 1;
    for (const end = from + width; from < end; from += 1) {
      const rgb = pixels[from] as number;
      if (rgb !== last) {
        number = palette.numberOf(rgb);
        if (number === undefined) return undefined;
        last = rgb;
      }
      rows[to] = number as number;
      to += 1;
    }
  }
  return rows;
}

function trueColourRows({ width, height, pixels }: Bitmap): Buffer {
  const rows = Buffer.allocUnsafe((width * 3 + 1) * height);
  let to = 0;
  for (let from = 0; from < pixels.length; ) {
    rows[to] = noFilter;
    to += 1;
    for (const end = from + width; from < end; from += 1) {
      const rgb = pixels[from] as number;
      rows[to] = rgb >> 16;
      rows[to + 1] = (rgb >> 8) & 0xff;
      rows[to + 2] = rgb & 0xff;
      to += 3;
    }
  }
  return rows;
}

const paletteBytes = ({ colours }: Palette): Buffer =>
  Buffer.from(colours.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]));

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
