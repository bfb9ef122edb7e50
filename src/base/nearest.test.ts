import { expect, test } from 'vitest';
import { measureProcessorMs } from '../tests/support/processes.js';
import { findNearest } from './text.js';

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

test.each(rows)('the nearest word to %j is %j [2.data-nearest]', (word, nearest) => {
  expect(findNearest(word, names)).toBe(nearest);
});

test('a word of 8 MiB is rejected quickly [2.nearest-cheap]', () => {
  const word = 'é'.repeat(8 * 1024 * 1024);
  const tookMs = measureProcessorMs(() => {
    for (let round = 0; round < 50; round += 1) expect(findNearest(word, names)).toBeUndefined();
  });
  // A comparison of every letter would take minutes.
  expect(tookMs).toBeLessThan(5000);
});
