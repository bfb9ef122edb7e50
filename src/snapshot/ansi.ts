import { Seams } from '../screen/cluster-separator.js';
import type { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import { sgrOf, styledText } from '../screen/sgr.js';

/** The first of some lines has a terminal show its screen in reverse (DECSCNM), where it must. */
export const withReverse = (isReversed: boolean, lines: readonly string[]): readonly string[] =>
  isReversed ? lines.map((line, row) => (row === 0 ? `\x1b[?5h${line}` : line)) : lines;

/** The lines of a screen with escape codes. */
export const ansiLinesOf = ({ isReversed, lines }: Screen): readonly string[] =>
  withReverse(isReversed, lines.map(styledText));

/**
 * A screen as terminal output: written to an empty terminal of its size it gives the same screen and cursor. A line of
 * the screen is a line of the text, colors keep their palette slot, and the same screen is always the same text.
 */
export function ansiOf(screen: Screen): string {
  const { lines, cursor } = screen;
  const body = ansiLinesOf(screen).join('\r\n');
  const place = `\x1b[${cursor.row + 1};${cursor.col + 1}H`;
  const wrap = cursor.isWrapPending ? lastCharacter(lines[cursor.row] as Line, cursor.col) : '';
  return `${body}${place}${wrap}${cursor.isVisible ? '' : '\x1b[?25l'}`;
}

// Writing the last cell again makes the wrap pending again.
function lastCharacter(line: Line, col: number): string {
  const start = line.widthAt(col) === 0 ? col - 1 : col;
  const codes = sgrOf(line.styleAt(start));
  const back = start === col ? '' : '\x1b[D';
  const code = codes === '' ? '' : `\x1b[0;${codes}m`;
  const text = new Seams().sew(line, start, line.slice(start, col + 1), code || '\x1b[0m');
  return `${back}${code}${text}${codes === '' ? '' : '\x1b[0m'}`;
}
