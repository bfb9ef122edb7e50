// Whether a row has overflowed by mistake. Programs such as less and vim let the terminal wrap long lines; a program that
// does not expect it draws the next row over the continuation.
import type { Screen } from '../screen/screen.js';

// Shorter texts, such as the `~` of vim, are in many rows.
const minText = 3;

/** Whether a row that is now a continuation begins with a text that was a row of its own before. */
export function isDrawnOver(before: Screen, after: Screen): boolean {
  const own = before.lines.flatMap((line, row) => {
    const above = before.lines[row - 1];
    const isPart = line.isWrapped || before.lines[row + 1]?.isWrapped === true;
    const looksContinued = above !== undefined && !above.isBlank(before.cols - 1);
    return isPart || looksContinued || line.trimmed.length < minText ? [] : [line.trimmed];
  });
  // less draws its prompt over the rest of a line that begins in the row above.
  return after.lines
    .slice(0, -1)
    .some(({ isWrapped, trimmed }) => isWrapped && own.some((text) => trimmed.startsWith(text)));
}
