import { expect, test } from 'vitest';
import { injectBytes } from '../support/inject.js';

const ping = '{"jsonrpc":"2.0","id":1,"method":"server.ping"}';

/** Returns the error messages for a script. */
async function errorsOf(lines: readonly (string | Buffer)[], flags: readonly string[] = []): Promise<string[]> {
  const pieces = lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')]);
  const { messages } = await injectBytes(pieces, flags);
  return messages.flat().flatMap(({ error }) => (error === undefined ? [] : [(error as Error).message]));
}

test.each<[string, (string | Buffer)[], string]>([
  ['in the first line', ['hello', ping], "Line 1 is not valid JSON: Unexpected token 'h'."],
  ['after other lines', [ping, ping, '{"a":}'], "Line 3 is not valid JSON: Unexpected token '}'."],
  ['after blank lines', [ping, '', '  ', '\r', 'x', ping], "Line 5 is not valid JSON: Unexpected token 'x'."],
  ['with the position', [ping, '{a:1}'], "Line 2 is not valid JSON: Expected property name or '}' at position 1."],
  ['for invalid UTF-8', [ping, Buffer.from([0xff]), ping], 'Line 2 is not valid UTF-8.'],
])('a parse error names the line number: %s [1.line-number]', async (_, lines, message) => {
  expect(await errorsOf(lines)).toEqual([message]);
});

test('the error for an over-long line names the line number, and counting continues [1.line-number]', async () => {
  expect(await errorsOf([ping, 'x'.repeat(200), 'x'], ['--max-line-bytes', '64'])).toEqual([
    'Line 2 is longer than 64 bytes (--max-line-bytes).',
    "Line 3 is not valid JSON: Unexpected token 'x'.",
  ]);
});

test('formatted JSON gets one hint, in its first line [1.line-number]', async () => {
  const formatted = JSON.stringify(JSON.parse(ping), undefined, 2).split('\n');
  const errors = await errorsOf([ping, ...formatted, ...formatted]);
  expect(errors).toHaveLength(10);
  expect(errors[0]).toMatch(
    /^Line 2 is not valid JSON: .+\. A message must be on a single line; formatted JSON is not/,
  );
  expect(errors.filter((message) => message.includes('single line'))).toHaveLength(1);
});
