import type { Cursor, Screen } from '../../screen/screen.js';
import type { FrameEvent } from '../film/film.js';
import type { ResponseEvent } from '../film/messages.js';
import { maxCols, RowParser } from '../film/row-parser.js';
import { removeControls } from '../frame-members.js';
import { dataOf, findError } from './failures.js';

const maxRows = 1000;
const minCols = 2;
const noScreen: Screen = {
  cols: minCols,
  rows: 0,
  lines: [],
  cursor: { row: 0, col: 0, isWrapPending: false, isVisible: false },
  title: '',
  ownColors: undefined,
  isReversed: false,
  isAlternate: false,
  top: 0,
  revision: 0,
};
const noFrame = { kind: 'frame', number: 0, exit: undefined } as const;

/**
 * Creates a frame of the screen on which a request failed, with the styles of the frame before; undefined if it equals that
 * frame. Frames are recorded at intervals, so the screen in the error can be newer than the last frame, or the only one.
 */
export function createFailureFrame(response: ResponseEvent, before: FrameEvent | undefined): FrameEvent | undefined {
  const error = findError(response);
  if (error === undefined) return undefined;
  const { screen: text, cursor } = dataOf(error);
  if (typeof text !== 'string') return undefined;
  const rows = text.split('\n', maxRows).map(removeControls);
  const old = before?.screen.lines ?? [];
  if (rows.length === old.length && old.every((line, row) => line.trimmed === rows[row])) return undefined;
  const parser = new RowParser();
  try {
    const { screen = { ...noScreen, cols: measureWidth(rows, parser) } } = before ?? {};
    const lines = rows.map((row, index) => {
      const line = old[index];
      return line?.trimmed === row ? line : parser.parse(row, screen.cols);
    });
    const changed = { ...screen, rows: rows.length, lines, cursor: cursorFrom(cursor, rows.length, screen) };
    return { ...(before ?? noFrame), atMicros: response.atMicros, screen: changed };
  } finally {
    parser.dispose();
  }
}

const measureWidth = (rows: readonly string[], parser: RowParser): number =>
  Math.max(minCols, ...rows.map((row) => parser.parse(row, maxCols).trimmedWidth));

function cursorFrom(value: unknown, rows: number, { cols, cursor }: Screen): Cursor {
  const { row, col, visible } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isInside = isIn(row, rows) && isIn(col, cols);
  if (!isInside) return { ...cursor, isVisible: false };
  return { row: row - 1, col: col - 1, isWrapPending: false, isVisible: visible === true };
}

const isIn = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
