import { trimBlanks } from './blanks.js';
import type { Line, StyleRun } from './line.js';
import type { CellRect, Screen } from './screen.js';

/** A rectangle of a screen as text and style runs; rows and columns are relative to the rectangle, 0-based. */
export interface View {
  readonly rows: number;
  readonly cols: number;
  getLines(trim: boolean): string[];
  /** Style runs of each line, without trailing blanks of the default style. */
  getRuns(): Iterable<StyleRun[]>;
}

/** The view of `rect`, preceded by the lines `above`. */
export function createView(screen: Screen, rect: CellRect, above: readonly Line[]): View {
  const { row, col, width, height } = rect;
  const lines = [...above, ...screen.lines.slice(row, row + height)];
  return {
    rows: lines.length,
    cols: width,
    getLines: (trim) => lines.map((line) => sliceLine(line, col, width, trim)),
    getRuns: function* () {
      for (const line of lines) yield sliceRuns(line, col, width);
    },
  };
}

function sliceLine(line: Line, col: number, width: number, trim: boolean): string {
  if (col === 0 && width === line.width) return trim ? line.trimmed : line.text;
  const text = line.slice(col, col + width);
  return trim ? trimBlanks(text) : text;
}

function sliceRuns(line: Line, col: number, width: number): StyleRun[] {
  const runs = line.splitRuns(col, col + width).map((run) => ({ ...run, col: run.col - col }));
  const last = runs.at(-1);
  if (last?.style.isDefault !== true) return runs;
  const text = trimBlanks(last.text);
  const trimmed = { ...last, text, width: last.width - (last.text.length - text.length) };
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), trimmed];
}
