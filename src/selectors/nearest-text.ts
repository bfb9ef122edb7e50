import type { Line } from '../screen/line.js';
import type { Position } from '../screen/logical-line.js';
import type { Screen } from '../screen/screen.js';
import { fold } from './case-fold.js';
import type { Selector } from './selector.js';

/** A text on the screen. */
export interface NearText {
  readonly text: string;
  readonly place: Position;
}

// Of a longer text the rest does not matter.
const maxSought = 200;
// Splitting a pattern takes time that grows with the square of its length.
const maxPatternChars = 1000;
// So many characters fit into a word of the quick pass over all lines.
const maxPrefix = 30;
// Lines worth a closer look.
const maxCandidates = 3;

/** The text on the screen that comes closest to what a selector seeks, if any is close. */
export function nearestText(selector: Selector, screen: Screen): NearText | undefined {
  const sought = soughtText(selector)?.slice(0, maxSought) ?? '';
  if (sought.trim() === '') return undefined;
  let best: (NearText & { rank: number }) | undefined;
  for (const { row, line, text } of candidates(sought.slice(0, maxPrefix), screen)) {
    const { start, end, distance, strictDistance } = closestInAnyCase(sought, text);
    const rank = rankOf(distance, strictDistance);
    if (distance >= sought.length / 2 || (best !== undefined && rank >= best.rank)) continue;
    best = { text: text.slice(start, end), place: { row, col: line.columnAt(start) }, rank };
  }
  return best === undefined ? undefined : { text: best.text, place: best.place };
}

// Of two that are equally close the one counts that is closer in upper and lower case too.
const rankOf = (distance: number, strictDistance: number): number => distance * (maxSought + 1) + strictDistance;

interface Candidate {
  readonly row: number;
  readonly line: Line;
  readonly text: string;
}

/** The lines that come closest to a short text. */
function candidates(sought: string, screen: Screen): Candidate[] {
  const [masks, strictMasks] = [masksOf(fold(sought)), masksOf(sought)];
  const { length } = sought;
  const rank = (text: string): number =>
    rankOf(distanceIn(fold(text), masks, length), distanceIn(text, strictMasks, length));
  return screen.lines
    .map((line, row) => ({ row, line, text: line.trimmed }))
    .filter(({ text }) => text !== '')
    .map((candidate) => ({ candidate, rank: rank(candidate.text) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate);
}

const ascii = 0x80;

/** By character, in which places of a text it stands (one bit each). */
interface Masks {
  readonly ascii: Uint32Array;
  readonly others: ReadonlyMap<number, number>;
}

function masksOf(text: string): Masks {
  const masks = { ascii: new Uint32Array(ascii), others: new Map<number, number>() };
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const mask = maskOf(masks, unit) | (1 << index);
    if (unit < ascii) masks.ascii[unit] = mask;
    else masks.others.set(unit, mask);
  }
  return masks;
}

const maskOf = (masks: Masks, unit: number): number =>
  unit < ascii ? (masks.ascii[unit] as number) : (masks.others.get(unit) ?? 0);

// Myers: the least edit distance of the text in the masks to any piece of `text`, a word at a time.
function distanceIn(text: string, masks: Masks, length: number): number {
  const highest = 1 << (length - 1);
  let [more, less, distance, least] = [-1, 0, length, length];
  for (let at = 0; at < text.length; at += 1) {
    const equal = maskOf(masks, text.charCodeAt(at));
    const diagonal = (((equal & more) + more) ^ more) | equal;
    const vertical = equal | less;
    let up = less | ~(diagonal | more);
    let down = more & diagonal;
    if ((up & highest) !== 0) distance += 1;
    if ((down & highest) !== 0) distance -= 1;
    if (distance < least) least = distance;
    up <<= 1;
    down <<= 1;
    more = down | ~(vertical | up);
    less = up & vertical;
  }
  return least;
}

/** The literal text in a selector: of an expression the longest piece without special characters. */
function soughtText(selector: Selector): string | undefined {
  switch (selector.type) {
    case 'exact':
      return selector.text.normalize('NFC');
    case 'regex':
      return selector.pattern
        .slice(0, maxPatternChars)
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

/** The piece that is closest in any case; of equals one that is as close in its own. */
function closestInAnyCase(sought: string, text: string): Piece & { readonly strictDistance: number } {
  const strict = closestPiece(sought, text);
  const loose = closestPiece(fold(sought), fold(text));
  const piece = strict.distance <= loose.distance ? strict : loose;
  return { ...piece, strictDistance: strict.distance };
}

// Sellers: the edit distance of `sought` to every piece of `text`; a piece may begin anywhere at no cost.
function closestPiece(sought: string, text: string): Piece {
  const { length } = sought;
  const costs = Uint16Array.from({ length: length + 1 }, (_, index) => index);
  const starts = new Uint16Array(length + 1);
  let best: Piece = { start: 0, end: 0, distance: length };
  for (let end = 1; end <= text.length; end += 1) {
    let [diagonal, diagonalStart] = [0, starts[0] as number];
    starts[0] = end;
    for (let index = 1; index <= length; index += 1) {
      const [above, aboveStart] = [costs[index] as number, starts[index] as number];
      const replace = diagonal + (sought.charCodeAt(index - 1) === text.charCodeAt(end - 1) ? 0 : 1);
      const insert = (costs[index - 1] as number) + 1;
      const cost = Math.min(replace, above + 1, insert);
      starts[index] =
        cost === replace ? diagonalStart : cost === above + 1 ? aboveStart : (starts[index - 1] as number);
      costs[index] = cost;
      [diagonal, diagonalStart] = [above, aboveStart];
    }
    const distance = costs[length] as number;
    if (distance < best.distance) best = { start: starts[length] as number, end, distance };
  }
  return best;
}
