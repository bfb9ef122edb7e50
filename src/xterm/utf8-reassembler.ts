const nothing = new Uint8Array(0);
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Puts characters together that were cut by the end of a read. The emulator's own decoder takes a byte 0x80 before the
 * cut for none, and so would lose every second dash, ellipsis or joiner there.
 */
export class Utf8Reassembler {
  #held: Uint8Array = nothing;

  /** Whether the bytes so far end amid a character. */
  get isAmid(): boolean {
    return this.#held.length > 0;
  }

  /** The bytes that can be decoded by now, in pieces. */
  take(bytes: Uint8Array): readonly Uint8Array[] {
    if (!this.isAmid && endOfWhole(bytes) === bytes.length) return [bytes];
    const missing = this.isAmid ? lengthOf(this.#held[0] as number) - this.#held.length : 0;
    let count = 0;
    while (count < missing && isContinuation(bytes[count])) count += 1;
    const first = Buffer.concat([this.#held, bytes.subarray(0, count)]);
    this.#held = nothing;
    if (count === bytes.length && count < missing) {
      this.#held = first;
      return [];
    }
    const rest = bytes.subarray(count);
    const end = endOfWhole(rest);
    // A copy: what comes next is read into the same memory. (A Buffer's own slice is none.)
    this.#held = Uint8Array.from(rest.subarray(end));
    return [first, rest.subarray(0, end)].filter(({ length }) => length > 0);
  }
}

/** Where the last character begins if it is cut, else the end. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** How long a character is that begins so. */
function lengthOf(byte: number): number {
  if ((byte & 0xe0) === 0xc0) return 2;
  if ((byte & 0xf0) === 0xe0) return 3;
  return (byte & 0xf8) === 0xf0 ? 4 : 1;
}
