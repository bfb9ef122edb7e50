import { expect, test } from 'vitest';
import { nearestOf } from './nearest.js';

const names = ['TERM', 'TRAP', 'STOP', 'HUP', 'Up', 'F1', 'x'];
const rows: readonly (readonly [word: string, nearest: string | undefined])[] = [
  ['TERN', 'TERM'],
  ['TREM', 'TERM'],
  ['term', 'TERM'],
  ['TRAMP', 'TRAP'],
  ['HU', 'HUP'],
  ['pu', 'Up'],
  ['F', undefined],
  ['y', undefined],
  ['ab', undefined],
  ['', undefined],
  ['WINDOW', undefined],
];

test.each(rows)('the name nearest to %j is %j [2.data-nearest]', (word, nearest) => {
  expect(nearestOf(word, names)).toBe(nearest);
});

test('compares a word of 8 MiB quickly [2.nearest-cheap]', () => {
  const word = 'é'.repeat(8 * 1024 * 1024);
  const startedAt = performance.now();
  for (let round = 0; round < 50; round += 1) expect(nearestOf(word, names)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(500);
});
