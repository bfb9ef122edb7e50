import { trimBlanks } from '../../screen/cells.js';
import type { Line } from '../../screen/line.js';
import type { Screen } from '../../screen/screen.js';
import type { CellMask } from '../../screen/selectors/cell-mask.js';
import type { TextSpan } from '../../screen/selectors/selector.js';
import { encodeSgr } from '../../screen/style.js';
import { addReverse } from './ansi.js';

/** The content of a screen for comparison: its lines as characters with styles. */
export interface ComparableForm {
  readonly isReversed: boolean;
  readonly lines: readonly (readonly ComparableCell[])[];
}
/** A character with the escape codes of its style, or the replacement of several characters. */
export interface ComparableCell {
  /** The first column, and the column after the last. */
  readonly col: number;
  readonly end: number;
  readonly text: string;
  readonly codes: string;
}
/** Replaces the matches of a pattern in each line. */
export interface Replacement {
  readonly replacement: string;
  findSpans(text: string): readonly TextSpan[];
}

/** Converts a screen to its comparable form: masked cells are blank (the width is kept), replacements are applied. */
export function toComparableForm(screen: Screen, mask: CellMask, replacements: readonly Replacement[]): ComparableForm {
  const lines = screen.lines.map((line, row) =>
    trimCells(replacements.reduce(applyReplacement, toComparableCells(line, row, mask))),
  );
  return { isReversed: screen.isReversed, lines };
}

/** Lines with escape codes: equal forms have equal lines. */
export const toStyledLines = ({ isReversed, lines }: ComparableForm): readonly string[] =>
  addReverse(isReversed, lines.map(encodeCells));

/** Lines without styles or trailing blanks. */
export const toPlainLines = ({ lines }: ComparableForm): readonly string[] =>
  lines.map((glyphs) => trimBlanks(joinText(glyphs)));

const joinText = (glyphs: readonly ComparableCell[]): string => glyphs.map(({ text }) => text).join('');

function toComparableCells(line: Line, row: number, mask: CellMask): ComparableCell[] {
  const glyphs: ComparableCell[] = [];
  for (const run of line.splitRuns()) {
    const codes = encodeSgr(run.style);
    for (let col = run.col; col < run.col + run.width; col += Math.max(1, line.widthAt(col))) {
      const width = Math.max(1, line.widthAt(col));
      const end = col + width;
      if (!mask.isHidden(row, col, end)) glyphs.push({ col, end, text: line.slice(col, end), codes });
      else for (let at = col; at < end; at += 1) glyphs.push({ col: at, end: at + 1, text: ' ', codes: '' });
    }
  }
  return glyphs;
}

function applyReplacement(
  glyphs: readonly ComparableCell[],
  { replacement, findSpans }: Replacement,
): ComparableCell[] {
  const spans = findSpans(trimBlanks(joinText(glyphs)));
  if (spans.length === 0) return [...glyphs];
  const result: ComparableCell[] = [];
  let index = 0;
  let next = 0;
  for (const glyph of glyphs) {
    while (next < spans.length && endOf(spans[next] as TextSpan) <= index) next += 1;
    const span = spans[next];
    if (span === undefined || span.index > index) result.push(glyph);
    else if (span.index === index) result.push({ ...glyph, text: replacement });
    else result.push({ ...(result.pop() as ComparableCell), end: glyph.end });
    index += glyph.text.length;
  }
  return result;
}

const endOf = ({ index, length }: TextSpan): number => index + length;

function trimCells(glyphs: readonly ComparableCell[]): ComparableCell[] {
  const last = glyphs.findLastIndex(({ text, codes }) => codes !== '' || text.trim() !== '');
  return glyphs.slice(0, last + 1);
}

/** A line with escape codes. */
export function encodeCells(glyphs: readonly ComparableCell[]): string {
  let text = '';
  let active = '';
  for (const glyph of glyphs) {
    if (glyph.codes !== active) text += `\x1b[0${glyph.codes === '' ? '' : `;${glyph.codes}`}m`;
    active = glyph.codes;
    text += glyph.text;
  }
  return active === '' ? text : `${text}\x1b[0m`;
}
