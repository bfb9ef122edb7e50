import type { Line } from '../screen/line.js';
import { encodeLine } from '../screen/style.js';
import type { Emulator } from './emulator.js';

const lastLineCount = 5;

/** The last non-blank lines, with colors and styles as escape codes. */
export function renderLastLines({ buffers, isAlternate }: Emulator): string[] {
  let written = omitBlankLines(buffers.getVisibleLines());
  let first = buffers.top;
  // A scrollback may have 100,000 lines: read only as many as needed.
  for (let count = lastLineCount; !isAlternate && written.length < lastLineCount && first > 0; count *= 2) {
    const stack = buffers.captureFrom(Math.max(0, first - count));
    written = omitBlankLines(stack.lines);
    if (stack.first === first) break;
    first = stack.first;
  }
  return written.slice(-lastLineCount).map(encodeLine);
}

const omitBlankLines = (lines: readonly Line[]): Line[] => lines.filter((line) => line.trimmed !== '');
