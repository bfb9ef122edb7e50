import { expect, test } from 'vitest';
import { formatParams } from './request-log.js';

test.each<[params: Record<string, unknown>, expected: string]>([
  [{}, '{}'],
  [{ text: 'short', timeoutMs: 5 }, '{"text":"short","timeoutMs":5}'],
  [{ text: 'x'.repeat(100) }, `{"text":"${'x'.repeat(60)}… (100 characters)"}`],
  [{ keys: Array.from({ length: 12 }, () => 'a') }, `{"keys":[${'"a",'.repeat(10)}"… 2 more"]}`],
  [{ text: '\u001b[31m\u009b' }, '{"text":"\\u001b[31m\\x9b"}'],
])('abbreviates params: %j [1.log-debug]', (params, expected) => {
  expect(formatParams(params)).toBe(expected);
});

test('logs params of any size on one short line [1.log-debug]', () => {
  const params = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`member ${index}`, ['x'.repeat(99)]]),
  );
  expect(formatParams(params).length).toBeLessThan(400);
});
