import { ClusterSeparator } from '../../screen/cells.js';
import type { Line } from '../../screen/line.js';
import type { Screen } from '../../screen/screen.js';
import { encodeLine, encodeSgr } from '../../screen/style.js';

/** Prepends the escape code for a reversed screen (DECSCNM) to the first line if the screen is reversed. */
export const addReverse = (isReversed: boolean, lines: readonly string[]): readonly string[] =>
  isReversed ? lines.map((line, row) => (row === 0 ? `\x1b[?5h${line}` : line)) : lines;

/** The lines of a screen with escape codes. */
export const encodeAnsiLines = ({ isReversed, lines }: Screen): readonly string[] =>
  addReverse(isReversed, lines.map(encodeLine));

/**
 * Serializes a screen as terminal output that reproduces it, including the cursor, on an empty terminal of its size.
 * Each screen line is one line of text, colors keep their palette slot, and equal screens give equal text.
 */
export function encodeAnsi(screen: Screen): string {
  const { lines, cursor } = screen;
  const body = encodeAnsiLines(screen).join('\r\n');
  const cursorPosition = `\x1b[${cursor.row + 1};${cursor.col + 1}H`;
  const wrap = cursor.isWrapPending ? encodeLastCharacter(lines[cursor.row] as Line, cursor.col) : '';
  return `${body}${cursorPosition}${wrap}${cursor.isVisible ? '' : '\x1b[?25l'}`;
}

// Writing the last cell again makes the wrap pending again.
function encodeLastCharacter(line: Line, col: number): string {
  const start = line.widthAt(col) === 0 ? col - 1 : col;
  const codes = encodeSgr(line.styleAt(start));
  const back = start === col ? '' : '\x1b[D';
  const code = codes === '' ? '' : `\x1b[0;${codes}m`;
  const text = new ClusterSeparator().separate(line, start, line.slice(start, col + 1), code || '\x1b[0m');
  return `${back}${code}${text}${codes === '' ? '' : '\x1b[0m'}`;
}
