import type { CellRange } from '../render/comparison.js';
import { type ComparableCell, type ComparableForm, encodeCells } from './comparable-lines.js';

type ColumnSpan = Omit<CellRange, 'row'>;

/** The cells in which two screens differ, in columns of the second screen. */
export function findDifferingCells(left: ComparableForm, right: ComparableForm, cols: number): CellRange[] {
  const rows = Math.max(left.lines.length, right.lines.length);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const [before, after] = [left.lines[row], right.lines[row]];
    // A row that only one screen has, or that only one shows in reverse, differs completely.
    const isWhole = before === undefined || after === undefined || left.isReversed !== right.isReversed;
    const spans = isWhole ? [{ col: 0, end: cols }] : findDifferingSpans(before, after);
    return spans.map((span) => ({ row, ...span }));
  });
}

function findDifferingSpans(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  if (encodeCells(left) === encodeCells(right)) return [];
  const shorter = left.length < right.length ? left : right;
  const isAligned = shorter.every((_, index) => left[index]?.col === right[index]?.col);
  return isAligned ? findSpansByCell(left, right) : findSpanBetween(left, right);
}

function findSpansByCell(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  const spans: { col: number; end: number }[] = [];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [before, after] = [left[index], right[index]];
    if (areEqual(before, after)) continue;
    const { col } = (after ?? before) as ComparableCell;
    const end = Math.max(before?.end ?? 0, after?.end ?? 0);
    const last = spans.at(-1);
    if (last?.end === col) last.end = end;
    else spans.push({ col, end });
  }
  return spans;
}

// If a replacement or a wide character has shifted the columns: one span from the first to the last difference.
function findSpanBetween(left: readonly ComparableCell[], right: readonly ComparableCell[]): ColumnSpan[] {
  let start = 0;
  while (start < right.length && areEqual(left[start], right[start])) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (Math.min(leftEnd, rightEnd) > start && areEqual(left[leftEnd - 1], right[rightEnd - 1]))
    [leftEnd, rightEnd] = [leftEnd - 1, rightEnd - 1];
  const col = right[start]?.col ?? right.at(-1)?.end ?? 0;
  const last = rightEnd === right.length ? left.at(-1)?.end : undefined;
  return [{ col, end: Math.max(col + 1, right[rightEnd - 1]?.end ?? 0, last ?? 0) }];
}

// A default blank is equal to a missing cell at the end of a line.
const areEqual = (left: ComparableCell | undefined, right: ComparableCell | undefined): boolean =>
  (left?.text ?? ' ') === (right?.text ?? ' ') && (left?.codes ?? '') === (right?.codes ?? '');
