// What of a screen is drawn and how: region, theme, scale, font; and drawing a file.
import { InvalidParamError, MethodError } from '../base/errors.js';
import { isFile, notRegularFile, readExisting, readToEnd } from '../base/files.js';
import { joinLogicalLines } from '../screen/logical-line.js';
import { type CellRect, cropScreen, type Screen } from '../screen/screen.js';
import { toRects } from '../screen/selectors/cell-mask.js';
import { evaluateSelector, type Match, type Selector } from '../screen/selectors/selector.js';
import type { SafeMatcher } from '../session/regex/matcher.js';
import { type AmbiguityMode, chooseMatch } from '../session/waits/wait.js';
import type { SnapshotSize } from './ansi.js';
import type { Theme } from './themes.js';
import { findTheme, themeFrom, themeNames } from './themes.js';
import type { RenderOptions } from './write-snapshot.js';

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

/** The defaults for options that a request omits. */
interface RenderDefaults {
  readonly defaults: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly fontPath: string | undefined;
  };
  /** The settings of the session. */
  readonly settings: { readonly snapshotTheme: string };
}

/** The render options of a request: from its params, then the session, then the server's defaults. */
export function resolveRenderOptions(
  { defaults, settings }: RenderDefaults,
  params: {
    readonly theme?: string;
    readonly font?: string;
    readonly scale?: number;
    readonly padding?: number;
    readonly embedFont?: boolean;
  },
): RenderOptions {
  const theme = params.theme ?? settings.snapshotTheme;
  return {
    theme: loadTheme(theme, defaults.environment['COLORFGBG']),
    font: checkFont(params.font ?? defaults.fontPath),
    ...pickOptions(params),
  };
}

export { themeNames };

/** Rejects a value that is neither a theme name nor a path; `pointer` is the JSON pointer of the param. */
export function checkTheme(theme: string, pointer = ''): void {
  if (/[/.]/.test(theme) || findTheme(theme, undefined) !== undefined) return;
  const expected = `Expected ${themeNames.join(', ')} or the path of a JSON file.`;
  throw new InvalidParamError(pointer, `Unknown theme ${JSON.stringify(theme)}. ${expected}`);
}

/** A theme by its name or from a JSON file; fails with kind `io` if the file is not a valid theme. */
export function loadTheme(theme: string, colorFgBg: string | undefined): Theme {
  const named = findTheme(theme, colorFgBg);
  if (named !== undefined) return named;
  checkTheme(theme, '/theme');
  const text = readExisting(theme);
  try {
    return themeFrom(JSON.parse(text));
  } catch (error) {
    throw new MethodError('io', `Cannot use theme ${theme}: ${(error as Error).message}.`, {}, { cause: error });
  }
}

type PictureOptions = Pick<RenderOptions, 'scale' | 'padding' | 'embedFont'>;

const pickOptions = ({ scale, padding, embedFont }: PictureOptions): PictureOptions => ({
  ...(scale === undefined ? {} : { scale }),
  ...(padding === undefined ? {} : { padding }),
  ...(embedFont === undefined ? {} : { embedFont }),
});

/** Checks a font path; fails with kind `io` if it is not a regular file. */
export function checkFont(path: string | undefined): string | undefined {
  const isRegularFile = path === undefined || isFile(path);
  if (isRegularFile === undefined) throw new MethodError('io', `Font file not found: ${path}.`);
  if (!isRegularFile) throw new MethodError('io', `Cannot use font ${path}: ${notRegularFile}.`);
  return path;
}

/** Renders an ANSI file in the format of the extension of `out`; resolves with the characters missing from all fonts. */
export async function drawFile(
  path: string,
  out: string,
  size: SnapshotSize,
  options: PictureOptions & {
    readonly theme: string;
    readonly font: string | undefined;
    readonly colorFgBg: string | undefined;
  },
): Promise<readonly string[]> {
  const { loadSnapshot } = await import('./ansi.js');
  const { writePicture } = await import('./write-snapshot.js');
  const theme = loadTheme(options.theme, options.colorFgBg);
  return await writePicture(loadSnapshot(path, size, readToEnd), out, {
    ...pickOptions(options),
    theme,
    font: checkFont(options.font),
  });
}
