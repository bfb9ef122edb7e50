import type { Line } from '../../screen/line.js';
import type { CellRect, Screen } from '../../screen/screen.js';
import { CellMask, maskText, toRects } from '../../screen/selectors/cell-mask.js';
import type { Selector } from '../../screen/selectors/selector.js';
import { encodeLine, encodeSgr } from '../../screen/style.js';
import type { Baseline } from '../../terminal/freshness/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { Condition, Subject } from './conditions.js';
import { captureVisible } from './screen-search.js';

/** What counts as a change, in addition to text. */
export interface Comparison {
  readonly styles?: boolean;
  readonly cursor?: boolean;
}
/** What must not change, and for how long. */
export interface StabilityOptions extends Comparison {
  readonly quietMs: number;
  /** Areas that may change. */
  readonly ignore?: readonly (CellRect | Selector)[];
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
  const maskers = ignore.map((area) => createMaskFinder(subject, area));
  return {
    observe: () => {
      const now = performance.now();
      const { screen, exit } = program;
      const incompleteMs = getRemainingIncompleteMs(program, mayBeIncomplete);
      const masks = maskers.map((capture) => capture());
      return {
        evaluate: (recheckIn) => {
          const rects = masks.flatMap((findRects) => findRects());
          const next = computeFingerprint(screen, new CellMask(screen, rects), styles, cursor);
          if (!patterns.isComplete) return undefined;
          if (fingerprint !== undefined && next !== fingerprint) changedAt = now;
          fingerprint = next;
          const leftMs = Math.max(changedAt + quietMs - now, incompleteMs);
          if (exit !== undefined || leftMs <= 0) return {};
          if (Number.isFinite(leftMs)) recheckIn(leftMs);
          return undefined;
        },
      };
    },
  };
}

/** The visible text, and on request a style or the cursor, differs from the baseline. */
export function isScreenDifferent({ program }: Subject, { screen: before }: Baseline, what: Comparison): Condition {
  const { styles = false, cursor = false } = what;
  const fingerprint = computeFingerprint(before, new CellMask(before, []), styles, cursor);
  return {
    observe: () => {
      const { screen } = program;
      return {
        evaluate: () =>
          computeFingerprint(screen, new CellMask(screen, []), styles, cursor) === fingerprint ? undefined : {},
      };
    },
  };
}

/** The text, a style or the cursor has changed since a revision. */
export const isNewerThan = ({ program }: Subject, revision: number): Condition => ({
  observe: () => {
    const isNewer = program.screen.revision > revision;
    return { evaluate: () => (isNewer ? {} : undefined) };
  },
});

/** How long an open update or escape sequence still counts: without limit, or until it has been open for 150 ms. */
function getRemainingIncompleteMs({ emulator, lastOutputAgeMs = 0 }: VisibleProgram, isLimited: boolean): number {
  if (!isLimited) return emulator.isInFrame || emulator.isInSequence ? Number.POSITIVE_INFINITY : 0;
  const sequenceMs = emulator.isInSequence ? maxSequenceMs - lastOutputAgeMs : 0;
  return Math.max(0, sequenceMs, emulator.synchronization.remainingMs);
}

function createMaskFinder({ program, patterns }: Subject, area: CellRect | Selector): () => () => CellRect[] {
  if (!('type' in area)) return () => () => [area];
  return () => {
    const find = captureVisible(program.emulator, area, patterns);
    const { cols } = program.screen;
    return () => find().flatMap((match) => toRects(match, cols));
  };
}

function computeFingerprint(screen: Screen, mask: CellMask, styles: boolean, cursor: boolean): string {
  const parts = [maskText(screen, mask)];
  if (styles) parts.push(...screen.lines.map((line, row) => encodeStyles(line, row, mask)));
  if (cursor) parts.push(JSON.stringify(screen.cursor));
  return parts.join('\n');
}

function encodeStyles(line: Line, row: number, mask: CellMask): string {
  if (!mask.hasHiddenCell(row)) return encodeLine(line);
  const encodeStyleAt = (col: number): string => (mask.isHidden(row, col, col + 1) ? '' : encodeSgr(line.styleAt(col)));
  return Array.from({ length: line.width }, (_, col) => encodeStyleAt(col)).join();
}
