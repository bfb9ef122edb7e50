import type * as wire from '../client/wire-types.js';
import { findColorLetter } from './color-letters.js';

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
  const plain = findUsualColor(runs);
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

function findUsualColor(runs: readonly wire.StyleRun[]): string | undefined {
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
export function toCells(view: StyledView): object[] {
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
