import { expect, test } from 'vitest';
import { describeChanges } from './screens.js';

const before = ['first line', 'the second line', 'three', 'four', '', ''];

test.each([
  ['nothing', before, ''],
  ['one row', ['first line', 'TWO', 'three', 'four', '', ''], '2| TWO'],
  ['a cleared row', ['first line', '', 'three', 'four', '', ''], '2| '],
  ['a row at the end', ['first line', 'the second line', 'three', 'four', 'five', ''], '5| five'],
  ['scrolling', ['the second line', 'three', 'four', 'something new', '', ''], 'scrolled up 1\n4| something new'],
])('after a change of %s, only that is listed [16.screen-report]', (_, after, expected) => {
  expect(describeChanges(before, after)).toBe(expected);
});

test('if most rows have changed, the whole screen is shorter [16.screen-report]', () => {
  expect(describeChanges(before, ['a', 'b', 'c', 'd', 'e', 'f'])).toBeUndefined();
});
