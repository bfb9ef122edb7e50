import type { Rgb } from '../../base/colors.js';
import type { Area } from '../../pictures/png/bitmap.js';

const maxCodes = 4096;
// Twice as many slots as codes, and a prime step between them, make collisions rare.
const slots = 8192;
const free = -1;
const maxSubBlock = 255;

/** Compresses color numbers in GIF's variant of LZW. Its buffers are reused, so that frames allocate little. */
export class LzwEncoder {
  /** The code before and the color after it, as one number. */
  readonly #keys = new Int32Array(slots);
  readonly #codes = new Uint16Array(slots);
  #out = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  #bits = 0;
  #bitCount = 0;

  /**
   * Image data of a GIF file: the code size, sub-blocks and the terminator. `colorBits` is the number of bits of a color,
   * from 1 to 8.
   */
  encode(pixels: Uint8Array, colorBits: number): Buffer {
    const minBits = Math.max(2, colorBits);
    this.#length = 0;
    this.#bits = 0;
    this.#bitCount = 0;
    this.#encodeCodes(pixels, minBits);
    return subBlocksOf(minBits, this.#out.subarray(0, this.#length));
  }

  // One function: a call per pixel would double the time.
  #encodeCodes(pixels: Uint8Array, minBits: number): void {
    const keys = this.#keys;
    const codes = this.#codes;
    const clearCode = 1 << minBits;
    let codeBits = minBits + 1;
    let nextCode = clearCode + 2;
    keys.fill(free);
    this.#put(clearCode, codeBits);
    let prefix = pixels[0] as number;
    for (let at = 1; at < pixels.length; at += 1) {
      const color = pixels[at] as number;
      const key = (prefix << 8) | color;
      let slot = Math.imul(key, 0x9e3779b1) >>> 19;
      while (keys[slot] !== key && keys[slot] !== free) slot = (slot + 1) & (slots - 1);
      if (keys[slot] === key) {
        prefix = codes[slot] as number;
        continue;
      }
      this.#put(prefix, codeBits);
      prefix = color;
      if (nextCode < maxCodes) {
        keys[slot] = key;
        codes[slot] = nextCode;
        // The decoder is one code behind.
        if (nextCode === 1 << codeBits) codeBits += 1;
        nextCode += 1;
        continue;
      }
      this.#put(clearCode, codeBits);
      keys.fill(free);
      codeBits = minBits + 1;
      nextCode = clearCode + 2;
    }
    this.#put(prefix, codeBits);
    // The decoder adds a code for the last one too.
    if (nextCode === 1 << codeBits && codeBits < 12) codeBits += 1;
    this.#put(clearCode + 1, codeBits);
    if (this.#bitCount > 0) this.#putByte(this.#bits);
  }

  #put(code: number, codeBits: number): void {
    this.#bits |= code << this.#bitCount;
    this.#bitCount += codeBits;
    while (this.#bitCount >= 8) {
      this.#putByte(this.#bits & 0xff);
      this.#bits >>>= 8;
      this.#bitCount -= 8;
    }
  }

  #putByte(byte: number): void {
    if (this.#length === this.#out.length) {
      const larger = Buffer.allocUnsafe(this.#out.length * 2);
      this.#out.copy(larger);
      this.#out = larger;
    }
    this.#out[this.#length] = byte;
    this.#length += 1;
  }
}

function subBlocksOf(minBits: number, data: Buffer): Buffer {
  const count = Math.ceil(data.length / maxSubBlock);
  const blocks = Buffer.allocUnsafe(1 + data.length + count + 1);
  blocks[0] = minBits;
  let to = 1;
  for (let from = 0; from < data.length; from += maxSubBlock) {
    const size = Math.min(maxSubBlock, data.length - from);
    blocks[to] = size;
    data.copy(blocks, to + 1, from, from + size);
    to += 1 + size;
  }
  blocks[to] = 0;
  return blocks;
}

/** A rectangle of a frame. */
export interface GifImage {
  readonly area: Area;
  /** Color numbers, row by row. */
  readonly pixels: Uint8Array;
  /** At most 256. */
  readonly colors: readonly Rgb[];
  /** The color number of pixels that keep the color of the frame before. */
  readonly transparent: number | undefined;
}

/** The longest time that one image of a GIF can be shown, in hundredths of a second. */
export const maxDelay = 65_535;
const noDisposal = 1;

/** Encodes the parts of a GIF file. */
export class GifWriter {
  readonly #lzw = new LzwEncoder();

  /** The beginning of a file that is played `plays` times; 0 is endless. */
  encodeHeader(width: number, height: number, plays: number): Buffer {
    const header = Buffer.alloc(13);
    header.write('GIF89a', 'latin1');
    header.writeUInt16LE(width, 6);
    header.writeUInt16LE(height, 8);
    // No global color table; colors have 8 bits.
    header[10] = 0x70;
    if (plays === 1) return header;
    const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
    // The number of repetitions after the first time.
    loop.writeUInt16LE(plays === 0 ? 0 : plays - 1, 16);
    return Buffer.concat([header, loop]);
  }

  /** Compresses an image. */
  encodeImage({ area, pixels, colors, transparent }: GifImage): Buffer {
    const bits = Math.max(1, Math.ceil(Math.log2(colors.length)));
    const descriptor = Buffer.alloc(10);
    descriptor[0] = 0x2c;
    for (const [index, value] of [area.x, area.y, area.width, area.height].entries())
      descriptor.writeUInt16LE(value, 1 + index * 2);
    // It has a color table of its own.
    descriptor[9] = 0x80 | (bits - 1);
    const table = Buffer.alloc(3 << bits);
    for (const [index, color] of colors.entries()) table.writeUIntBE(color, index * 3, 3);
    return Buffer.concat([encodeGraphicControl(transparent), descriptor, table, this.#lzw.encode(pixels, bits)]);
  }

  /** An image that changes nothing. */
  encodeEmptyImage(): Buffer {
    const area = { x: 0, y: 0, width: 1, height: 1 };
    return this.encodeImage({ area, pixels: Uint8Array.of(0), colors: [0, 0], transparent: 0 });
  }

  /** Sets the time that an image is shown, in hundredths of a second. */
  setDelay(image: Buffer, delay: number): void {
    image.writeUInt16LE(delay, 4);
  }

  /** The end of a file. */
  encodeTrailer(): Buffer {
    return Buffer.from([0x3b]);
  }
}

/** The graphic control extension, without the delay. */
const encodeGraphicControl = (transparent: number | undefined): Buffer =>
  Buffer.from([0x21, 0xf9, 4, (noDisposal << 2) | (transparent === undefined ? 0 : 1), 0, 0, transparent ?? 0, 0]);
