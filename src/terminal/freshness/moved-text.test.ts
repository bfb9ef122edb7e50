import { expect, test } from 'vitest';
import { type PlacedText, pairMovedTexts } from './displayed-changes.js';

const rowsOf = (text: string): PlacedText[] => [...text].map((each, row) => ({ row, col: 0, text: each }));

// What was displayed (one character per row), what is displayed now, and for each row that appeared its previous row.
test.each([
  ['texts that moved up', 'abcdef', 'cdefgh', { 0: 2, 1: 3, 2: 4, 3: 5 }],
  ['texts that moved down', 'abcdef', 'ghabcd', { 2: 0, 3: 1, 4: 2, 5: 3 }],
  ['a text that moved off the edge and appeared again', 'xabcde', 'abcdex', { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 }],
  ['a text that moved, with an equal text now where it was', 'axxcde', 'xcdexf', { 0: 2, 1: 3, 2: 4, 3: 5 }],
  ['a text that moved, with an equal text still where it was', 'axxcxd', 'xcxdef', { 0: 2, 1: 3, 3: 5 }],
  ['a text that appeared once more', 'abcx', 'axcx', {}],
  ['texts that changed places', 'ab', 'ba', { 0: 1, 1: 0 }],
])('pairs texts that disappeared with texts that appeared: %s [5.since.repaint]', (_, before, after, expected) => {
  const [shown, now] = [rowsOf(before), rowsOf(after)];
  const lost = shown.filter(({ row, text }) => now[row]?.text !== text);
  const gained = now.filter(({ row, text }) => shown[row]?.text !== text);
  const pairs = pairMovedTexts(lost, gained, (row) => shown[row]);
  expect(Object.fromEntries([...pairs].map(([target, source]) => [target.row, source.row]))).toEqual(expected);
});
