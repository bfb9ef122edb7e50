import { promisify } from 'node:util';
import { constants, deflateRaw, type ZlibOptions } from 'node:zlib';

// Beyond level 4 files get hardly smaller.
const options: ZlibOptions = { level: 4, memLevel: 9, chunkSize: 128 * 1024 };
const { Z_SYNC_FLUSH, Z_FINISH } = constants;
const compress = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
// What is looked back on, at most.
const windowBytes = 32 * 1024;
// As many as Node has threads for it.
const mostParts = 4;
const smallestPart = 128 * 1024;
// Deflate with a window of 32 KB, fast.
const header = Buffer.from([0x78, 0x5e]);

/** Bytes in the format of zlib; compressed in parts at the same time, in threads of Node's own. */
export async function compressed(bytes: Buffer): Promise<Buffer> {
  const count = Math.max(1, Math.min(mostParts, Math.floor(bytes.length / smallestPart)));
  const size = Math.ceil(bytes.length / count);
  const parts = Array.from({ length: count }, async (_, part) => {
    const [start, isLast] = [part * size, part === count - 1];
    const dictionary = bytes.subarray(Math.max(0, start - windowBytes), start);
    const finishFlush = isLast ? Z_FINISH : Z_SYNC_FLUSH;
    return await compress(bytes.subarray(start, start + size), { ...options, dictionary, finishFlush });
  });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(bytes));
  return Buffer.concat([header, ...(await Promise.all(parts)), checksum]);
}

// As many bytes as can be summed up before 32 bits overflow.
const mostSummed = 5552;
const modulus = 65521;

function adler32(bytes: Buffer): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + mostSummed, bytes.length); at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= modulus;
    high %= modulus;
  }
  return high * 0x10000 + low;
}
