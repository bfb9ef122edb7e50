import { type Color, trueColor } from './style.js';

/** The names of the first eight slots of the palette. */
export const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The wire form of a color other than the default: a name, a palette slot, or `#rrggbb`. */
export function formatColor(color: Color): string | number {
  if (color >= trueColor) return `#${(color - trueColor).toString(16).padStart(6, '0')}`;
  if (color > 15) return color;
  const name = colorNames[color % 8] as string;
  return color < 8 ? name : `bright${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
