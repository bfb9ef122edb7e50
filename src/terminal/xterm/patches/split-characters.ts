// upstream: #6003, fixed by #6004 (merged); obsolete in: 6.1
const nothing = new Uint8Array(0);
const isContinuationByte = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Reassembles characters that are split across reads. The emulator's own decoder ignores a byte 0x80 just before the
 * split, and so would corrupt dashes, ellipses and joiners.
 */
export class Utf8Reassembler {
  #held: Uint8Array = nothing;

  /** Whether the bytes so far end inside a character. */
  get isInCharacter(): boolean {
    return this.#held.length > 0;
  }

  /** Returns the bytes that can be decoded now, in chunks; retains an incomplete character. */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    if (!this.isInCharacter && findCompleteEnd(bytes) === bytes.length) return [bytes];
    const missing = this.isInCharacter ? countCharacterBytes(this.#held[0] as number) - this.#held.length : 0;
    let count = 0;
    while (count < missing && isContinuationByte(bytes[count])) count += 1;
    const first = Buffer.concat([this.#held, bytes.subarray(0, count)]);
    this.#held = nothing;
    if (count === bytes.length && count < missing) {
      this.#held = first;
      return [];
    }
    const rest = bytes.subarray(count);
    const end = findCompleteEnd(rest);
    // A copy, because the next read uses the same memory. (`Buffer.slice` does not copy.)
    this.#held = Uint8Array.from(rest.subarray(end));
    return [first, rest.subarray(0, end)].filter(({ length }) => length > 0);
  }
}

/** Where the last character begins if it is incomplete, otherwise the end. */
function findCompleteEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuationByte(byte)) continue;
    return countCharacterBytes(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The length in bytes of a character with this first byte. */
function countCharacterBytes(byte: number): number {
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 1;
}
