import type { VisibleProgram } from '../program/program.js';
import type { Line } from '../screen/line.js';
import type { Rect, Screen } from '../screen/screen.js';
import { sgrOf, styledText } from '../screen/sgr.js';
import { CellMask, maskedText, rectsOf } from '../selectors/cell-mask.js';
import type { Selector } from '../selectors/selector.js';
import type { Condition, Subject } from './conditions.js';
import { captureVisible } from './search.js';

/** What must not change for a screen to be stable. */
export interface StabilityOptions {
  readonly quietMs: number;
  readonly styles?: boolean;
  readonly cursor?: boolean;
  /** What may change all the same. */
  readonly ignore?: readonly (Rect | Selector)[];
  /** From when on it has looked as it does at the first look (now). */
  readonly since?: number;
  /** Whether an update or an escape sequence that has been open for 150 ms no longer counts (default: it does). */
  readonly mayBeIncomplete?: boolean;
}

// As long as a synchronized update may hide what it draws.
const maxSequenceMs = 150;

/**
 * The screen has looked the same for some time, counted from the first look or the last change; not in the middle of an
 * escape sequence or of a frame. A program that has ended is stable.
 */
export function isStable(
  subject: Subject,
  {
    quietMs,
    styles = false,
    cursor = false,
    ignore = [],
    since = performance.now(),
    mayBeIncomplete = false,
  }: StabilityOptions,
): Condition {
  const { program, patterns } = subject;
  let face: string | undefined;
  let changedAt = since;
  const maskers = ignore.map((area) => maskerOf(subject, area));
  return {
    capture: () => {
      const now = performance.now();
      const { screen, exit } = program;
      const incompleteMs = remainingIncompleteMs(program, mayBeIncomplete);
      const masks = maskers.map((capture) => capture());
      return (again) => {
        const next = faceOf(
          screen,
          new CellMask(
            screen,
            masks.flatMap((rects) => rects()),
          ),
          styles,
          cursor,
        );
        if (!patterns.isComplete) return undefined;
        if (face !== undefined && next !== face) changedAt = now;
        face = next;
        const leftMs = Math.max(changedAt + quietMs - now, incompleteMs);
        if (exit !== undefined || leftMs <= 0) return {};
        if (Number.isFinite(leftMs)) again(leftMs);
        return undefined;
      };
    },
  };
}

/** For how long an open update or escape sequence still counts: without end, or until it has been open for 150 ms. */
function remainingIncompleteMs({ emulator, lastOutputAgeMs = 0 }: VisibleProgram, isLimited: boolean): number {
  if (!isLimited) return emulator.isInFrame || emulator.isInSequence ? Number.POSITIVE_INFINITY : 0;
  const sequenceMs = emulator.isInSequence ? maxSequenceMs - lastOutputAgeMs : 0;
  return Math.max(0, sequenceMs, emulator.synchronization.remainingMs);
}

function maskerOf({ program, patterns }: Subject, area: Rect | Selector): () => () => Rect[] {
  if (!('type' in area)) return () => () => [area];
  return () => {
    const find = captureVisible(program.emulator, area, patterns);
    const { cols } = program.screen;
    return () => find().flatMap((match) => rectsOf(match, cols));
  };
}

function faceOf(screen: Screen, mask: CellMask, styles: boolean, cursor: boolean): string {
  const parts = [maskedText(screen, mask)];
  if (styles) parts.push(...screen.lines.map((line, row) => stylesOf(line, row, mask)));
  if (cursor) parts.push(JSON.stringify(screen.cursor));
  return parts.join('\n');
}

function stylesOf(line: Line, row: number, mask: CellMask): string {
  if (!mask.touches(row)) return styledText(line);
  const codesAt = (col: number): string => (mask.hides(row, col, col + 1) ? '' : sgrOf(line.styleAt(col)));
  return Array.from({ length: line.width }, (_, col) => codesAt(col)).join();
}
