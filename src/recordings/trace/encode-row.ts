import { splitTextRuns } from '../../pictures/layout.js';
import type { Line, StyleRun } from '../../screen/line.js';
import type { Cursor, Screen } from '../../screen/screen.js';
import { defaultColor } from '../../screen/style.js';
import { type CursorData, type RowData, type RunData, runFlags, underlineShift } from '../../viewer/format.js';

const underlines = ['single', 'double', 'curly', 'dotted', 'dashed'] as const;

/** Encodes a line for the viewer, without invisible blanks at its end. */
export function encodeRow(line: Line): RowData {
  const runs = line.splitRuns();
  const last = runs.at(-1);
  const ends = last?.style.isDefault === true ? trimRun(last) : last;
  const visible = ends === undefined ? [] : [...runs.slice(0, -1), ends];
  return visible.filter(({ width }) => width > 0).flatMap((run) => encodeRun(run, line));
}

function trimRun(run: StyleRun): StyleRun {
  const text = run.text.replace(/ +$/, '');
  return { ...run, text, width: run.width - (run.text.length - text.length) };
}

function encodeRun(run: StyleRun, line: Line): RunData[] {
  const { style } = run;
  const flags = encodeFlags(run);
  return splitTextRuns(run, line).map(({ text, width, kind }) => {
    const boxFlags = kind === 'plain' ? 0 : kind === 'wide' ? runFlags.boxed | runFlags.wide : runFlags.boxed;
    const encodedWidth = width === text.length ? 0 : width;
    return omitDefaults([text, encodedWidth, flags | boxFlags, style.fg, style.bg, style.underlineColor]);
  });
}

function encodeFlags({ style }: StyleRun): number {
  const names = ['bold', 'dim', 'italic', 'inverse', 'hidden', 'strikethrough', 'overline'] as const;
  const flags = names.reduce((bits, name) => (style[name] ? bits | runFlags[name] : bits), 0);
  const kind = style.underline === undefined ? 0 : underlines.indexOf(style.underline) + 1;
  return flags | (kind << underlineShift);
}

type FullRun = [text: string, width: number, flags: number, fg: number, bg: number, underlineColor: number];
const defaults = ['', 0, 0, defaultColor, defaultColor, defaultColor] as const;

function omitDefaults(run: FullRun): RunData {
  let length = run.length;
  while (length > 1 && run[length - 1] === defaults[length - 1]) length -= 1;
  return run.slice(0, length) as unknown as RunData;
}

/** Encodes the cursor; null if it is hidden. */
export function encodeCursor({
  cursor,
  lines,
}: Pick<Screen, 'lines'> & { readonly cursor: Cursor }): CursorData | null {
  const line = lines[cursor.row];
  if (!cursor.isVisible || line === undefined) return null;
  const col = line.startOf(Math.min(cursor.col, line.width - 1));
  const width = Math.max(1, line.widthAt(col));
  return [cursor.row, col, width, line.slice(col, col + width)];
}
