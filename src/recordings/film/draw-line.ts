import { ClusterSeparator, trimBlanks } from '../../screen/cells.js';
import type { Line, StyleRun } from '../../screen/line.js';
import { encodeSgr } from '../../screen/style.js';

/** Terminal output that replaces the current row, from its first column on, with a line. */
export function drawLine(line: Line): string {
  const runs = omitTrailingBlanks(line);
  const drawn = runs.map((run) => drawRun(line, run)).join('');
  const end = runs.at(-1);
  // In the last column the cursor stays on the last character, which erasing would remove.
  const isFull = end !== undefined && end.col + end.width >= line.width;
  return isFull ? `${drawn}\x1b[0m` : `${drawn}\x1b[0m\x1b[K`;
}

// Omits invisible blanks at the end.
function omitTrailingBlanks(line: Line): readonly StyleRun[] {
  const runs = line.splitRuns();
  const last = runs.at(-1);
  if (last === undefined || !last.style.isDefault) return runs;
  const text = trimBlanks(last.text);
  const width = last.width - (last.text.length - text.length);
  return width === 0 ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text, width }];
}

function drawRun(line: Line, { col, width, text, style }: StyleRun): string {
  const codes = encodeSgr(style);
  const code = `\x1b[0${codes === '' ? '' : `;${codes}`}m`;
  const isPlain = text.length === width && !/[\u0300-\u036f\u200b-\u200f]/.test(text);
  return code + (isPlain ? text : positionText(line, col, col + width, code));
}

/**
 * The text of some columns of one style, which the escape code sets. Terminals disagree about the width of some
 * characters, so text after them is positioned explicitly.
 */
export function positionText(line: Line, from: number, to: number, code: string): string {
  const seams = new ClusterSeparator();
  let text = '';
  for (let col = from; col < to; ) {
    const next = col + Math.max(1, line.widthAt(col));
    text += seams.separate(line, col, line.slice(col, next), code);
    if (next > col + 1 || line.contentAt(col) === undefined) {
      text += `\x1b[${next + 1}G`;
      seams.reset();
    }
    col = next;
  }
  return text;
}
