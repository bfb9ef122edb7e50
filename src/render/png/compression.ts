import { once } from 'node:events';
import { constants, createDeflate, type ZlibOptions } from 'node:zlib';

// Beyond level 4 files get hardly smaller.
const options: ZlibOptions = { level: 4, memLevel: 9, chunkSize: 128 * 1024 };
// What is looked back on, at most.
const windowBytes = 32 * 1024;
// As many as Node has threads for it.
const maxParts = 4;
const minPart = 128 * 1024;
// Deflate with a window of 32 KB, fast.
const header = Buffer.from([0x78, 0x5e]);
const lastBlock = Buffer.from([0x03, 0x00]);
const checksumBytes = 4;

/** Bytes in the format of zlib; compressed in parts at the same time, in threads of Node's own. */
export async function compressed(bytes: Buffer): Promise<Buffer> {
  const count = Math.max(1, Math.min(maxParts, Math.floor(bytes.length / minPart)));
  const size = Math.ceil(bytes.length / count);
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, part) => await compressedPart(bytes, part * size, (part + 1) * size)),
  );
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(parts.reduce(joined, emptySum).sum);
  return Buffer.concat([header, ...parts.map(({ blocks }) => blocks), lastBlock, checksum]);
}

/** How long some bytes are, and their checksum (Adler-32). */
interface Sum {
  readonly length: number;
  readonly sum: number;
}
interface Part extends Sum {
  readonly blocks: Buffer;
}

// A part looks back on the one before, and ends at a whole byte, without the block that is the last one of all.
async function compressedPart(bytes: Buffer, start: number, end: number): Promise<Part> {
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
  // That there is a dictionary is told with its checksum.
  const begin = header.length + (dictionary.length === 0 ? 0 : checksumBytes);
  const blocks = all.subarray(begin, -lastBlock.length - checksumBytes);
  return { blocks, length: part.length, sum: all.readUInt32BE(all.length - checksumBytes) };
}

const modulus = 65521;
const emptySum: Sum = { length: 0, sum: 1 };

// The lower half is one more than the sum of the bytes, the upper half is the sum of all lower halves so far.
function joined(left: Sum, right: Sum): Sum {
  const [low, high] = [left.sum & 0xffff, left.sum >>> 16];
  const [nextLow, nextHigh] = [right.sum & 0xffff, right.sum >>> 16];
  const length = left.length + right.length;
  const upper = (high + nextHigh + (right.length % modulus) * (low + modulus - 1)) % modulus;
  return { length, sum: upper * 0x10000 + ((low + nextLow + modulus - 1) % modulus) };
}
