import { Line } from '../../screen/line.js';
import { joinLogicalLines } from '../../screen/logical-line.js';
import type { CellRect, Screen } from '../../screen/screen.js';
import { CellMask, toRects } from '../../screen/selectors/cell-mask.js';
import { evaluateSelector, type Pattern, type Selector } from '../../screen/selectors/selector.js';
import type { SafeMatcher } from '../../session/regex/matcher.js';
import type { CellRange } from '../render/comparison.js';
import { findDifferingCells } from './cell-diff.js';
import { type ComparableForm, toComparableForm, toPlainLines, toStyledLines } from './comparable-lines.js';
import { diffLines, type LineDifference } from './diff.js';
import { type ScreenPart, shiftRect } from './region.js';

/** Which differences between two screens are ignored. */
export interface Tolerance {
  /** Rectangles use coordinates of the whole screen. */
  readonly masks: readonly (CellRect | Selector)[];
  readonly normalize: readonly (Pattern & { readonly replacement: string })[];
}

/** The lines that are compared: characters with styles, masked and normalized. */
export const toComparableLines = (part: ScreenPart, tolerance: Tolerance, patterns: SafeMatcher): readonly string[] =>
  toStyledLines(toTolerantForm(part.screen, part, tolerance, patterns));

/** The lines of an expected screen that the lines of `part` are compared with. */
export const toExpectedLines = (
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): readonly string[] => toStyledLines(toTolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns));

/** How a screen differs from an expected one, including the cells. */
interface Mismatch extends LineDifference {
  readonly cells: readonly CellRange[];
}

/** How a part of the screen differs from an expected one; the diff has escape codes if only styles differ. */
export async function findDifference(
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): Promise<Mismatch> {
  const [left, right] = await patterns.resolve((): [ComparableForm, ComparableForm] => [
    toTolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns),
    toTolerantForm(part.screen, part, tolerance, patterns),
  ]);
  const plain = diffLines(toPlainLines(left), toPlainLines(right));
  const styled = diffLines(toStyledLines(left), toStyledLines(right));
  const difference = plain.changed && plain.changedLines === styled.changedLines ? plain : styled;
  return { ...difference, cells: findDifferingCells(left, right, part.screen.cols) };
}

// Files do not store which lines are soft-wrapped, and a mask may span such lines.
const wrapLike = (expected: Screen, actual: Screen): Screen => ({
  ...expected,
  lines: expected.lines.map((line, row) => {
    const isWrapped = actual.lines[row]?.isWrapped === true;
    return line.isWrapped === isWrapped ? line : new Line(line.cells, isWrapped);
  }),
});

function toTolerantForm(
  screen: Screen,
  part: ScreenPart,
  { masks, normalize }: Tolerance,
  patterns: SafeMatcher,
): ComparableForm {
  const rects = masks.flatMap((mask) => ('type' in mask ? findRects(screen, mask, patterns) : shiftRect(mask, part)));
  const replacements = normalize.map((pattern) => ({
    replacement: pattern.replacement,
    findSpans: (text: string) => patterns.findSpans(pattern, text),
  }));
  return toComparableForm(screen, new CellMask(screen, rects), replacements);
}

const findRects = (screen: Screen, selector: Selector, patterns: SafeMatcher): CellRect[] =>
  evaluateSelector(selector, joinLogicalLines(screen.lines), patterns.search, () => true).flatMap((match) =>
    toRects(match, screen.cols),
  );
