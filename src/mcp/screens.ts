// Screens in results: what has changed since the agent saw the screen, and colors as letters.
import { channelsOf, colorNames, extendPalette, parseRgb, type Rgb } from '../base/colors.js';
import { compareScreens } from '../base/compare-screens.js';
import { TuispecError } from '../client/errors.js';
import type * as wire from '../client/wire.js';
import { fitText, toScreenText } from './results.js';
import type { AgentSession } from './session.js';

/** What a result says about the screen after an action. */
interface ScreenReport {
  readonly revision?: number;
  readonly screen_changes?: string;
  readonly screen_text?: string;
}

/** Describes the screen after an action: what differs from the screen of an earlier result, all of it, or nothing. */
export async function reportScreen(
  session: AgentSession,
  wanted: 'changes' | 'text' | 'none',
  signal: AbortSignal,
): Promise<ScreenReport> {
  if (wanted === 'none') return {};
  await settleScreen(session, signal);
  const before = session.shown.newest;
  const { revision, text } = await readShownScreen(session, signal);
  const changes = wanted === 'text' || before === undefined ? undefined : describeChanges(before, text.split('\n'));
  return changes === undefined
    ? { revision, screen_text: toScreenText(text) }
    : { revision, screen_changes: fitText(changes) };
}

/** The text of the screen and its revision, for results of waits. */
export async function readScreenFacts(
  session: AgentSession,
  signal: AbortSignal,
): Promise<{ readonly screen_text: string; readonly revision: number }> {
  const { text, revision } = await readShownScreen(session, signal);
  return { screen_text: toScreenText(text), revision };
}

/** Reads the screen and remembers it as shown to the model. */
export async function readShownScreen(session: AgentSession, signal: AbortSignal): Promise<wire.CurrentViewResult> {
  const view = await session.terminal.request('currentView', {}, { signal });
  session.shown.add(view.revision, view.text);
  return view;
}

// A screen that shows no change for this long is complete.
const quietMs = 50;
// A spinner never stops.
const maxSettleMs = 500;

/** Waits until the screen is complete, for a limited time. */
export async function settleScreen(session: AgentSession, signal: AbortSignal): Promise<void> {
  try {
    await session.terminal.waitForStable(quietMs, { timeout: maxSettleMs, signal });
  } catch (error) {
    if (!(error instanceof TuispecError) || error.kind !== 'timeout') throw error;
  }
}

/** Lists the changed rows as `row| text`, 1-based; undefined if the whole screen would not be longer. */
export function describeChanges(before: readonly string[], after: readonly string[]): string | undefined {
  const { scrolled, rows } = compareScreens(before, after);
  const head = scrolled === 0 ? [] : [`scrolled up ${scrolled}`];
  const changes = [...head, ...rows.map((row) => `${row + 1}| ${after[row]}`)].join('\n');
  return changes.length < after.join('\n').trimEnd().length || rows.length === 0 ? changes : undefined;
}

/** The letters of the slots 0 to 15; upper case is bright. */
const letters = 'krgybmcwKRGYBMCW';
const palette = extendPalette([
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
]);

/** The letter of the palette color that is closest to a color as people perceive it. */
export function findColorLetter(color: string | number): string {
  const rgb = typeof color === 'number' ? palette[color] : parseRgb(color);
  if (rgb === undefined) return letters.charAt(colorNames.indexOf(String(color)));
  const lab = toLab(rgb);
  const distances = palette
    .slice(0, letters.length)
    .map((one) => Math.hypot(...toLab(one).map((value, index) => value - (lab[index] ?? 0))));
  return letters.charAt(distances.indexOf(Math.min(...distances)));
}

// CIELAB: https://en.wikipedia.org/wiki/CIELAB_color_space#Converting_between_CIELAB_and_CIEXYZ_coordinates
function toLab(color: Rgb): number[] {
  const [r = 0, g = 0, b = 0] = channelsOf(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
  const [fx = 0, fy = 0, fz = 0] = [x, y, z].map((value) =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value) / 116 + 16 / 116,
  );
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** The screen with its style runs. */
type StyledView = wire.CurrentViewResult;

/** The position of the cursor as tuivision reports it: `x` and `y` count from 0. */
export const toCursor = ({
  cursor: { row, col, visible },
}: StyledView): { x: number; y: number; visible: boolean } => ({
  x: col - 1,
  y: row - 1,
  visible,
});

/** The screen as text with marks `[r+_]…[/]` for colors and styles; the first line has size and cursor. */
export function addMarks(view: StyledView, screenRows: number): string {
  const { x, y, visible } = toCursor(view);
  const head = `[screen ${view.cols}x${screenRows} cursor=${visible ? `${x},${y}` : 'hidden'}]`;
  const runs = view.styles ?? [];
  const plain = findCommonColor(runs);
  const lines = view.text.split('\n').map(() => '');
  const ends = lines.map(() => 0);
  for (const run of runs) {
    const row = run.row - 1;
    const gap = ' '.repeat(Math.max(0, run.col - 1 - (ends[row] ?? 0)));
    lines[row] = `${lines[row] ?? ''}${gap}${markRun(run, plain)}`;
    ends[row] = run.col - 1 + run.width;
  }
  return [head, ...lines.map((line) => line.trimEnd())].join('\n');
}

function markRun(run: wire.StyleRun, plain: string | undefined): string {
  const letter = run.fg === undefined ? '' : findColorLetter(run.fg);
  const color = letter === plain ? '' : letter;
  const styles = `${run.bold ? '+' : ''}${run.underline ? '_' : ''}${run.dim ? '~' : ''}${run.inverse ? '^' : ''}`;
  const text = run.text.replaceAll('[', '[[');
  const isBlank = text.trim() === '' && !run.inverse && !run.underline;
  return color + styles === '' || isBlank ? text : `[${color}${styles}]${text}[/]`;
}

// A color that most of the text has says nothing.
const maxShare = 0.6;

function findCommonColor(runs: readonly wire.StyleRun[]): string | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { fg, text } of runs) {
    const length = text.replaceAll(' ', '').length;
    if (fg === undefined || length === 0) continue;
    counts.set(findColorLetter(fg), (counts.get(findColorLetter(fg)) ?? 0) + length);
    total += length;
  }
  return [...counts].find(([, count]) => count > total * maxShare)?.[0];
}

/** The screen as lines of cells; members of a cell that have their default are absent, as are blank cells at the end. */
export function toCellLines(view: StyledView): object[] {
  const lines = view.text.split('\n').map((text) => ({ text, cells: [] as object[] }));
  for (const run of view.styles ?? []) {
    const cells = lines[run.row - 1]?.cells;
    if (cells === undefined) continue;
    while (cells.length < run.col - 1) cells.push({ char: ' ' });
    const { row: _row, col: _col, width, text, underline, ...style } = run;
    const marks = { ...style, ...(underline === undefined ? {} : { underline: true }) };
    const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    for (const char of characters) cells.push({ char, ...marks });
    // The second cell of a wide character is empty.
    for (let missing = width - characters.length; missing > 0; missing -= 1) cells.push({ char: '', ...marks });
  }
  return lines;
}
