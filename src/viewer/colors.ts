import {
  applyOwnColors,
  defaultColor,
  extendPalette,
  formatRgb,
  parseRgb,
  resolveTextColors,
  reverseColors,
} from '../base/colors.js';
import { isObject, type Members } from '../base/json.js';
import { type ColorData, type RunData, runFlags, type ThemeData } from './format.js';

/** The colors of a run, as CSS. */
interface Appearance {
  readonly color: string;
  /** Empty if it is the background of the screen. */
  readonly background: string;
  readonly underlineColor: string;
}

/** Converts a color to CSS. Values other than numbers are black. */
export const toCssColor = (color: number): string => formatRgb(Number(color) & 0xffffff);

/** Returns the colors of a screen: those of the theme, replaced by those that the program has set. */
export function resolveColors(theme: ThemeData, own: ColorData | null): ThemeData {
  if (own === null) return theme;
  const { palette, reversed, ...grounds } = own;
  const colors = applyOwnColors(theme, { ...grounds, palette: new Map(palette) });
  return reversed === true ? reverseColors(colors) : colors;
}

export function resolveAppearance(
  [, , flags = 0, fg = defaultColor, bg = defaultColor, underlineColor = defaultColor]: RunData,
  theme: ThemeData,
): Appearance {
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const [dim, inverse, hidden] = [has(runFlags.dim), has(runFlags.inverse), has(runFlags.hidden)];
  const colors = resolveTextColors({ fg, bg, underlineColor, dim, inverse, hidden }, theme);
  return {
    color: toCssColor(colors.fg),
    background: colors.bg === undefined ? '' : toCssColor(colors.bg),
    underlineColor: toCssColor(colors.underlineColor),
  };
}

const basicColors = [
  0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c, 0x23d18b,
  0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff,
];
const defaultTheme = { foreground: 0xd4d4d4, background: 0x1e1e1e, cursor: 0xd4d4d4 };

/** Converts the colors of a session, given as `#rrggbb`. Those that are missing have the usual values. */
export function toTheme(value: unknown): ThemeData {
  const theme: Members = isObject(value) ? value : {};
  const given: readonly unknown[] = Array.isArray(theme['palette']) ? theme['palette'] : [];
  return {
    foreground: parseRgb(theme['foreground']) ?? defaultTheme.foreground,
    background: parseRgb(theme['background']) ?? defaultTheme.background,
    cursor: parseRgb(theme['cursor']) ?? defaultTheme.cursor,
    palette: extendPalette(Array.from({ length: 256 }, (_, slot) => parseRgb(given[slot]) ?? basicColors[slot])),
  };
}
