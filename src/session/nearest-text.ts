import type { Place } from '../screen/logical.js';
import { type Screen, trimBlanks } from '../screen/screen.js';
import type { Selector } from '../screen/selector.js';

/** A text on the screen. */
export interface NearText {
  readonly text: string;
  readonly place: Place;
}

// Finding the nearest text takes the product of both lengths for each line.
const longestSought = 200;

/** The text on the screen that comes closest to what a selector seeks, if any is close. */
export function nearestText(selector: Selector, screen: Screen): NearText | undefined {
  const sought = soughtText(selector)?.slice(0, longestSought);
  if (sought === undefined || sought.trim() === '') return undefined;
  let best: (NearText & { distance: number }) | undefined;
  for (const [row, line] of screen.lines.entries()) {
    const text = trimBlanks(line.text);
    const { start, end, distance } = closestPiece(sought.toLowerCase(), text.toLowerCase());
    if (distance >= (best?.distance ?? sought.length / 2)) continue;
    best = { text: text.slice(start, end), place: { row, col: line.columnAt(start) }, distance };
  }
  return best === undefined ? undefined : { text: best.text, place: best.place };
}

/** The literal text in a selector: of an expression the longest piece without special characters. */
function soughtText(selector: Selector): string | undefined {
  switch (selector.type) {
    case 'exact':
      return selector.text.normalize('NFC');
    case 'regex':
      return selector.pattern
        .split(/\\.|\[[^\]]*\]|\{[^}]*\}|[\^$.*+?()|]/)
        .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
    case 'any':
      return selector.selectors[0] === undefined ? undefined : soughtText(selector.selectors[0]);
    case 'at':
      return undefined;
    default:
      return soughtText(selector.selector);
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

// Sellers: the edit distance of `sought` to every piece of `text`; a piece may begin anywhere at no cost.
function closestPiece(sought: string, text: string): Piece {
  let costs = Array.from({ length: sought.length + 1 }, (_, index) => index);
  let starts = costs.map(() => 0);
  let best: Piece = { start: 0, end: 0, distance: sought.length };
  for (let end = 1; end <= text.length; end += 1) {
    const nextCosts = [0];
    const nextStarts = [end];
    for (let index = 1; index <= sought.length; index += 1) {
      const replace = (costs[index - 1] as number) + (sought[index - 1] === text[end - 1] ? 0 : 1);
      const skip = (costs[index] as number) + 1;
      const insert = (nextCosts[index - 1] as number) + 1;
      const cost = Math.min(replace, skip, insert);
      nextCosts.push(cost);
      nextStarts.push(
        (cost === replace ? starts[index - 1] : cost === skip ? starts[index] : nextStarts[index - 1]) as number,
      );
    }
    [costs, starts] = [nextCosts, nextStarts];
    const distance = costs[sought.length] as number;
    if (distance < best.distance) best = { start: starts[sought.length] as number, end, distance };
  }
  return best;
}
