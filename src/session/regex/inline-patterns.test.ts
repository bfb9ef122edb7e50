import { expect, test } from 'vitest';
import { measureProcessorMs } from '../../tests/support/processes.js';
import { RandomPatterns } from '../../tests/support/random-patterns.js';
import { canRunInlineOn } from './matcher.js';

const line = 'x'.repeat(200);
const screen = `${'a b 1 '.repeat(33)}\n`.repeat(50);

test.each([
  ['^42$', ''],
  ['^\\$ $', ''],
  ['done|failed', ''],
  ['\\d+ tests', ''],
  ['(ok|FAIL) \\d+', 'i'],
  ['v\\d+\\.\\d+\\.\\d+', ''],
  ['^\\s*\\d+\\s+\\w+\\s+\\d+$', ''],
  ['error(?!s).*failed', ''],
  ['\\[\\d+/\\d+\\]', ''],
])('%s %s runs inline on a line [5.pattern-freeze]', (pattern, flags) => {
  expect(canRunInlineOn({ pattern, flags }, line)).toBe(true);
});

test.each([['^42$'], ['^> $'], ['Tests:\\s+\\d+ passed'], ['"[^"]*"'], ['\\$\\s*$'], ['error.*failed']])(
  '%s runs inline on a whole screen [5.pattern-freeze]',
  (pattern) => {
    expect(canRunInlineOn({ pattern, flags: 'm' }, screen)).toBe(true);
  },
);

test.each([
  ['^(a+)+$'],
  ['(a|a)*$'],
  ['(a|ab)*c'],
  ['(\\w+\\s?)*:'],
  ['(.*)*'],
  ['(?:a?){30}b'],
  ['.*a.*b.*c.*d'],
  ['a*a*a*a*b'],
  ['(?=(a+)+b)'],
  ['((a{1,9}){1,9}){1,9}b'],
  ['(a{1000}){1000}'],
  ['(?:\\b){9999999}'],
])('%s does not run inline [5.pattern-freeze]', (pattern) => {
  expect(canRunInlineOn({ pattern, flags: '' }, line)).toBe(false);
});

test('decides by the number of occurrences of the prefix in a large text [5.pattern-freeze]', () => {
  const pattern = { pattern: '"[^"]*"', flags: '' };
  expect(canRunInlineOn(pattern, 'a"b '.repeat(3))).toBe(true);
  expect(canRunInlineOn(pattern, '"'.repeat(10_000))).toBe(false);
  expect(canRunInlineOn(pattern, `${'a'.repeat(10_000)}"`)).toBe(true);
});

// An unbounded pattern takes practically forever. The limit allows for a busy machine.
const maxMs = 2000;

test('random patterns that run inline end soon on texts of up to 5,000 characters [5.pattern-freeze]', () => {
  const patterns = new RandomPatterns(2);
  let checked = 0;
  for (let round = 0; round < 1500; round += 1) {
    const pattern = { pattern: patterns.createPattern(true, 4), flags: patterns.pickFlags() };
    for (const length of [100, 1000, 5000]) {
      const text = patterns.createText(length);
      if (!canRunInlineOn(pattern, text)) continue;
      checked += 1;
      const tookMs = measureProcessorMs(() => new RegExp(pattern.pattern, `${pattern.flags}g`).exec(text));
      expect(tookMs, `${pattern.pattern} on ${length} characters`).toBeLessThan(maxMs);
    }
  }
  expect(checked).toBeGreaterThan(500);
});
