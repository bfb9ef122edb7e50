import { expect, test } from 'vitest';
import { type JsonSchema, methodSchemas, resolveSchema } from '../tests/support/schemas.js';

/** Whether a schema accepts a client's pattern anywhere. */
function takesPatterns(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  const names = [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name as string);
  return names.some((name) => ['pattern', 'selector'].includes(name) || takesPatterns(shape(name)));
}

const shape = (name: string): JsonSchema => resolveSchema({ $ref: `#/$defs/${name}` });
const matching = methodSchemas.filter(({ params }) => takesPatterns(params));

test.each(matching.map(({ name, kinds }) => [name, kinds]))(
  '%s documents the error kinds timeout and io for patterns [2.no-bug]',
  (_, kinds) => expect(kinds).toEqual(expect.arrayContaining(['timeout', 'io'])),
);

test('some methods accept patterns', () => {
  expect(matching.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['waitFor', 'click', 'find', 'expectSnapshot']),
  );
});
