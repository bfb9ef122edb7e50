import type { Place } from './logical.js';
import type { Span } from './occurrences.js';
import { type Screen, trimBlanks } from './screen.js';
import type { Match } from './selector.js';

/** A span of the visible text (lines joined by newlines) as a match with its cells. */
export function matchInText(screen: Screen, { index, length }: Span): Match {
  const texts = screen.lines.map((line) => trimBlanks(line.text));
  const starts: number[] = [];
  let at = 0;
  for (const text of texts) {
    starts.push(at);
    at += text.length + 1;
  }
  // A newline stands in the first cell behind its line, if there is one.
  const locate = (position: number, end: 'start' | 'end'): Place => {
    const row = Math.max(
      0,
      starts.findLastIndex((start) => start <= position),
    );
    const line = screen.lines[row];
    const offset = position - (starts[row] ?? 0);
    const col = end === 'start' ? line?.columnAt(offset) : line?.endColumnAt(offset);
    return { row, col: Math.min(col ?? 0, screen.cols - 1) };
  };
  const text = texts.join('\n').slice(index, index + length);
  return { start: locate(index, 'start'), end: locate(index + length - 1, 'end'), text };
}
