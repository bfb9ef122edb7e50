import { decodeLzw } from './lzw.js';

/** An image of a GIF file. */
export interface DecodedImage {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** In hundredths of a second. */
  readonly delay: number;
  readonly colors: readonly number[];
  readonly transparent: number | undefined;
  readonly pixels: Uint8Array;
}
/** A decoded GIF file. */
export interface DecodedGif {
  readonly width: number;
  readonly height: number;
  /** The number of repetitions; 0 is endless, undefined is none. */
  readonly loops: number | undefined;
  readonly images: readonly DecodedImage[];
}

/** Decodes a GIF file as its specification describes it; throws if the file is not valid. */
export function decodedGif(file: Buffer): DecodedGif {
  if (file.toString('latin1', 0, 6) !== 'GIF89a' || file[10] !== 0x70) throw new Error('unexpected header');
  const reader = new GifReader(file);
  while (file[reader.at] !== 0x3b) reader.readBlock();
  if (reader.at !== file.length - 1) throw new Error('data after the end');
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8), loops: reader.loops, images: reader.images };
}

class GifReader {
  at = 13;
  loops: number | undefined;
  readonly images: DecodedImage[] = [];
  readonly #file: Buffer;
  #control: Pick<DecodedImage, 'delay' | 'transparent'> = { delay: 0, transparent: undefined };

  constructor(file: Buffer) {
    this.#file = file;
  }

  readBlock(): void {
    const kind = this.#file.readUInt16BE(this.at);
    if (kind === 0x21ff) this.#readLoops();
    else if (kind === 0x21f9) this.#readControl();
    else if (kind >> 8 === 0x2c) this.#readImage();
    else throw new Error(`unexpected block ${kind} at ${this.at}`);
  }

  #readLoops(): void {
    this.loops = this.#file.readUInt16LE(this.at + 16);
    this.at += 19;
  }

  #readControl(): void {
    const flags = this.#file[this.at + 3] as number;
    if (flags >> 2 !== 1) throw new Error('unexpected disposal');
    const transparent = (flags & 1) === 1 ? this.#file[this.at + 6] : undefined;
    this.#control = { delay: this.#file.readUInt16LE(this.at + 4), transparent };
    this.at += 8;
  }

  #readImage(): void {
    const [x = 0, y = 0, width = 0, height = 0] = [1, 3, 5, 7].map((offset) =>
      this.#file.readUInt16LE(this.at + offset),
    );
    const size = 2 << ((this.#file[this.at + 9] as number) & 7);
    const colors = Array.from({ length: size }, (_, index) => this.#file.readUIntBE(this.at + 10 + index * 3, 3));
    this.at += 10 + size * 3;
    const start = this.at;
    this.at += 1;
    while (this.#file[this.at] !== 0) this.at += 1 + (this.#file[this.at] as number);
    this.at += 1;
    const pixels = decodeLzw(this.#file.subarray(start, this.at));
    if (pixels.length !== width * height) throw new Error(`${pixels.length} pixels instead of ${width * height}`);
    this.images.push({ x, y, width, height, colors, pixels, ...this.#control });
  }
}

/** The colors of all pixels after each image. */
export function* picturesOf({ width, height, images }: DecodedGif): Generator<Uint32Array> {
  const picture = new Uint32Array(width * height).fill(0xffffffff);
  for (const image of images) {
    for (const [index, number] of image.pixels.entries()) {
      if (number === image.transparent) continue;
      const y = image.y + Math.floor(index / image.width);
      picture[y * width + image.x + (index % image.width)] = image.colors[number] as number;
    }
    yield picture.slice();
  }
}
