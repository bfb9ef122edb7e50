import { formatColor } from '../color-names.js';
import type { TextRange } from '../logical-line.js';
import type { Screen } from '../screen.js';
import { type Color, defaultColor, type Style } from '../style.js';
import type { Match } from './selector.js';
import { hasStyle, type StyleFilter } from './style-filter.js';

/** Describes how the style of a match differs from a filter. Returns undefined if it does not. */
export function describeStyleDifference(match: Match, filter: StyleFilter, screen: Screen): string | undefined {
  const cells = listCells(match, screen);
  const first = cells.find(({ style }) => !hasStyle(style, filter));
  const name = listProperties(filter).find(
    (property) => first && !hasStyle(first.style, pickProperty(filter, property)),
  );
  if (first === undefined || name === undefined) return undefined;
  const words = describeProperty(name, first.style, filter);
  const isEverywhere = cells.every(({ style }) => describeProperty(name, style, filter) === words);
  return isEverywhere ? words : `in column ${first.col + 1} ${words}`;
}

const properties = ['fg', 'bg', 'bold', 'dim', 'italic', 'underline', 'inverse', 'strikethrough'] as const;
const listProperties = (filter: StyleFilter): (keyof StyleFilter)[] =>
  properties.filter((name) => filter[name] !== undefined);
const pickProperty = (filter: StyleFilter, name: keyof StyleFilter): StyleFilter => ({ [name]: filter[name] });

function listCells(match: TextRange, screen: Screen): { readonly col: number; readonly style: Style }[] {
  const { start, end, parts } = match;
  if (parts !== undefined) return parts.flatMap((part) => listCells(part, screen));
  const { lines, cols } = screen;
  return lines.slice(start.row, end.row + 1).flatMap((line, index) => {
    const from = index === 0 ? start.col : 0;
    const last = start.row + index === end.row ? end.col : cols - 1;
    return Array.from({ length: last - from + 1 }, (_, at) => ({ col: from + at, style: line.styleAt(from + at) }));
  });
}

function describeProperty(name: keyof StyleFilter, style: Style, filter: StyleFilter): string {
  if (name === 'fg' || name === 'bg') {
    const noun = name === 'fg' ? 'foreground' : 'background';
    return `its ${noun} is ${describeColor(style[name])}, not ${describeColor(filter[name] as Color)}`;
  }
  const isSet = name === 'underline' ? style.underline !== undefined : style[name];
  return `it is ${isSet ? '' : 'not '}${adjectives[name]}`;
}

const adjectives = {
  bold: 'bold',
  dim: 'dim',
  italic: 'italic',
  underline: 'underlined',
  inverse: 'inverse',
  strikethrough: 'struck through',
} as const;

const describeColor = (color: Color): string => (color === defaultColor ? 'the default' : String(formatColor(color)));
