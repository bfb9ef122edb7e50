const backslash = 0x5c;
const zero = 0x30;

/** Decodes `%output`: control characters and backslashes are written as three octal digits, everything else is raw. */
export function unescapeOutput(bytes: Buffer): Buffer {
  let at = bytes.indexOf(backslash);
  if (at === -1) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = bytes.copy(decoded, 0, 0, at);
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    const value = byte === backslash ? parseOctal(bytes, at + 1) : undefined;
    decoded[length] = value ?? byte;
    length += 1;
    at += value === undefined ? 1 : 4;
  }
  return decoded.subarray(0, length);
}

function parseOctal(bytes: Buffer, at: number): number | undefined {
  if (at + 3 > bytes.length) return undefined;
  let value = 0;
  for (let index = at; index < at + 3; index += 1) {
    const digit = (bytes[index] as number) - zero;
    if (digit < 0 || digit > 7) return undefined;
    value = value * 8 + digit;
  }
  return value > 0xff ? undefined : value;
}

/** The bytes at the end that begin a UTF-8 character and do not complete it. */
export function findUnfinishedCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.slice(bytes.length - back) : bytes.subarray(0, 0);
  }
  return bytes.subarray(0, 0);
}
