import { type ColorData, type RunData, runFlags, type ThemeData } from './format.js';

/** The colors of a run, as CSS. */
export interface Appearance {
  readonly color: string;
  /** Empty if it is the background of the screen. */
  readonly background: string;
  readonly underlineColor: string;
}

const trueColor = 0x1000000;

/** Converts a color to CSS. Values other than numbers are black. */
export const toHex = (color: number): string => `#${(Number(color) & 0xffffff).toString(16).padStart(6, '0')}`;

/** Returns the colors of a screen: those of the theme, replaced by those that the program has set. */
export function resolveColors(theme: ThemeData, own: ColorData | null): ThemeData {
  if (own === null) return theme;
  const palette = [...theme.palette];
  for (const [slot, color] of own.palette ?? []) palette[slot] = color;
  const { foreground = theme.foreground, background = theme.background, cursor = theme.cursor } = own;
  if (own.reversed !== true) return { foreground, background, cursor, palette };
  return {
    foreground: background,
    background: foreground,
    cursor: cursor === foreground ? background : cursor,
    palette,
  };
}

/** Resolves the colors of a run. */
export function resolveAppearance([, , flags = 0, fg = -1, bg = -1, line = -1]: RunData, theme: ThemeData): Appearance {
  const own = fg === -1 ? theme.foreground : resolveColor(fg, theme);
  const behind = bg === -1 ? theme.background : resolveColor(bg, theme);
  const isInverse = (flags & runFlags.inverse) !== 0;
  const [text, background] = isInverse ? [behind, own] : [own, behind];
  const shade = (flags & runFlags.dim) === 0 ? text : mixColors(text, background);
  const color = (flags & runFlags.hidden) === 0 ? shade : background;
  return {
    color: toHex(color),
    background: isInverse || bg !== -1 ? toHex(background) : '',
    underlineColor: toHex(line === -1 ? color : resolveColor(line, theme)),
  };
}

const resolveColor = (color: number, { palette }: ThemeData): number =>
  color >= trueColor ? color - trueColor : (palette[color] ?? 0);

// Dim text is halfway between its color and the background.
function mixColors(one: number, other: number): number {
  const half = (shift: number): number => (((one >> shift) & 0xff) + ((other >> shift) & 0xff)) >> 1;
  return (half(16) << 16) | (half(8) << 8) | half(0);
}
