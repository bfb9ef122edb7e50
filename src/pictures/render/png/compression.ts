import { once } from 'node:events';
import { constants, createDeflate, type ZlibOptions } from 'node:zlib';

// Higher levels hardly reduce the size.
const options: ZlibOptions = { level: 4, memLevel: 9, chunkSize: 128 * 1024 };
// The maximum distance of a back-reference.
const windowBytes = 32 * 1024;
// The default number of libuv threads.
const maxParts = 4;
const minPart = 128 * 1024;
// zlib header: deflate, 32 KB window, fast.
const header = Buffer.from([0x78, 0x5e]);
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
  return Buffer.concat([header, ...parts.map(({ blocks }) => blocks), lastBlock, checksum]);
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
  const begin = header.length + (dictionary.length === 0 ? 0 : checksumBytes);
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
