import { codePointMask, combinedBit, wordsPerCell } from './cells.js';
import type { Line } from './line.js';
import { defaultColor } from './style.js';

/** A part of a line between vertical lines: up to `end` without trailing blanks, up to `paneEnd` with them. */
export interface Segment {
  readonly col: number;
  readonly end: number;
  readonly paneEnd: number;
  readonly text: string;
}

const bar = 0x7c;
// Box drawing characters that only have horizontal strokes.
const horizontal = new Set([...'─━┄┅┈┉╌╍═╴╶╸╺╼╾'].map((character) => character.codePointAt(0) as number));

/** Whether a character draws a vertical line, as between two panes. */
function isVertical(codePoint: number): boolean {
  if (codePoint === bar || codePoint === 0x258f || codePoint === 0x2595) return true;
  return codePoint >= 0x2500 && codePoint <= 0x257f && !horizontal.has(codePoint);
}

/** Whether the cell at `col` is part of a vertical line. */
export function isVerticalAt(line: Line, col: number): boolean {
  const content = line.cells.words[col * wordsPerCell] as number;
  return (content & combinedBit) === 0 && isVertical(content & codePointMask);
}

/** Splits a line at its vertical lines, so that no text spans two panes. Omits blank parts. */
export function splitSegments(line: Line): Segment[] {
  const segments: Segment[] = [];
  // Most lines are blank.
  if (line.trimmed === '') return segments;
  const { width } = line;
  for (let col = 0; col < width; ) {
    let next = col;
    let end = col;
    while (next < width && !isVerticalAt(line, next)) {
      next += 1;
      if (line.isWritten(next - 1) || line.widthAt(next - 1) === 0) end = next;
    }
    const text = end > col ? line.slice(col, end).trimEnd() : '';
    if (text !== '') segments.push({ col, end, paneEnd: next, text });
    col = next + 1;
  }
  return segments;
}

/** The first column of the pane that a cell belongs to: after the nearest vertical line on its left. */
export function findPaneStart(line: Line, col: number): number {
  let start = Math.min(col, line.width);
  while (start > 0 && !isVerticalAt(line, start - 1)) start -= 1;
  return start;
}

/** Whether a row separates panes from `col` on: a status bar with a background of its own, or a horizontal line. */
export function isDivider(line: Line, col: number): boolean {
  let [isBar, isRule] = [true, true];
  for (let at = col; at < line.width && (isBar || isRule); at += 1) {
    if (at > col && isVerticalAt(line, at)) break;
    const { bg, inverse } = line.styleAt(at);
    if (bg === defaultColor && !inverse) isBar = false;
    if (!horizontal.has((line.cells.words[at * wordsPerCell] as number) & codePointMask)) isRule = false;
  }
  return isBar || isRule;
}
