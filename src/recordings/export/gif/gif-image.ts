import { type Area, Palette } from '../../../pictures/png/bitmap.js';
import type { Rgb } from '../../../pictures/render/theme.js';
import type { GifImage } from './gif-writer.js';
import { mergeColors } from './merge-colors.js';
import type { ScreenCanvas } from './screen-canvas.js';

// Not a color: marks pixels that keep theirs.
const unchanged = 0x1000000;
const maxColors = 256;

/**
 * The image that changes an area of a canvas from the screen before to the current one. Colors are exact up to 256;
 * pixels that keep their color are transparent and count as one.
 */
export function imageOf(canvas: ScreenCanvas, area: Area): GifImage {
  const values = extractValues(canvas, area);
  const exact = assignNumbers(values);
  return { area, ...(exact ?? (assignNumbers(values, chooseReplacements(values)) as Numbered)) };
}

/** The color of each pixel, or `unchanged`. */
function extractValues({ pixels, before, width }: ScreenCanvas, area: Area): Uint32Array {
  const values = new Uint32Array(area.width * area.height);
  let to = 0;
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const start = y * width + area.x;
    for (let at = start; at < start + area.width; at += 1) {
      const color = pixels[at] as Rgb;
      values[to] = color === before[at] ? unchanged : color;
      to += 1;
    }
  }
  return values;
}

type Numbered = Omit<GifImage, 'area'>;

/** Numbers the colors in order of first use; undefined if there are too many. */
function assignNumbers(values: Uint32Array, replacements?: ReadonlyMap<Rgb, Rgb>): Numbered | undefined {
  const palette = new Palette();
  const pixels = new Uint8Array(values.length);
  let [last, lastNumber] = [-1, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (value !== last) {
      const number = palette.addColor(replacements?.get(value) ?? value);
      if (number === undefined) return undefined;
      [last, lastNumber] = [value, number];
    }
    pixels[at] = lastNumber;
  }
  const transparent = palette.colors.indexOf(unchanged);
  const colors = palette.colors.map((color) => (color === unchanged ? 0 : color));
  return { pixels, colors, transparent: transparent < 0 ? undefined : transparent };
}

function chooseReplacements(values: Uint32Array): ReadonlyMap<Rgb, Rgb> {
  const counts = new Map<Rgb, number>();
  for (const value of values) if (value !== unchanged) counts.set(value, (counts.get(value) ?? 0) + 1);
  return mergeColors(counts, maxColors - 1);
}
