import { expect, test } from 'vitest';
import { type Entry, parseMessage, type RpcError } from './message.js';

const call = (params: string, id = '1'): string => `{"jsonrpc":"2.0","id":${id},"method":"m","params":${params}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const only = (line: string): Entry => {
  const message = parseMessage(line);
  if (!('entry' in message)) throw new Error('The line is a batch.');
  return message.entry;
};
const batchOf = (line: string): readonly Entry[] => {
  const message = parseMessage(line);
  return 'batch' in message ? message.batch : [];
};
const codeOf = (entry: Entry | undefined): number | undefined =>
  (entry as { error?: RpcError } | undefined)?.error?.code;

test.each([
  ['alone', (params: string) => only(call(params))],
  ['in a batch', (params: string) => batchOf(`[${call(params)}]`)[0]],
])('params may be nested 1,000 levels deep, but not 1,001 (%s) [1.depth]', (_, parse) => {
  expect(codeOf(parse(nested(1000)))).toBeUndefined();
  for (const depth of [1001, 1002, 1003, 5000]) expect(codeOf(parse(nested(depth))), `${depth}`).toBe(-32602);
  expect(codeOf(parse(`{"a":${'['.repeat(999)}${']'.repeat(999)}}`))).toBeUndefined();
  expect(codeOf(parse(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`))).toBe(-32602);
});

test('the depth does not depend on the length of a line [1.depth]', () => {
  expect(codeOf(only(call(`{"a":${JSON.stringify('[{"'.repeat(2000))}}`)))).toBeUndefined();
});

test.each([
  ['unclosed brackets', '['.repeat(1_000_000), -32700],
  ['unclosed braces', '{"a":'.repeat(1_000_000), -32700],
  ['closing brackets', ']'.repeat(1_000_000), -32700],
  ['quotes', '"'.repeat(1_000_000), -32700],
  ['backslashes', `"${'\\'.repeat(1_000_000)}`, -32700],
  ['closed brackets', '['.repeat(1_000_000) + ']'.repeat(1_000_000), undefined],
  ['a batch of a million', `[${'1,'.repeat(999_999)}1]`, -32600],
])('parses or rejects a hostile line: %s [1.depth, 1.batch-limit, 1.bad-json]', (_, line, code) => {
  const message = parseMessage(line);
  expect(codeOf('entry' in message ? message.entry : undefined)).toBe(code);
  if ('batch' in message) expect(message.batch.map(codeOf)).toEqual([-32600]);
});

test('a batch contains at most 10,000 messages [1.batch-limit]', () => {
  const batch = (length: number): string => `[${Array.from({ length }, () => call('{}')).join()}]`;
  expect(batchOf(batch(10_000))).toHaveLength(10_000);
  expect(codeOf(only(batch(10_001)))).toBe(-32600);
});

test('params contain at most 200,000 values, because each may cause an error [1.params-limit]', () => {
  const values = (count: number): string => call(`{"a":[${'1,'.repeat(count - 2)}1]}`);
  expect(codeOf(only(values(200_000)))).toBeUndefined();
  expect(codeOf(only(values(200_001)))).toBe(-32602);
});

test('finds thousands of ids beyond the safe integers of a batch in one pass [1.ids]', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `${9007199254740993n + BigInt(index)}`);
  const batch = batchOf(
    `[${ids
      .map((id) => `7,${call('{}', id)}`)
      .slice(0, 5000)
      .join()}]`,
  );
  expect(batch.filter((_, index) => index % 2 === 1).map((entry) => entry.id)).toEqual(ids.slice(0, 5000));
});
