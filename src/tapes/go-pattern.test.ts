import { describe, expect, test } from 'vitest';
import { PatternError, translatePattern } from './go-pattern.js';

const matches = (source: string, text: string): string | undefined => {
  const { pattern, flags } = translatePattern(source);
  return new RegExp(pattern, flags).exec(text)?.[0];
};

describe('patterns of Go [20.1.patterns]', () => {
  test.each([
    ['saved \\d+', 'was saved 12 times', 'saved 12'],
    ['(?i)SAVED', 'saved', 'saved'],
    ['(?is)a.b', 'A\nB', 'A\nB'],
    ['(?P<n>a)(?<m>b)', 'ab', 'ab'],
    ['\\Aab', 'ab', 'ab'],
    ['\\Aab', 'xab', undefined],
    ['ab\\z', 'abx', undefined],
    ['(?m)^b$\\z', 'a\nb', 'b'],
    ['[[:alpha:]_]+', '12ab_c', 'ab_c'],
    ['[^[:space:]]+', ' ab ', 'ab'],
    ['[]a]+', 'x]a', ']a'],
    ['[^]a]', ']ax', 'x'],
    ['[a\\-z]+', 'b-z', '-z'],
    ['\\Qa.b\\E+', 'a.bb', 'a.bb'],
    ['a{,2}', 'a{,2}', 'a{,2}'],
    ['{}]', '{}]', '{}]'],
    ['\\x{1F600}', '😀', '😀'],
    ['\\x41\\101', 'AA', 'AA'],
    ['\\p{Greek}\\pL', 'αb', 'αb'],
    ['\\PL', 'a1', '1'],
    ['\\s', '\u00a0', undefined],
    ['\\"\\-', '"-', '"-'],
    ['>$', '> ', undefined],
    ['https?:\\/\\/', 'http://x', 'http://'],
  ])('%s in %j matches %j', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected);
  });

  test.each([
    ['(?=a)', '(?=a cannot be translated'],
    ['(?U)a', 'the flag U cannot be translated'],
    ['a(?i)b', '(?i cannot be translated'],
    ['\\1', '\\1 cannot be translated'],
    ['\\Z', '\\Z cannot be translated'],
    ['[[:nope:]]', '[:nope:] cannot be translated'],
    ['a{1001}', 'the number of repetitions in {1001} exceeds 1000'],
    ['[a', 'the closing bracket of a class is missing'],
    ['a\\', 'a backslash is the last character'],
    ['(a', 'unterminated group'],
    ['*a', 'nothing to repeat'],
  ])('%s is rejected: %s', (source, message) => {
    expect(() => translatePattern(source)).toThrow(new PatternError(message));
  });
});
