import { closeSync, openSync, readSync } from 'node:fs';

const magic = 0x7f454c46;
const is64Bit = 2;
const interpreterSegment = 3;

/** Whether an executable runs on musl, the C library of Alpine, instead of glibc; false if unknown. */
export function usesMusl(executable = '/proc/self/exe'): boolean {
  try {
    return readLoader(executable)?.includes('ld-musl') === true;
  } catch {
    return false;
  }
}

// `process.report` has the version of glibc, but takes 140 ms.
/** The path of the dynamic loader of an ELF file. */
function readLoader(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  const read = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    readSync(descriptor, bytes, 0, length, at);
    return bytes;
  };
  try {
    const header = read(0, 64);
    if (header.readUInt32BE(0) !== magic || header[4] !== is64Bit) return undefined;
    const [size, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
    const table = read(Number(header.readBigUInt64LE(32)), size * count);
    for (let at = 0; at < table.length; at += size)
      if (table.readUInt32LE(at) === interpreterSegment)
        return read(Number(table.readBigUInt64LE(at + 8)), Number(table.readBigUInt64LE(at + 32))).toString('latin1');
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
