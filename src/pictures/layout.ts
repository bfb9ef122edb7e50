// A screen as runs of equal appearance with resolved colors, which PNG, SVG and HTML draw.
import { applyOwnColors, type Rgb, resolveTextColors, reverseColors } from '../base/colors.js';
import type { Steps } from '../base/idle-queue.js';
import type { Line, StyleRun } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import type { Style, Underline } from '../screen/style.js';
import type { Theme } from './themes.js';

/** Adjacent cells with equal appearance; colors are resolved. */
export interface LayoutRun {
  readonly row: number;
  readonly col: number;
  /** In cells. */
  readonly width: number;
  readonly text: string;
  readonly fg: Rgb;
  /** Undefined for the background of the picture. */
  readonly bg: Rgb | undefined;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: Underline | undefined;
  readonly underlineColor: Rgb;
  readonly strikethrough: boolean;
  readonly overline: boolean;
}
/** A screen split into pieces, row by row. */
export interface Layout {
  readonly cols: number;
  readonly rows: number;
  readonly background: Rgb;
  readonly lines: readonly Line[];
  readonly pieces: readonly (readonly LayoutRun[])[];
}

/** Resolves all colors of a screen, including those set by the program; the cell under a visible cursor has its color. */
export function* layOut(screen: Screen, wanted: Theme): Steps<Layout> {
  const { cols, rows, cursor, lines } = screen;
  const painted = applyOwnColors(wanted, screen.ownColors);
  const theme = screen.isReversed ? reverseColors(painted) : painted;
  const pieces: LayoutRun[][] = [];
  for (const [row, line] of lines.entries()) {
    const cursorCol = cursor.isVisible && cursor.row === row ? findCellStart(line, cursor.col) : undefined;
    pieces.push(line.splitRuns().flatMap((run) => splitRun(run, row, line, cursorCol, theme)));
    yield;
  }
  return { cols, rows, background: theme.background, lines, pieces };
}

const findCellStart = (line: Line, col: number): number => (line.widthAt(col) === 0 && col > 0 ? col - 1 : col);

function splitRun(run: StyleRun, row: number, line: Line, cursorCol: number | undefined, theme: Theme): LayoutRun[] {
  const appearance = resolveAppearance(run.style, theme);
  const { col, width, text } = run;
  const end = col + width;
  if (cursorCol === undefined || cursorCol < col || cursorCol >= end)
    return [createLayoutRun(appearance, { row, col, width, text })];
  const createPart = (from: number, to: number): LayoutRun =>
    createLayoutRun(appearance, { row, col: from, width: to - from, text: line.slice(from, to) });
  const after = cursorCol + Math.max(1, line.widthAt(cursorCol));
  // On a cell of the same color, the cursor would be invisible.
  const isSame = appearance.bg === theme.cursor;
  const [fg, bg] = isSame ? [theme.cursor, theme.background] : [theme.background, theme.cursor];
  const colors = run.style.hidden ? { fg: bg, underlineColor: bg, bg } : { fg, bg };
  const under = { ...createPart(cursorCol, after), ...colors };
  return [createPart(col, cursorCol), under, createPart(after, end)].filter((piece) => piece.width > 0);
}

// Field by field: spreading objects would take half as long as painting the screen.
const createLayoutRun = (appearance: Appearance, { row, col, width, text }: Place): LayoutRun => ({
  row,
  col,
  width,
  text,
  fg: appearance.fg,
  bg: appearance.bg,
  bold: appearance.bold,
  italic: appearance.italic,
  underline: appearance.underline,
  underlineColor: appearance.underlineColor,
  strikethrough: appearance.strikethrough,
  overline: appearance.overline,
});

type Place = Pick<LayoutRun, 'row' | 'col' | 'width' | 'text'>;
type Appearance = Omit<LayoutRun, keyof Place>;

function resolveAppearance(style: Style, theme: Theme): Appearance {
  const { fg, bg, underlineColor } = resolveTextColors(style, theme);
  const { bold, italic, underline, strikethrough, overline } = style;
  return { fg, bg, bold, italic, underline, underlineColor, strikethrough, overline };
}

/**
 * Adjacent characters that one font probably draws: `plain` ones are in every monospace font, `wide` ones
 * have two cells, `other` ones may come from any font with any width.
 */
export interface TextRun {
  readonly kind: 'plain' | 'wide' | 'other';
  readonly col: number;
  readonly width: number;
  readonly text: string;
}

// Latin, Greek, Cyrillic; punctuation; arrows; box drawing and blocks.
const plain = /^[ -\u052f\u2010-\u203a\u2190-\u2195\u2500-\u259f]+$/;
// Of these, the ones that always take one cell: most rows have no others, and need not be read cell by cell.
const narrow = /^[ -~\xa1-\xac\xae-\u02ff\u2500-\u259f]+$/;
// The width of symbols varies between fonts, so each symbol has its own stretch.
const symbol = /^[\p{S}\p{Co}]/u;

/** The stretches of a piece, in order. */
export function splitTextRuns({ col: start, width: total }: Pick<LayoutRun, 'col' | 'width'>, line: Line): TextRun[] {
  const end = start + total;
  if (line.isOneToOne) {
    const text = line.slice(start, end);
    if (narrow.test(text)) return [{ kind: 'plain', col: start, width: total, text }];
  }
  const stretches: { -readonly [N in keyof TextRun]: TextRun[N] }[] = [];
  let wasSymbol = false;
  for (let col = start; col < end; ) {
    const width = Math.min(Math.max(1, line.widthAt(col)), end - col);
    const text = line.slice(col, col + width);
    const kind = width > 1 ? 'wide' : plain.test(text) ? 'plain' : 'other';
    const isSymbol = kind !== 'plain' && symbol.test(text);
    const last = stretches.at(-1);
    if (last !== undefined && last.kind === kind && !isSymbol && !wasSymbol) {
      last.width += width;
      last.text += text;
    } else stretches.push({ kind, col, width, text });
    wasSymbol = isSymbol;
    col += width;
  }
  return stretches;
}
