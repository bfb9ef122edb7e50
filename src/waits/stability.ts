import type { Line } from '../screen/line.js';
import { Mask, maskedText, rectsOf } from '../screen/mask.js';
import type { Rect, Screen } from '../screen/screen.js';
import type { Selector } from '../screen/selector.js';
import { sgrOf, styledText } from '../screen/sgr.js';
import type { Condition, Subject } from './conditions.js';
import { captureVisible } from './search.js';

/** What must not change for a screen to be stable. */
export interface Stillness {
  readonly quietMs: number;
  readonly styles?: boolean;
  readonly cursor?: boolean;
  /** What may change all the same. */
  readonly ignore?: readonly (Rect | Selector)[];
  /** From when on it has looked as it does at the first look (now). */
  readonly since?: number;
}

/**
 * The screen has looked the same for some time, counted from the first look or the last change; not in the middle of an
 * escape sequence or of a frame. A program that has ended is stable.
 */
export function isStable(
  subject: Subject,
  { quietMs, styles = false, cursor = false, ignore = [], since = performance.now() }: Stillness,
): Condition {
  const { program, patterns } = subject;
  let face: string | undefined;
  let changedAt = since;
  const maskers = ignore.map((area) => maskerOf(subject, area));
  return {
    capture: () => {
      const now = performance.now();
      const { screen, emulator, exit } = program;
      const isWhole = !emulator.isInFrame && !emulator.isInSequence;
      const masks = maskers.map((capture) => capture());
      return (again) => {
        const next = faceOf(
          screen,
          new Mask(
            screen,
            masks.flatMap((rects) => rects()),
          ),
          styles,
          cursor,
        );
        if (!patterns.isComplete) return undefined;
        if (face !== undefined && next !== face) changedAt = now;
        face = next;
        const leftMs = changedAt + quietMs - now;
        if (exit !== undefined || (leftMs <= 0 && isWhole)) return {};
        if (leftMs > 0) again(leftMs);
        return undefined;
      };
    },
  };
}

function maskerOf({ program, patterns }: Subject, area: Rect | Selector): () => () => Rect[] {
  if (!('type' in area)) return () => () => [area];
  return () => {
    const find = captureVisible(program.emulator, area, patterns);
    const { cols } = program.screen;
    return () => find().flatMap((match) => rectsOf(match, cols));
  };
}

function faceOf(screen: Screen, mask: Mask, styles: boolean, cursor: boolean): string {
  const parts = [maskedText(screen, mask)];
  if (styles) parts.push(...screen.lines.map((line, row) => stylesOf(line, row, mask)));
  if (cursor) parts.push(JSON.stringify(screen.cursor));
  return parts.join('\n');
}

function stylesOf(line: Line, row: number, mask: Mask): string {
  if (!mask.touches(row)) return styledText(line);
  const codesAt = (col: number): string => (mask.hides(row, col, col + 1) ? '' : sgrOf(line.styleAt(col)));
  return Array.from({ length: line.width }, (_, col) => codesAt(col)).join();
}
