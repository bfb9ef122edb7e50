/** The palette colors with their letters; upper case is bright. */
const letters: readonly (readonly [letter: string, name: string, rgb: readonly [number, number, number]])[] = [
  ['k', 'black', [0, 0, 0]],
  ['r', 'red', [205, 0, 0]],
  ['g', 'green', [0, 205, 0]],
  ['y', 'yellow', [205, 205, 0]],
  ['b', 'blue', [0, 0, 238]],
  ['m', 'magenta', [205, 0, 205]],
  ['c', 'cyan', [0, 205, 205]],
  ['w', 'white', [229, 229, 229]],
  ['K', 'brightBlack', [127, 127, 127]],
  ['R', 'brightRed', [255, 0, 0]],
  ['G', 'brightGreen', [0, 255, 0]],
  ['Y', 'brightYellow', [255, 255, 0]],
  ['B', 'brightBlue', [92, 92, 255]],
  ['M', 'brightMagenta', [255, 0, 255]],
  ['C', 'brightCyan', [0, 255, 255]],
  ['W', 'brightWhite', [255, 255, 255]],
];

/** The letter of the palette color that is closest to a color as people perceive it. */
export function findColorLetter(color: string | number): string {
  if (typeof color === 'string' && !color.startsWith('#')) return letters.find(([, name]) => name === color)?.[0] ?? '';
  const lab = toLab(typeof color === 'number' ? computePaletteColor(color) : parseHexColor(color));
  const distance = (rgb: readonly [number, number, number]): number =>
    Math.hypot(...toLab(rgb).map((one, index) => one - (lab[index] ?? 0)));
  let best = letters[0];
  for (const each of letters) if (best !== undefined && distance(each[2]) < distance(best[2])) best = each;
  return best?.[0] ?? '';
}

function parseHexColor(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The color of a number of the 256-color palette: 16 named ones, a cube of 6 × 6 × 6, and 24 shades of gray. */
function computePaletteColor(index: number): readonly [number, number, number] {
  if (index < 16) return letters[index]?.[2] ?? [0, 0, 0];
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

// CIELAB: https://en.wikipedia.org/wiki/CIELAB_color_space#Converting_between_CIELAB_and_CIEXYZ_coordinates
function toLab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
  const [fx = 0, fy = 0, fz = 0] = [x, y, z].map((value) =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value) / 116 + 16 / 116,
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
