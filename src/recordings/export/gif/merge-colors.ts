import type { Rgb } from '../../../pictures/render/theme.js';

interface Counted {
  readonly rgb: Rgb;
  readonly count: number;
}
/** Colors that become one. */
interface Box {
  readonly colors: readonly Counted[];
  /** The channel with the largest range, as the number of bits to shift, and its range times the number of pixels. */
  readonly shift: number;
  readonly weight: number;
}

/**
 * Assigns each color to one of at most `maxColors` (median cut). A group of similar colors becomes its most frequent one,
 * so that backgrounds keep their exact color.
 */
export function mergeColors(counts: ReadonlyMap<Rgb, number>, maxColors: number): ReadonlyMap<Rgb, Rgb> {
  const boxes = [boxOf([...counts].map(([rgb, count]) => ({ rgb, count })))];
  while (boxes.length < maxColors) {
    const widest = boxes.reduce((best, box, index) => (box.weight > (boxes[best] as Box).weight ? index : best), 0);
    const box = boxes[widest] as Box;
    if (box.colors.length < 2) break;
    boxes.splice(widest, 1, ...split(box));
  }
  return new Map(
    boxes.flatMap(({ colors }) => {
      const main = colors.reduce((best, color) => (color.count > best.count ? color : best)).rgb;
      return colors.map(({ rgb }) => [rgb, main] as const);
    }),
  );
}

const channelOf = (rgb: Rgb, shift: number): number => (rgb >> shift) & 0xff;

function boxOf(colors: readonly Counted[]): Box {
  let [widest, largest] = [0, 0];
  for (const shift of [0, 8, 16]) {
    let [low, high] = [255, 0];
    for (const { rgb } of colors) {
      const value = channelOf(rgb, shift);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > largest) [widest, largest] = [shift, high - low];
  }
  const pixels = colors.reduce((sum, { count }) => sum + count, 0);
  return { colors, shift: widest, weight: colors.length > 1 ? largest * Math.sqrt(pixels) : -1 };
}

/** Two boxes with about half of the pixels each. */
function split({ colors, shift }: Box): [Box, Box] {
  const sorted = [...colors].sort((one, other) => channelOf(one.rgb, shift) - channelOf(other.rgb, shift));
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let end = 0;
  for (let sum = 0; end < sorted.length - 1 && sum < half; end += 1) sum += (sorted[end] as Counted).count;
  const middle = Math.max(1, end);
  return [boxOf(sorted.slice(0, middle)), boxOf(sorted.slice(middle))];
}
