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

/** Limits a row to `maxRuns` runs by merging the last ones into a run without style. */
export function simplifyRow({ data }: Row, maxRuns: number): RowData {
  if (data.length <= maxRuns) return data;
  const rest = data.slice(maxRuns - 1);
  const text = rest.map(([part]) => part).join('');
  return [...data.slice(0, maxRuns - 1), [text, rest.reduce((sum, run) => sum + widthOf(run), 0)]];
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
