import type { Cells } from '../picture/comparison.js';
import { Line } from '../screen/line.js';
import { logicalLines } from '../screen/logical.js';
import { Mask, rectsOf } from '../screen/mask.js';
import type { Pattern } from '../screen/pattern.js';
import type { Rect, Screen } from '../screen/screen.js';
import { evaluate, type Selector } from '../screen/selector.js';
import type { Condition, Subject } from '../waits/conditions.js';
import type { Patterns } from '../waits/patterns.js';
import { type Difference, diffLines } from './diff.js';
import { differingCells } from './differing.js';
import { type Form, formOf, plainLines, styledLines } from './form.js';

/** What of two screens does not have to be equal. */
export interface Tolerance {
  readonly masks: readonly (Rect | Selector)[];
  readonly normalize: readonly (Pattern & { readonly replacement: string })[];
}

/** The screen looks as an expected one, but for what is tolerated. */
export function looksLike({ program, patterns }: Subject, expected: Screen, tolerance: Tolerance): Condition {
  for (const mask of tolerance.masks) if ('type' in mask) patterns.introduce(mask);
  if (tolerance.normalize.length > 0) patterns.introducePattern();
  return {
    capture: () => {
      const { screen } = program;
      return () => {
        const [left, right] = tolerantForms(expected, screen, tolerance, patterns);
        return patterns.isComplete && areEqual(styledLines(left), styledLines(right)) ? {} : undefined;
      };
    },
  };
}

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, row) => line === right[row]);

/** How a screen differs from an expected one, and in which of its cells. */
interface Mismatch extends Difference {
  readonly cells: readonly Cells[];
}

/** How a screen differs from an expected one; styles are shown where only they do. */
export async function differenceBetween(
  expected: Screen,
  actual: Screen,
  tolerance: Tolerance,
  patterns: Patterns,
): Promise<Mismatch> {
  const [left, right] = await patterns.resolve(() => tolerantForms(expected, actual, tolerance, patterns));
  const plain = diffLines(plainLines(left), plainLines(right));
  const styled = diffLines(styledLines(left), styledLines(right));
  const shown = plain.changed && plain.changedLines === styled.changedLines ? plain : styled;
  return { ...shown, cells: differingCells(left, right, actual.cols) };
}

function tolerantForms(expected: Screen, actual: Screen, tolerance: Tolerance, patterns: Patterns): [Form, Form] {
  const forms = [wrappedLike(expected, actual), actual].map((screen) => tolerantForm(screen, tolerance, patterns));
  return forms as [Form, Form];
}

// A file does not tell where a line goes on in the next one, and what is masked may do so.
const wrappedLike = (expected: Screen, actual: Screen): Screen => ({
  ...expected,
  lines: expected.lines.map((line, row) => {
    const isWrapped = actual.lines[row]?.isWrapped === true;
    return line.isWrapped === isWrapped ? line : new Line(line.cells, isWrapped);
  }),
});

function tolerantForm(screen: Screen, { masks, normalize }: Tolerance, patterns: Patterns): Form {
  const rects = masks.flatMap((mask) => ('type' in mask ? rectsMatching(screen, mask, patterns) : [mask]));
  const replacements = normalize.map((pattern) => ({
    replacement: pattern.replacement,
    spansIn: (text: string) => patterns.spans(pattern, text),
  }));
  return formOf(screen, new Mask(screen, rects), replacements);
}

const rectsMatching = (screen: Screen, selector: Selector, patterns: Patterns): Rect[] =>
  evaluate(selector, logicalLines(screen.lines), patterns.search, () => true).flatMap((match) =>
    rectsOf(match, screen.cols),
  );
