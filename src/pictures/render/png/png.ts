import { runInSlices, type Steps } from '../../../base/idle-queue.js';
import type { Rgb } from '../theme.js';
import type { Bitmap } from './bitmap.js';
import { compress } from './compression.js';
import { crc32 } from './crc.js';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
// Checksummed in one step: takes far less than a time slice.
const sumBytes = 1024 * 1024;
const colorTypes = { truecolor: 2, indexed: 3 } as const;

/** Encodes a PNG file, with a palette if the bitmap is indexed, otherwise in true color. */
export async function encodePng({ width, height, rows, colors }: Bitmap): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colors === undefined ? colorTypes.truecolor : colorTypes.indexed;
  const palette = colors === undefined ? [] : [createChunk('PLTE', encodePalette(colors))];
  // No filters: they make terminal pictures larger.
  const data = await compress(rows);
  return await runInSlices(
    assembleFile([
      createChunk('IHDR', header),
      ...palette,
      createChunk('IDAT', data),
      createChunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

const encodePalette = (colors: readonly Rgb[]): Buffer =>
  Buffer.from(colors.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]));

interface Chunk {
  readonly head: Buffer;
  readonly data: Buffer;
}

function createChunk(type: string, data: Buffer): Chunk {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  return { head, data };
}

function* assembleFile(chunks: readonly Chunk[]): Steps<Buffer> {
  const parts: Buffer[] = [signature];
  for (const { head, data } of chunks) {
    let sum = crc32(head.subarray(4));
    for (let at = 0; at < data.length; at += sumBytes) {
      sum = crc32(data.subarray(at, at + sumBytes), sum);
      yield;
    }
    const end = Buffer.alloc(4);
    end.writeUInt32BE(sum, 0);
    parts.push(head, data, end);
  }
  return Buffer.concat(parts);
}
