import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { CellRange } from '../render/comparison.js';
import { Line } from '../screen/line.js';
import { logicalLines } from '../screen/logical-line.js';
import type { Rect, Screen } from '../screen/screen.js';
import { CellMask, rectsOf } from '../selectors/cell-mask.js';
import type { Pattern } from '../selectors/pattern.js';
import { evaluate, type Selector } from '../selectors/selector.js';
import { differingCells } from './cell-diff.js';
import { type Form, formOf, plainLines, styledLines } from './comparable-lines.js';
import { type Difference, diffLines } from './diff.js';
import { type ScreenPart, shiftRect } from './region.js';

/** Which differences between two screens are ignored. */
export interface Tolerance {
  /** Rectangles use coordinates of the whole screen. */
  readonly masks: readonly (Rect | Selector)[];
  readonly normalize: readonly (Pattern & { readonly replacement: string })[];
}

/** The lines that are compared: characters with styles, masked and normalized. */
export const comparableLines = (part: ScreenPart, tolerance: Tolerance, patterns: SafeMatcher): readonly string[] =>
  styledLines(tolerantForm(part.screen, part, tolerance, patterns));

/** The lines of an expected screen that the lines of `part` are compared with. */
export const expectedLines = (
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): readonly string[] => styledLines(tolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns));

/** How a screen differs from an expected one, including the cells. */
interface Mismatch extends Difference {
  readonly cells: readonly CellRange[];
}

/** How a part of the screen differs from an expected one; the diff has escape codes if only styles differ. */
export async function differenceBetween(
  expected: Screen,
  part: ScreenPart,
  tolerance: Tolerance,
  patterns: SafeMatcher,
): Promise<Mismatch> {
  const [left, right] = await patterns.resolve((): [Form, Form] => [
    tolerantForm(wrapLike(expected, part.screen), part, tolerance, patterns),
    tolerantForm(part.screen, part, tolerance, patterns),
  ]);
  const plain = diffLines(plainLines(left), plainLines(right));
  const styled = diffLines(styledLines(left), styledLines(right));
  const difference = plain.changed && plain.changedLines === styled.changedLines ? plain : styled;
  return { ...difference, cells: differingCells(left, right, part.screen.cols) };
}

// Files do not store which lines are soft-wrapped, and a mask may span such lines.
const wrapLike = (expected: Screen, actual: Screen): Screen => ({
  ...expected,
  lines: expected.lines.map((line, row) => {
    const isWrapped = actual.lines[row]?.isWrapped === true;
    return line.isWrapped === isWrapped ? line : new Line(line.cells, isWrapped);
  }),
});

function tolerantForm(screen: Screen, part: ScreenPart, { masks, normalize }: Tolerance, patterns: SafeMatcher): Form {
  const rects = masks.flatMap((mask) =>
    'type' in mask ? rectsMatching(screen, mask, patterns) : shiftRect(mask, part),
  );
  const replacements = normalize.map((pattern) => ({
    replacement: pattern.replacement,
    spansIn: (text: string) => patterns.spans(pattern, text),
  }));
  return formOf(screen, new CellMask(screen, rects), replacements);
}

const rectsMatching = (screen: Screen, selector: Selector, patterns: SafeMatcher): Rect[] =>
  evaluate(selector, logicalLines(screen.lines), patterns.search, () => true).flatMap((match) =>
    rectsOf(match, screen.cols),
  );
