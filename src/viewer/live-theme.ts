import type { ThemeData } from './format.js';
import { isObject, type Members } from './recording-model.js';

const steps = [0, 95, 135, 175, 215, 255];
const basicColors = [
  0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c, 0x23d18b,
  0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff,
];
const defaultTheme = { foreground: 0xd4d4d4, background: 0x1e1e1e, cursor: 0xd4d4d4 };

/** Converts the colors of a session, given as `#rrggbb`. Those that are missing have the usual values. */
export function themeFrom(value: unknown): ThemeData {
  const theme: Members = isObject(value) ? value : {};
  const given: readonly unknown[] = Array.isArray(theme['palette']) ? theme['palette'] : [];
  return {
    foreground: colorFrom(theme['foreground']) ?? defaultTheme.foreground,
    background: colorFrom(theme['background']) ?? defaultTheme.background,
    cursor: colorFrom(theme['cursor']) ?? defaultTheme.cursor,
    palette: Array.from({ length: 256 }, (_, slot) => colorFrom(given[slot]) ?? findUsualColor(slot)),
  };
}

const colorFrom = (value: unknown): number | undefined =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : undefined;

/** The colors of xterm: 16 basic ones, a cube, and a scale of grays. */
function findUsualColor(slot: number): number {
  if (slot < 16) return basicColors[slot] ?? 0;
  if (slot >= 232) return (8 + (slot - 232) * 10) * 0x010101;
  const index = slot - 16;
  const levels = [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6];
  return levels.reduce((color, level) => color * 256 + (steps[level] ?? 0), 0);
}
