import { type RowData, type RunData, runFlags } from './format.js';

/** A row of the screen. Equal rows are the same object. */
export interface Row {
  readonly data: RowData;
  /** The text without trailing blanks. */
  readonly text: string;
}

/** Creates a row. */
export const rowFrom = (data: RowData): Row => ({
  data,
  text: data
    .map(([text]) => text)
    .join('')
    .trimEnd(),
});

/** A row without text. */
export const emptyRow = rowFrom([]);

/** Returns the width of a run in cells. */
export const widthOf = ([text, width = 0]: RunData): number => width || text.length;

/** Returns which share of the characters of a run is wide. */
export function wideShareOf(run: RunData): number {
  const [text, width = 0, flags = 0] = run;
  if ((flags & runFlags.wide) !== 0) return 1;
  if ((flags & runFlags.boxed) !== 0 || width === 0) return 0;
  const characters = [...text].length;
  return Math.min(1, Math.max(0, width - characters) / characters);
}

/**
 * Limits a row to about `maxRuns` runs. After the first half, narrow and wide characters of one style share a run; if that
 * is not enough, the rest is a run without style.
 */
export function simplifyRow({ data }: Row, maxRuns: number): RowData {
  if (data.length <= maxRuns) return data;
  const exact = Math.floor(maxRuns / 2);
  const rest = data.slice(exact);
  const merged = mergeRuns(rest, hasSameStyle);
  return [...data.slice(0, exact), ...(merged.length <= exact ? merged : mergeRuns(rest, () => true))];
}

function mergeRuns(data: RowData, canMerge: (one: RunData, other: RunData) => boolean): RowData {
  const merged: RunData[] = [];
  let from = 0;
  for (let to = 1; to <= data.length; to += 1) {
    const [first, next] = [data[from], data[to]];
    if (first === undefined || (next !== undefined && canMerge(first, next))) continue;
    const part = data.slice(from, to);
    const isStyled = part.every((run) => hasSameStyle(first, run));
    const [, , flags = 0, ...colors] = isStyled ? first : [''];
    const width = part.reduce((sum, run) => sum + widthOf(run), 0);
    merged.push([part.map(([text]) => text).join(''), width, flags & ~shapeFlags, ...colors] as RunData);
    from = to;
  }
  return merged;
}

const shapeFlags = runFlags.boxed | runFlags.wide;

function hasSameStyle(one: RunData, other: RunData): boolean {
  const [, , flags = 0, fg = -1, bg = -1, underline = -1] = one;
  const [, , flags2 = 0, fg2 = -1, bg2 = -1, underline2 = -1] = other;
  return ((flags ^ flags2) & ~shapeFlags) === 0 && fg === fg2 && bg === bg2 && underline === underline2;
}

/** Returns the cells of a part of a row's text. */
export function cellsAt({ data }: Row, from: number, to: number): { readonly col: number; readonly width: number } {
  const col = columnAt(data, from);
  return { col, width: Math.max(1, columnAt(data, to) - col) };
}

function columnAt(data: RowData, index: number): number {
  let col = 0;
  let at = 0;
  for (const run of data) {
    const [text] = run;
    if (index < at + text.length) return col + Math.round(((index - at) / text.length) * widthOf(run));
    at += text.length;
    col += widthOf(run);
  }
  return col;
}

/** Returns the cells in which two rows differ, as pairs of first column and width. */
export function findDifferentCells(one: Row, other: Row, cols: number): (readonly [col: number, width: number])[] {
  const [left, right] = [toCellKeys(one.data, cols), toCellKeys(other.data, cols)];
  const spans: [number, number][] = [];
  for (let col = 0; col < cols; col += 1) {
    if (left[col] === right[col]) continue;
    const last = spans.at(-1);
    if (last !== undefined && last[0] + last[1] === col) last[1] += 1;
    else spans.push([col, 1]);
  }
  return spans;
}

const blank = JSON.stringify([' ', []]);

/** Returns a key for each cell, made of its character and style. */
function toCellKeys(data: RowData, cols: number): string[] {
  const cells: string[] = [];
  for (const run of data) {
    const [text, , flags = 0, ...colors] = run;
    const characters = [...text];
    const width = widthOf(run);
    const style = [flags & ~(runFlags.boxed | runFlags.wide), ...colors];
    const key = style.every((value) => value === 0 || value === -1) ? [] : style;
    for (let cell = 0; cell < width; cell += 1) {
      const character = characters[Math.floor((cell / width) * characters.length)];
      cells.push(JSON.stringify([character, key]));
    }
  }
  while (cells.length < cols) cells.push(blank);
  return cells;
}
