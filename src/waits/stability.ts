import type { Baseline } from '../baseline/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { Line } from '../screen/line.js';
import type { Rect, Screen } from '../screen/screen.js';
import { sgrOf, styledText } from '../screen/sgr.js';
import { CellMask, maskedText, rectsOf } from '../selectors/cell-mask.js';
import type { Selector } from '../selectors/selector.js';
import type { Condition, Subject } from './conditions.js';
import { captureVisible } from './search.js';

/** What counts as a change, in addition to text. */
export interface Comparison {
  readonly styles?: boolean;
  readonly cursor?: boolean;
}
/** What must not change, and for how long. */
export interface StabilityOptions extends Comparison {
  readonly quietMs: number;
  /** Areas that may change. */
  readonly ignore?: readonly (Rect | Selector)[];
  /** Since when the screen has been as it is at the first evaluation (default: now). */
  readonly since?: number;
  /** Whether to ignore a synchronized update or an escape sequence that has been open for 150 ms (default: false). */
  readonly mayBeIncomplete?: boolean;
}

// The same limit as for synchronized updates.
const maxSequenceMs = 150;

/**
 * The screen has not changed for some time, counted from the first evaluation or the last change, and no synchronized
 * update or escape sequence is in progress. After the program has exited, the screen is stable.
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
  let fingerprint: string | undefined;
  let changedAt = since;
  const maskers = ignore.map((area) => maskerOf(subject, area));
  return {
    capture: () => {
      const now = performance.now();
      const { screen, exit } = program;
      const incompleteMs = remainingIncompleteMs(program, mayBeIncomplete);
      const masks = maskers.map((capture) => capture());
      return (recheckIn) => {
        const next = fingerprintOf(
          screen,
          new CellMask(
            screen,
            masks.flatMap((rects) => rects()),
          ),
          styles,
          cursor,
        );
        if (!patterns.isComplete) return undefined;
        if (fingerprint !== undefined && next !== fingerprint) changedAt = now;
        fingerprint = next;
        const leftMs = Math.max(changedAt + quietMs - now, incompleteMs);
        if (exit !== undefined || leftMs <= 0) return {};
        if (Number.isFinite(leftMs)) recheckIn(leftMs);
        return undefined;
      };
    },
  };
}

/** The visible text, and on request a style or the cursor, differs from the baseline. */
export function screenDiffers({ program }: Subject, { screen: before }: Baseline, what: Comparison): Condition {
  const { styles = false, cursor = false } = what;
  const fingerprint = fingerprintOf(before, new CellMask(before, []), styles, cursor);
  return {
    capture: () => {
      const { screen } = program;
      return () => (fingerprintOf(screen, new CellMask(screen, []), styles, cursor) === fingerprint ? undefined : {});
    },
  };
}

/** The text, a style or the cursor has changed since a revision. */
export const isNewerThan = ({ program }: Subject, revision: number): Condition => ({
  capture: () => {
    const isNewer = program.screen.revision > revision;
    return () => (isNewer ? {} : undefined);
  },
});

/** How long an open update or escape sequence still counts: without limit, or until it has been open for 150 ms. */
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

function fingerprintOf(screen: Screen, mask: CellMask, styles: boolean, cursor: boolean): string {
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
