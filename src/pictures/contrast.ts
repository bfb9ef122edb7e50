// The contrast of text as WCAG 2 defines it, with the colors of pictures.
import {
  applyOwnColors,
  channelsOf,
  defaultColor,
  formatRgb,
  type Rgb,
  resolveTextColors,
  reverseColors,
} from '../base/colors.js';
import { MethodError } from '../base/errors.js';
import { clipText } from '../base/text.js';
import type { Line, StyleRun } from '../screen/line.js';
import type { CellRect, Screen } from '../screen/screen.js';
import { CellMask } from '../screen/selectors/cell-mask.js';
import type { Selector } from '../screen/selectors/selector.js';
import type { Call } from '../session/call.js';
import { captureAreas } from '../session/waits/screen-search.js';
import { createFailure, describeNoMatch, waitFor } from '../session/waits/wait.js';
import { findRegion, type SnapshotRegion } from './options.js';
import type { Theme } from './themes.js';

/** Which text to evaluate, in which themes. */
export interface ContrastSpec {
  /** The lowest ratio that is accepted, if the text of the theme itself has it. */
  readonly ratio: number;
  readonly themes: readonly Theme[];
  readonly region: SnapshotRegion | undefined;
  readonly ignore: readonly (CellRect | Selector)[];
}
/** The first text of a color pair in a theme; `row` and `col` are 0-based. */
export interface ContrastFinding {
  readonly text: string;
  readonly row: number;
  readonly col: number;
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly theme: string;
  readonly ratio: number;
  /** The lowest ratio that is accepted in this theme. */
  readonly limit: number;
}

const maxWorst = 10;
const maxFindings = 100;

/** Waits until all text has enough contrast; resolves with the lowest ratios, fails with kind `low-contrast`. */
export async function expectContrast(
  { ratio, themes, region, ignore }: ContrastSpec,
  call: Call,
): Promise<readonly ContrastFinding[]> {
  const { program, patterns } = call;
  const arriving = call.receiveOutput();
  if (arriving !== undefined) await arriving;
  call.noteWaiting();
  let last: readonly ContrastFinding[] | undefined;
  const outcome = await waitFor(call, {
    observe: () => {
      const { screen } = program;
      const findAreas = captureAreas(call, ignore);
      return {
        evaluate: () => {
          const part = findRegion(screen, region, patterns, false);
          const mask = new CellMask(screen, findAreas());
          if (!patterns.isComplete) return undefined;
          last =
            part && themes.flatMap((theme) => evaluateText(screen, toRect(part), mask, theme, ratio)).sort(byRatio);
          return last?.every(isReadable) === true ? {} : undefined;
        },
      };
    },
  });
  if ('found' in outcome) return (last ?? []).slice(0, maxWorst);
  const { screen } = outcome;
  if (last === undefined && region !== undefined && 'type' in region.area)
    throw await createFailure(call, describeNoMatch(region.area), outcome);
  const findings = (last ?? []).filter((found) => !isReadable(found));
  throw new MethodError('low-contrast', describe(findings), {
    findings: findings.slice(0, maxFindings).map(toWireFinding),
    screen,
  });
}

const byRatio = (one: ContrastFinding, other: ContrastFinding): number => one.ratio - other.ratio;
const isReadable = ({ ratio, limit }: ContrastFinding): boolean => ratio >= limit;
const toRect = ({
  row,
  col,
  screen,
}: {
  readonly row: number;
  readonly col: number;
  readonly screen: Screen;
}): CellRect => ({
  row,
  col,
  width: screen.cols,
  height: screen.rows,
});

// Blanks; box drawing and blocks; braille, which draws as well; private use; blocks of legacy computers.
const notText = /^[\s\u2500-\u259f\u2800-\u28ff\p{Co}\u{1fb00}-\u{1fbff}]/u;

/** The first text of each color pair in a rectangle of the screen. */
function evaluateText(screen: Screen, rect: CellRect, mask: CellMask, theme: Theme, ratio: number): ContrastFinding[] {
  const limit = Math.min(ratio, computeContrast(theme.foreground, theme.background));
  const painted = applyOwnColors(theme, screen.ownColors);
  const colors = screen.isReversed ? reverseColors(painted) : painted;
  const found = new Map<number, ContrastFinding>();
  for (const { row, line, run } of listRuns(screen, rect)) {
    const { fg: foreground, bg: background = colors.background } = resolveTextColors(run.style, colors);
    const pair = foreground * 2 ** 24 + background;
    const place = found.has(pair) ? undefined : findText(line, row, run, mask);
    if (place === undefined) continue;
    const theirs = computeContrast(foreground, background);
    found.set(pair, { ...place, row, foreground, background, theme: theme.name, ratio: theirs, limit });
  }
  return [...found.values()];
}

/** The runs whose colors the program has chosen, and that are not concealed. */
function* listRuns(screen: Screen, { row: top, col, width, height }: CellRect): Iterable<PlacedRun> {
  const { ownColors, lines } = screen;
  const hasOwnDefault = ownColors?.foreground !== undefined || ownColors?.background !== undefined;
  for (const [index, line] of lines.slice(top, top + height).entries())
    for (const run of line.splitRuns(col, col + width)) {
      const { fg, bg, dim, hidden } = run.style;
      const isChosen = hasOwnDefault || fg !== defaultColor || bg !== defaultColor || dim;
      if (isChosen && !hidden) yield { row: top + index, line, run };
    }
}

interface PlacedRun {
  readonly row: number;
  readonly line: Line;
  readonly run: StyleRun;
}

const maxText = 60;

/** The text of a run without what is not evaluated at its ends; undefined if nothing is left. */
function findText(
  line: Line,
  row: number,
  { col: first, width }: StyleRun,
  mask: CellMask,
): { readonly text: string; readonly col: number } | undefined {
  let [start, end] = [-1, -1];
  for (let col = first; col < first + width; ) {
    const next = col + Math.max(1, line.widthAt(col));
    if (!mask.isHidden(row, col, next) && !notText.test(line.slice(col, next))) {
      if (start < 0) start = col;
      end = next;
    }
    col = next;
  }
  return start < 0 ? undefined : { text: clipText(line.slice(start, end), maxText), col: start };
}

/** The ratio of WCAG 2, from 1 to 21. */
function computeContrast(one: Rgb, other: Rgb): number {
  const [low, high] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function computeLuminance(color: Rgb): number {
  const [red, green, blue] = channelsOf(color).map((byte) => {
    const channel = byte / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** With two decimals; a ratio that is too low is not reported as its limit. */
function roundRatio(ratio: number, limit: number): number {
  const rounded = Math.round(ratio * 100) / 100;
  return ratio < limit && rounded >= limit ? Math.floor(ratio * 100) / 100 : rounded;
}

/** A finding on the wire. */
export const toWireFinding = ({
  text,
  row,
  col,
  foreground,
  background,
  theme,
  ratio,
  limit,
}: ContrastFinding): WireFinding => ({
  text,
  row: row + 1,
  col: col + 1,
  foreground: formatRgb(foreground),
  background: formatRgb(background),
  theme,
  ratio: roundRatio(ratio, limit),
});

interface WireFinding {
  text: string;
  row: number;
  col: number;
  foreground: string;
  background: string;
  theme: string;
  ratio: number;
}

function describe(findings: readonly ContrastFinding[]): string {
  const [worst] = findings;
  if (worst === undefined) return 'The screen was not evaluated before the timeout.';
  const { text, row, col, foreground, background, theme, ratio } = toWireFinding(worst);
  const place = `${JSON.stringify(text)} (row ${row}, column ${col})`;
  const colors = `${foreground} on ${background} in the theme ${JSON.stringify(theme)}`;
  const more = findings.length - 1;
  const others = more === 0 ? '' : ` ${more} more color ${more === 1 ? 'pair is' : 'pairs are'} below the limit.`;
  return `${place} has a contrast of ${ratio}:1 (${colors}), below ${roundRatio(worst.limit, worst.limit)}:1.${others}`;
}
