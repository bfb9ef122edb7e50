import { once } from 'node:events';
import * as zlib from 'node:zlib';
import { constants, createDeflate, type ZlibOptions } from 'node:zlib';
import type { Rgb } from '../../base/colors.js';
import { runInSlices, type Steps } from '../../base/idle-queue.js';
import type { Bitmap } from './bitmap.js';

// Higher levels hardly reduce the size.
const options: ZlibOptions = { level: 4, memLevel: 9, chunkSize: 128 * 1024 };
// The maximum distance of a back-reference.
const windowBytes = 32 * 1024;
// The default number of libuv threads.
const maxParts = 4;
const minPart = 128 * 1024;
// zlib header: deflate, 32 KB window, fast.
const zlibHeader = Buffer.from([0x78, 0x5e]);
const lastBlock = Buffer.from([0x03, 0x00]);
const checksumBytes = 4;

/** Compresses bytes to the zlib format, in parts and in parallel on libuv threads. */
export async function compress(bytes: Buffer): Promise<Buffer> {
  const count = Math.max(1, Math.min(maxParts, Math.floor(bytes.length / minPart)));
  const size = Math.ceil(bytes.length / count);
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, part) => await compressPart(bytes, part * size, (part + 1) * size)),
  );
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(parts.reduce(combineChecksums, emptySum).sum);
  return Buffer.concat([zlibHeader, ...parts.map(({ blocks }) => blocks), lastBlock, checksum]);
}

/** The length and checksum (Adler-32) of a piece of data. */
interface Sum {
  readonly length: number;
  readonly sum: number;
}
interface Part extends Sum {
  readonly blocks: Buffer;
}

// A part may refer back to the previous one, and ends at a byte boundary without a final block.
async function compressPart(bytes: Buffer, start: number, end: number): Promise<Part> {
  const part = bytes.subarray(start, end);
  const dictionary = bytes.subarray(Math.max(0, start - windowBytes), start);
  const stream = createDeflate(dictionary.length === 0 ? options : { ...options, dictionary });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.write(part);
  await new Promise<void>((resolve) => stream.flush(constants.Z_SYNC_FLUSH, resolve));
  stream.end();
  await once(stream, 'end');
  const all = Buffer.concat(chunks);
  // With a dictionary, the header contains its checksum.
  const begin = zlibHeader.length + (dictionary.length === 0 ? 0 : checksumBytes);
  const blocks = all.subarray(begin, -lastBlock.length - checksumBytes);
  return { blocks, length: part.length, sum: all.readUInt32BE(all.length - checksumBytes) };
}

const modulus = 65521;
const emptySum: Sum = { length: 0, sum: 1 };

// Lower half: 1 plus the sum of the bytes. Upper half: the sum of all values of the lower half so far.
function combineChecksums(left: Sum, right: Sum): Sum {
  const [low, high] = [left.sum & 0xffff, left.sum >>> 16];
  const [nextLow, nextHigh] = [right.sum & 0xffff, right.sum >>> 16];
  const length = left.length + right.length;
  const upper = (high + nextHigh + (right.length % modulus) * (low + modulus - 1)) % modulus;
  return { length, sum: upper * 0x10000 + ((low + nextLow + modulus - 1) % modulus) };
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function computeCrc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** The CRC-32 of bytes, continuing from the CRC of preceding bytes; node:zlib has it since Node 20.15. */
export const crc32: (bytes: Uint8Array, before?: number) => number =
  (zlib as { crc32?: typeof computeCrc32 }).crc32 ?? computeCrc32;

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
