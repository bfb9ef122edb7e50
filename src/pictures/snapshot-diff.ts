import { type Screen, textOf } from '../screen/screen.js';
import { encodeAnsiLines, loadSnapshot } from './ansi.js';

/** How two screens differ, line by line. */
export interface LineDifference {
  readonly changed: boolean;
  /** The number of lines that differ: the maximum of removed and added lines. */
  readonly changedLines: number;
  readonly summary: string;
  /** A unified diff, truncated to 200 lines. */
  readonly diff: string;
}

const contextLines = 3;
const maxDiffLines = 200;

type Edit = { readonly kind: ' ' | '-' | '+'; readonly text: string; readonly left: number; readonly right: number };

/** Compares two screens line by line. */
export function diffLines(left: readonly string[], right: readonly string[]): LineDifference {
  const edits = findEdits(left, right);
  const removed = edits.filter(({ kind }) => kind === '-').length;
  const added = edits.filter(({ kind }) => kind === '+').length;
  const changedLines = Math.max(removed, added);
  const changed = changedLines > 0;
  const summary = changed ? `${changedLines} ${changedLines === 1 ? 'line differs' : 'lines differ'}` : 'no difference';
  return { changed, changedLines, summary, diff: changed ? formatUnified(edits) : '' };
}

// Longest common subsequence. Quadratic, but screens have at most 1,000 lines and common ends are removed first.
function findEdits(left: readonly string[], right: readonly string[]): Edit[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1])
    [leftEnd, rightEnd] = [leftEnd - 1, rightEnd - 1];
  const listUnchanged = (from: number, to: number, shift: number): Edit[] =>
    left.slice(from, to).map((text, index) => ({ kind: ' ', text, left: from + index, right: from + index + shift }));
  const middle = findChanges(left.slice(start, leftEnd), right.slice(start, rightEnd), start);
  return [...listUnchanged(0, start, 0), ...middle, ...listUnchanged(leftEnd, left.length, rightEnd - leftEnd)];
}

function findChanges(left: readonly string[], right: readonly string[], offset: number): Edit[] {
  const common = computeCommonLengths(left, right);
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const kind = chooseKind(left, right, i, j, common);
    const text = (kind === '+' ? right[j] : left[i]) as string;
    edits.push({ kind, text, left: offset + i, right: offset + j });
    if (kind !== '+') i += 1;
    if (kind !== '-') j += 1;
  }
  return edits;
}

type Lengths = (i: number, j: number) => number;

function chooseKind(
  left: readonly string[],
  right: readonly string[],
  i: number,
  j: number,
  common: Lengths,
): Edit['kind'] {
  if (i >= left.length) return '+';
  if (j >= right.length) return '-';
  if (left[i] === right[j]) return ' ';
  return common(i + 1, j) >= common(i, j + 1) ? '-' : '+';
}

/** The length of the longest common subsequence of the lines from each pair of indices to the end. */
function computeCommonLengths(left: readonly string[], right: readonly string[]): Lengths {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const getLength: Lengths = (i, j) => lengths[i * width + j] as number;
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        left[i] === right[j] ? getLength(i + 1, j + 1) + 1 : Math.max(getLength(i + 1, j), getLength(i, j + 1));
  return getLength;
}

function formatUnified(edits: readonly Edit[]): string {
  const isNear = edits.map((_, index) =>
    edits.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== ' '),
  );
  const lines: string[] = [];
  for (const [index, edit] of edits.entries()) {
    if (isNear[index] !== true) continue;
    if (isNear[index - 1] !== true) lines.push(formatHunkHeader(edits, isNear, index));
    lines.push(`${edit.kind}${toVisible(edit.text)}`);
  }
  const rest = lines.length - maxDiffLines;
  return [...lines.slice(0, maxDiffLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n');
}

// Escape codes become visible, and a newline in a replacement does not split the line.
const toVisible = (line: string): string => line.replaceAll('\x1b', '␛').replaceAll('\n', '␊');

function formatHunkHeader(edits: readonly Edit[], isNear: readonly boolean[], start: number): string {
  let end = start;
  while (isNear[end] === true) end += 1;
  const hunk = edits.slice(start, end);
  const count = (kind: '-' | '+'): number => hunk.filter((edit) => edit.kind === ' ' || edit.kind === kind).length;
  return `@@ -${(hunk[0]?.left ?? 0) + 1},${count('-')} +${(hunk[0]?.right ?? 0) + 1},${count('+')} @@`;
}

/** Compares two ANSI files by text only or including styles. */
export function diffSnapshots(leftPath: string, rightPath: string, mode: 'text' | 'styled'): LineDifference {
  const lines = mode === 'text' ? (screen: Screen) => textOf(screen).split('\n') : encodeAnsiLines;
  return diffLines(lines(loadSnapshot(leftPath)), lines(loadSnapshot(rightPath)));
}
