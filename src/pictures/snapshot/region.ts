import { joinLogicalLines } from '../../screen/logical-line.js';
import { type CellRect, cropScreen, type Screen } from '../../screen/screen.js';
import { toRects } from '../../screen/selectors/cell-mask.js';
import { evaluateSelector, type Match, type Selector } from '../../screen/selectors/selector.js';
import type { SafeMatcher } from '../../session/regex/matcher.js';
import { type AmbiguityMode, chooseMatch } from '../../session/waits/wait.js';

/** Which part of the screen a snapshot contains: a rectangle, or the cells of a selector's match. */
export interface SnapshotRegion {
  readonly area: CellRect | Selector;
  /** What more than one match of the selector means. */
  readonly mode: AmbiguityMode;
}
/** The part of a screen that is compared and saved, and its position on that screen. */
export interface ScreenPart {
  readonly screen: Screen;
  readonly row: number;
  readonly col: number;
}

/** The part of `screen` that `region` describes; undefined if its selector does not match. If it matches too often, fails with kind `ambiguous` at the last check. */
export function findRegion(
  screen: Screen,
  region: SnapshotRegion | undefined,
  patterns: SafeMatcher,
  isLastCheck = true,
): ScreenPart | undefined {
  if (region === undefined) return { screen, row: 0, col: 0 };
  const { area, mode } = region;
  if (!('type' in area)) return cropPart(screen, area);
  const matches = [...evaluateSelector(area, joinLogicalLines(screen.lines), patterns.search, () => true)];
  // Matches are complete only once every pattern has been matched.
  if (matches.length === 0 || !patterns.isComplete) return undefined;
  if (!isLastCheck && mode === 'fail' && matches.length > 1) return undefined;
  return cropPart(screen, encloseMatch(chooseMatch({ matches, screen }, area, mode).match, screen));
}

const cropPart = (screen: Screen, rect: CellRect): ScreenPart => ({
  screen: cropScreen(screen, rect),
  row: rect.row,
  col: rect.col,
});

function encloseMatch(match: Match, { cols }: Screen): CellRect {
  const rects = toRects(match, cols);
  const row = Math.max(0, match.start.row);
  const col = Math.min(...rects.map((rect) => rect.col));
  const end = Math.max(...rects.map((rect) => rect.col + rect.width));
  return { row, col, width: end - col, height: match.end.row - row + 1 };
}

/** The mask rectangles in the coordinates of the part; parts outside of it are omitted. */
export function shiftRect({ row, col, width, height }: CellRect, part: ScreenPart): CellRect[] {
  const [top, left] = [Math.max(0, row - part.row), Math.max(0, col - part.col)];
  const [bottom, right] = [row - part.row + height, col - part.col + width];
  return bottom > top && right > left ? [{ row: top, col: left, width: right - left, height: bottom - top }] : [];
}
