import { type ColorData, isObject, type Members, type RunData, runFlags, type ThemeData } from './format.js';

/** The colors of a run, as CSS. */
interface Appearance {
  readonly color: string;
  /** Empty if it is the background of the screen. */
  readonly background: string;
  readonly underlineColor: string;
}

const trueColor = 0x1000000;

/** Converts a color to CSS. Values other than numbers are black. */
export const toCssColor = (color: number): string => `#${(Number(color) & 0xffffff).toString(16).padStart(6, '0')}`;

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

export function resolveAppearance([, , flags = 0, fg = -1, bg = -1, line = -1]: RunData, theme: ThemeData): Appearance {
  const own = fg === -1 ? theme.foreground : resolveColor(fg, theme);
  const behind = bg === -1 ? theme.background : resolveColor(bg, theme);
  const isInverse = (flags & runFlags.inverse) !== 0;
  const [text, background] = isInverse ? [behind, own] : [own, behind];
  const shade = (flags & runFlags.dim) === 0 ? text : mixColors(text, background);
  const color = (flags & runFlags.hidden) === 0 ? shade : background;
  return {
    color: toCssColor(color),
    background: isInverse || bg !== -1 ? toCssColor(background) : '',
    underlineColor: toCssColor(line === -1 ? color : resolveColor(line, theme)),
  };
}

const resolveColor = (color: number, { palette }: ThemeData): number =>
  color >= trueColor ? color - trueColor : (palette[color] ?? 0);

// Dim text is halfway between its color and the background.
function mixColors(one: number, other: number): number {
  const half = (shift: number): number => (((one >> shift) & 0xff) + ((other >> shift) & 0xff)) >> 1;
  return (half(16) << 16) | (half(8) << 8) | half(0);
}

const steps = [0, 95, 135, 175, 215, 255];
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
    foreground: readColor(theme['foreground']) ?? defaultTheme.foreground,
    background: readColor(theme['background']) ?? defaultTheme.background,
    cursor: readColor(theme['cursor']) ?? defaultTheme.cursor,
    palette: Array.from({ length: 256 }, (_, slot) => readColor(given[slot]) ?? xtermColorAt(slot)),
  };
}

const readColor = (value: unknown): number | undefined =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : undefined;

/** The colors of xterm: 16 basic ones, a cube, and a scale of grays. */
function xtermColorAt(slot: number): number {
  if (slot < 16) return basicColors[slot] ?? 0;
  if (slot >= 232) return (8 + (slot - 232) * 10) * 0x010101;
  const index = slot - 16;
  const levels = [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6];
  return levels.reduce((color, level) => color * 256 + (steps[level] ?? 0), 0);
}
