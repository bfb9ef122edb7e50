// Colors: their names, the palette of xterm, and those that a text has on a screen. The page of the viewer uses them, too.

/** A color: -1 is the default, 0–255 a palette slot, `trueColor` or more is `#rrggbb`. */
export type Color = number;
export const defaultColor = -1;
/** Added to the 24 bits of a color that is not a palette slot. */
export const trueColor = 0x1000000;
/** A color as 0xRRGGBB. */
export type Rgb = number;

const darkNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const brightNames = darkNames.map((name) => `bright${name.charAt(0).toUpperCase()}${name.slice(1)}`);
/** The names of the slots 0 to 15 of the palette. */
export const colorNames: readonly string[] = [...darkNames, ...brightNames];

/** The wire form of a color other than the default: a name, a palette slot, or `#rrggbb`. */
export const formatColor = (color: Color): string | number =>
  color >= trueColor ? formatRgb(color - trueColor) : (colorNames[color] ?? color);

/** A color as `#rrggbb`. */
export const formatRgb = (color: Rgb): string => `#${color.toString(16).padStart(6, '0')}`;

/** Parses `#rrggbb`; undefined for anything else. */
export const parseRgb = (value: unknown): Rgb | undefined =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : undefined;

/** Red, green and blue, each from 0 to 255. */
export const channelsOf = (color: Rgb): readonly [red: number, green: number, blue: number] => [
  (color >> 16) & 0xff,
  (color >> 8) & 0xff,
  color & 0xff,
];

// As in xterm: a cube of 6 × 6 × 6 colors from slot 16, then 24 grays.
const cubeSteps = [0, 95, 135, 175, 215, 255] as const;

/** A palette of 256 slots with the given colors, which include the first 16. */
export const extendPalette = (first: readonly (Rgb | undefined)[]): Rgb[] =>
  Array.from({ length: 256 }, (_, slot) => first[slot] ?? paletteColorAt(slot));

/** The color of a slot from 16 on. */
function paletteColorAt(slot: number): Rgb {
  if (slot >= 232) return (8 + (slot - 232) * 10) * 0x010101;
  const getCubeStep = (divisor: number): number => cubeSteps[Math.floor((slot - 16) / divisor) % 6] ?? 0;
  return (getCubeStep(36) << 16) | (getCubeStep(6) << 8) | getCubeStep(1);
}

/** The colors of a terminal. */
export interface Colors {
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** All 256 slots. */
  readonly palette: readonly Rgb[];
}
/** Colors that a program has set, which replace the initial ones. */
export interface OwnColors {
  readonly foreground?: Rgb;
  readonly background?: Rgb;
  readonly cursor?: Rgb;
  readonly palette: ReadonlyMap<number, Rgb>;
}

/** Colors with those replaced that a program has set. */
export function applyOwnColors<C extends Colors>(colors: C, own: OwnColors | undefined): C {
  if (own === undefined) return colors;
  const palette = colors.palette.map((color, slot) => own.palette.get(slot) ?? color);
  return { ...colors, ...own, palette };
}

/** The colors of a reversed screen (DECSCNM); a cursor in the text color still has the text color. */
export function reverseColors<C extends Colors>(colors: C): C {
  const { foreground, background, cursor } = colors;
  return {
    ...colors,
    foreground: background,
    background: foreground,
    cursor: cursor === foreground ? background : cursor,
  };
}

/** The members of a style that decide about colors. */
interface ColoredStyle {
  readonly fg: Color;
  readonly bg: Color;
  readonly underlineColor: Color;
  readonly dim: boolean;
  readonly inverse: boolean;
  readonly hidden: boolean;
}
/** The colors that a text has on a screen. */
export interface TextColors {
  readonly fg: Rgb;
  /** Undefined if it is the background of the screen. */
  readonly bg: Rgb | undefined;
  readonly underlineColor: Rgb;
}

/** The colors that a text of a style has on a screen of some colors. */
export function resolveTextColors(style: ColoredStyle, colors: Colors): TextColors {
  const own = style.fg === defaultColor ? colors.foreground : resolveColor(style.fg, colors);
  const behind = style.bg === defaultColor ? colors.background : resolveColor(style.bg, colors);
  const [text, bg] = style.inverse ? [behind, own] : [own, behind];
  const shade = style.dim ? mixEvenly(text, bg) : text;
  const fg = style.hidden ? bg : shade;
  return {
    fg,
    bg: style.inverse || style.bg !== defaultColor ? bg : undefined,
    underlineColor: style.underlineColor === defaultColor ? fg : resolveColor(style.underlineColor, colors),
  };
}

const resolveColor = (color: Color, { palette }: Colors): Rgb =>
  color >= trueColor ? color - trueColor : (palette[color] ?? 0);

// Dim text is halfway between its color and the background.
function mixEvenly(one: Rgb, other: Rgb): Rgb {
  const mixChannel = (shift: number): number => (((one >> shift) & 0xff) + ((other >> shift) & 0xff)) >> 1;
  return (mixChannel(16) << 16) | (mixChannel(8) << 8) | mixChannel(0);
}

/** Whether a background is dark, so that text on it is light. */
export function isDark(background: Rgb): boolean {
  const [red, green, blue] = channelsOf(background);
  return 299 * red + 587 * green + 114 * blue < 128_000;
}
