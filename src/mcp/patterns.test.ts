import { expect, test } from 'vitest';
import { canSpanLines, checkPattern } from './texts.js';

test.each([
  ['\\$ $', '\\$(?: |$)$'],
  ['[$#>] ', '[$#>](?: |$)'],
  ['(\\$ |> )', '(\\$(?: |$)|>(?: |$))'],
  ['name:\\s$', 'name:(?:\\s|$)$'],
  ['a b', 'a b'],
  ['[ )]', '[ )]'],
  ['x +$', 'x +$'],
  ['\\\\ ', '\\\\(?: |$)'],
  ['a\\ ', 'a\\ '],
])('the pattern %s also matches where trailing blanks are cut: %s [16.tools]', (source, expected) => {
  expect(checkPattern(source)).toEqual({ source: expected, flags: '' });
  expect(() => new RegExp(expected)).not.toThrow();
});

test('flags without an effect on whether a pattern matches are dropped [16.tools]', () => {
  expect(checkPattern('a', 'giy')).toEqual({ source: 'a', flags: 'i' });
});

test.each(['(', '[z-a]', '\\'])('the invalid pattern %s is an error with the reason [16.invalid-regex]', (source) => {
  expect(() => checkPattern(source)).toThrow(/^Invalid regular expression ".*: .+\.$/);
});

test('an invalid flag is an error [16.invalid-regex]', () => {
  expect(() => checkPattern('a', 'q')).toThrow(/^Invalid regular expression "a" with flags "q": .*flags/i);
});

test.each([
  ['a\\nb', true],
  ['a[\\s\\S]*b', true],
  ['a.*b', false],
])('%s may span several lines: %s', (source, expected) => {
  expect(canSpanLines({ source, flags: '' })).toBe(expected);
});
