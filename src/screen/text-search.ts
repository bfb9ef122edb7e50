import { type Screen, textOf } from './screen.js';
import type { Match, Span } from './selector.js';

/** A span of the visible text (lines joined by newlines) as a match with its cells. */
export function matchInText(screen: Screen, { index, length }: Span): Match {
  const text = textOf(screen);
  const placeAt = (at: number): Match['start'] => {
    const before = text.slice(0, at);
    const row = before.split('\n').length - 1;
    return { row, col: screen.lines[row]?.columnAt(at - (before.lastIndexOf('\n') + 1)) ?? 0 };
  };
  const end = placeAt(index + length - 1);
  const width = screen.lines[end.row]?.widthAt(end.col) ?? 1;
  return {
    start: placeAt(index),
    end: { row: end.row, col: end.col + Math.max(1, width) - 1 },
    text: text.slice(index, index + length),
  };
}
