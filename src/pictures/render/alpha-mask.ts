import type { InkShape, Interval } from './box-drawing/shapes.js';

/** Part of a row or column of pixels: `to` is exclusive. */
export interface Band {
  readonly from: number;
  readonly to: number;
}
/** Positions of lines through the middle: a double line is a light line on each side of the single light one. */
export interface Bands {
  readonly light: Band;
  readonly heavy: Band;
  readonly double: Band;
}

/** Draws one character. */
export type GlyphPainter = (mask: AlphaMask, codePoint: number) => void;

/** Units per pixel in the coordinates of drawings. */
export const unitsPerPixel = 16;
// Eight samples per pixel in each direction, at odd units: never on the edge between two pixels.
const samples = 8;
const unitsPerSample = unitsPerPixel / samples;

/** The coverage of each pixel of one cell, 0 to 255, row by row. */
export class AlphaMask {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Thickness of a light line. */
  readonly thickness: number;
  readonly columns: Bands;
  readonly rows: Bands;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
    this.thickness = Math.max(1, Math.round(height / 16));
    this.columns = computeBands(width, this.thickness);
    this.rows = computeBands(height, this.thickness);
  }

  /** Covers whole pixels; right and bottom are exclusive. */
  fill(left: number, top: number, right: number, bottom: number, coverage = 255): void {
    const [from, to] = [Math.max(0, left), Math.min(right, this.width)];
    if (from >= to) return;
    for (let y = Math.max(0, top); y < Math.min(bottom, this.height); y += 1)
      this.pixels.fill(coverage, y * this.width + from, y * this.width + to);
  }

  /** Adds an anti-aliased drawing within the given pixels; existing coverage is kept. */
  paint(
    drawing: InkShape,
    columns: Band = { from: 0, to: this.width },
    rows: Band = { from: 0, to: this.height },
  ): void {
    for (let y = rows.from; y < rows.to; y += 1) {
      const inked = this.sampleRow(drawing, y);
      for (let x = columns.from; x < columns.to; x += 1) {
        const at = y * this.width + x;
        const coverage = Math.round(((inked[x] ?? 0) * 255) / (samples * samples));
        this.pixels[at] = Math.max(this.pixels[at] ?? 0, coverage);
      }
    }
  }

  /** The number of covered samples of each pixel in a row. */
  private sampleRow({ ink, hole }: InkShape, row: number): Uint8Array {
    const counts = new Uint8Array(this.width);
    const line = new Uint8Array(this.width * samples);
    for (let sample = 0; sample < samples; sample += 1) {
      const y = row * unitsPerPixel + sample * unitsPerSample + 1;
      line.fill(0);
      let isEmpty = true;
      for (const shape of ink) isEmpty = !addSpan(line, shape(y), 1) && isEmpty;
      if (isEmpty) continue;
      if (hole !== undefined) addSpan(line, hole(y), 0);
      for (let index = 0; index < line.length; index += 1)
        counts[(index / samples) | 0] = (counts[(index / samples) | 0] ?? 0) + (line[index] ?? 0);
    }
    return counts;
  }
}

/** Sets the samples in the span; returns whether there are any. */
function addSpan(line: Uint8Array, span: Interval, value: number): boolean {
  const from = Math.max(0, Math.ceil((span.from - 1) / unitsPerSample));
  const to = Math.min(Math.floor((span.to - 1) / unitsPerSample) + 1, line.length);
  if (from < to) line.fill(value, from, to);
  return from < to;
}

function computeBands(length: number, thickness: number): Bands {
  const from = Math.floor((length - thickness) / 2);
  const to = from + thickness;
  const heavyFrom = Math.floor(length / 2) - thickness;
  return {
    light: { from, to },
    heavy: { from: heavyFrom, to: heavyFrom + 2 * thickness },
    double: { from: from - thickness, to: to + thickness },
  };
}
