import * as zlib from 'node:zlib';

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
