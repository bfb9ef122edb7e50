import type { Area } from '../../../pictures/png/bitmap.js';
import type { Rgb } from '../../../pictures/render/theme.js';
import { LzwEncoder } from './lzw.js';

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
    return Buffer.concat([encodeControl(transparent), descriptor, table, this.#lzw.encode(pixels, bits)]);
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
const encodeControl = (transparent: number | undefined): Buffer =>
  Buffer.from([0x21, 0xf9, 4, (noDisposal << 2) | (transparent === undefined ? 0 : 1), 0, 0, transparent ?? 0, 0]);
