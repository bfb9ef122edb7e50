import { joinList, quote, truncate } from '../../base/text.js';
import type { Match, Selector } from './selector.js';

// Longer lists do not help the reader.
const maxListed = 5;

/** A selector in words. */
export function describeSelector(selector: Selector): string {
  switch (selector.type) {
    case 'exact':
      return quote(selector.text);
    case 'regex':
      return `/${truncate(selector.pattern)}/${selector.flags}`;
    case 'at':
      return `a character in ${formatRange('row', selector.place.row, 1)}, ${formatRange('column', selector.place.col, 1)}`;
    case 'within': {
      const { row, col, width, height } = selector.rect;
      return `${describeSelector(selector.selector)} in ${formatRange('row', row, height)}, ${formatRange('column', col, width)}`;
    }
    case 'nth':
      return `${describeSelector(selector.selector)} with index ${selector.index}`;
    case 'any':
      return `any of ${listUpTo(selector.selectors.map(describeSelector), 'or')}`;
  }
}

/** The rows of matches, as in `in rows 1 and 4`. */
export function describePlaces(matches: readonly Match[]): string {
  const rows = [...new Set(matches.map(({ start }) => start.row + 1))];
  if (rows.length > 1) return `in rows ${listUpTo(rows.map(String))}`;
  const cols = matches.map(({ start }) => String(start.col + 1));
  return `in row ${rows[0]}, ${cols.length > 1 ? 'columns' : 'column'} ${listUpTo(cols)}`;
}

const formatRange = (name: string, start: number, length: number): string =>
  start < 0
    ? `${length === 1 ? '' : `${length} ${name}s from `}${name} ${-start} from the end${length === 1 ? '' : ' on'}`
    : length === 1
      ? `${name} ${start + 1}`
      : `${name}s ${start + 1}–${start + length}`;

function listUpTo(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const listed = words.slice(0, maxListed);
  const more = words.length - listed.length;
  return more === 0 ? joinList(listed, conjunction) : `${listed.join(', ')} and ${more} more`;
}
