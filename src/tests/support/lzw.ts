const maxCodes = 4096;

/** Decodes the image data of a GIF file: code size, sub-blocks and terminator. Throws if they are not valid. */
export function decodeLzw(data: Buffer): Uint8Array {
  const minBits = data[0] as number;
  const codes = new CodeReader(bytesIn(data));
  const [clear, end] = [1 << minBits, (1 << minBits) + 1];
  const roots = Array.from({ length: end + 1 }, (_, code) => [code]);
  const pixels: number[] = [];
  let table = [...roots];
  let before: readonly number[] | undefined;
  let bits = minBits + 1;
  for (let code = codes.read(bits); code !== end; code = codes.read(bits)) {
    if (code === clear) {
      table = [...roots];
      bits = minBits + 1;
      before = undefined;
      continue;
    }
    const entry = entryOf(table, code, before);
    for (const pixel of entry) pixels.push(pixel);
    if (before !== undefined && table.length < maxCodes) table.push([...before, entry[0] as number]);
    if (table.length === 1 << bits && table.length < maxCodes) bits += 1;
    before = entry;
  }
  if (!codes.isAtEnd) throw new Error('data after the end code');
  return Uint8Array.from(pixels);
}

function entryOf(table: readonly number[][], code: number, before: readonly number[] | undefined): readonly number[] {
  const known = table[code];
  if (known !== undefined) return known;
  if (before === undefined || code !== table.length) throw new Error(`unknown code ${code}`);
  return [...before, before[0] as number];
}

function bytesIn(data: Buffer): number[] {
  const bytes: number[] = [];
  for (let at = 1; data[at] !== 0; at += 1 + (data[at] as number))
    bytes.push(...data.subarray(at + 1, at + 1 + (data[at] as number)));
  return bytes;
}

class CodeReader {
  readonly #bytes: readonly number[];
  #bit = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#bytes.length === Math.ceil(this.#bit / 8);
  }

  read(bits: number): number {
    let code = 0;
    for (let index = 0; index < bits; index += 1) {
      const byte = this.#bytes[this.#bit >> 3];
      if (byte === undefined) throw new Error('no end code');
      code |= ((byte >> (this.#bit & 7)) & 1) << index;
      this.#bit += 1;
    }
    return code;
  }
}
