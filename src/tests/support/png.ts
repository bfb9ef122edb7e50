import { inflateSync } from 'node:zlib';

/** A PNG file as pixels. */
export interface DecodedPng {
  readonly width: number;
  readonly height: number;
  readonly hasPalette: boolean;
  /** Red, green and blue of every pixel, row by row. */
  readonly rgb: Buffer;
  /** One pixel as 0xRRGGBB. */
  rgbAt(x: number, y: number): number;
}

const colorTypes = { truecolor: 2, indexed: 3 } as const;

/** Decodes an 8-bit PNG file without filters, in true color or with a palette: the formats that this project writes. */
export function decodePng(file: Buffer): DecodedPng {
  const chunks = chunksOf(file);
  const header = chunks.get('IHDR') as Buffer;
  const [width, height, colorType] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] as number];
  if (header[8] !== 8 || !Object.values<number>(colorTypes).includes(colorType))
    throw new Error('unsupported PNG format');
  const palette = chunks.get('PLTE');
  const hasPalette = colorType === colorTypes.indexed;
  const data = inflateSync(chunks.get('IDAT') as Buffer);
  const rowBytes = 1 + width * (hasPalette ? 1 : 3);
  if (data.length !== rowBytes * height) throw new Error(`${data.length} bytes for ${width} × ${height} pixels`);
  const rows = Array.from({ length: height }, (_, row) => {
    if (data[row * rowBytes] !== 0) throw new Error('unsupported PNG filter');
    const bytes = data.subarray(row * rowBytes + 1, (row + 1) * rowBytes);
    return hasPalette ? applyPalette(bytes, palette as Buffer) : bytes;
  });
  const rgb = Buffer.concat(rows);
  return { width, height, hasPalette, rgb, rgbAt: (x, y) => rgb.readUIntBE((y * width + x) * 3, 3) };
}

function chunksOf(file: Buffer): Map<string, Buffer> {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('not a PNG file');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  if (!chunks.has('IEND')) throw new Error('truncated PNG file');
  return chunks;
}

function applyPalette(indices: Buffer, palette: Buffer): Buffer {
  const rgb = Buffer.alloc(indices.length * 3);
  for (const [at, index] of indices.entries()) {
    if (index * 3 + 3 > palette.length) throw new Error(`color ${index} is not in the palette`);
    palette.copy(rgb, at * 3, index * 3, index * 3 + 3);
  }
  return rgb;
}
