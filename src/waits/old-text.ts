import type { Line } from '../screen/line.js';
import type { Piece } from '../screen/logical.js';
import type { Span } from '../screen/occurrences.js';
import { TextOfLines } from '../screen/text-search.js';
import { Places } from './places.js';

/** What a row of the screen was at a baseline. */
export interface OldRow {
  /** Undefined when the line that stands there is a new one. */
  readonly line: Line | undefined;
  /** By cell, whether it was seen to differ since. */
  readonly changed: Uint8Array | undefined;
}
/** Finds a pattern in a text. */
type Find = (text: string) => readonly Span[];
/** Tells whether a match of a pattern in the visible text is new. */
export type IsNewInText = (match: Piece, find: Find) => boolean;

/** A match is old when the text of the old rows has the same at the same place, and none of its cells has changed. */
export function judgeText(rows: readonly OldRow[]): IsNewInText {
  const old = new TextOfLines(rows.map(({ line }) => line));
  let known: Places | undefined;
  return (match, find) => {
    if (!isUntouched(match, rows)) return true;
    const places = known ?? new Places(find(old.text).map((span) => old.pieceAt(span)));
    // None may also mean that the worker has yet to find them.
    if (!places.isEmpty) known = places;
    return !places.has(match);
  };
}

function isUntouched({ start, end }: Piece, rows: readonly OldRow[]): boolean {
  for (let row = start.row; row <= end.row; row += 1) {
    const { line, changed } = rows[row] ?? {};
    if (line === undefined) return false;
    const from = row === start.row ? start.col : 0;
    const to = row === end.row ? end.col + 1 : undefined;
    if (changed?.subarray(from, to).includes(1) === true) return false;
  }
  return true;
}
