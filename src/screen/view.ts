import { trimBlanks } from './blanks.js';
import type { Line, Run } from './line.js';
import type { Rect, Screen } from './screen.js';

/** A rectangle of a screen as text and style runs; rows and columns are relative to the rectangle, 0-based. */
export interface View {
  readonly rows: number;
  readonly cols: number;
  lines(trim: boolean): string[];
  /** Style runs of each line, without trailing blanks of the default style. */
  runs(): Iterable<Run[]>;
}

/** The view of `rect`, preceded by the lines `above`. */
export function viewOf(screen: Screen, rect: Rect, above: readonly Line[]): View {
  const { row, col, width, height } = rect;
  const lines = [...above, ...screen.lines.slice(row, row + height)];
  return {
    rows: lines.length,
    cols: width,
    lines: (trim) => lines.map((line) => sliceOf(line, col, width, trim)),
    runs: function* () {
      for (const line of lines) yield runsOf(line, col, width);
    },
  };
}

function sliceOf(line: Line, col: number, width: number, trim: boolean): string {
  if (col === 0 && width === line.width) return trim ? line.trimmed : line.text;
  const text = line.slice(col, col + width);
  return trim ? trimBlanks(text) : text;
}

function runsOf(line: Line, col: number, width: number): Run[] {
  const runs = line.runs(col, col + width).map((run) => ({ ...run, col: run.col - col }));
  const last = runs.at(-1);
  if (last?.style.isDefault !== true) return runs;
  const text = trimBlanks(last.text);
  const trimmed = { ...last, text, width: last.width - (last.text.length - text.length) };
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), trimmed];
}
