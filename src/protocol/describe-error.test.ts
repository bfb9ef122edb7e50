import { expect, test } from 'vitest';
import { validateParams } from '../server/call.js';
import { type JsonSchema, methodSchemas, resolveSchema } from '../tests/support/schemas.js';
import type { MethodName } from './generated/types.js';
import type { RpcError } from './message.js';
import { sentences } from './validation.js';

/** The error that a client receives for invalid params. */
function refusalOf(method: string, params: object): RpcError {
  try {
    validateParams(method as MethodName, structuredClone(params) as Record<string, unknown>);
  } catch (error) {
    return error as RpcError;
  }
  throw new Error('The params were accepted.');
}

const find = (selector: unknown): object => ({ selector });
const styled = (style: object): object => find({ type: 'exact', text: 'x', style });
// Each row: keyword, method, its params, and the whole message.
const rows: readonly (readonly [keyword: string, method: string, params: object, message: string])[] = [
  ['onlyMembers', 'launch', { command: 'a', argz: [] }, 'Unknown parameter "argz". Did you mean `args`?'],
  [
    'onlyMembers',
    'launch',
    { cmd: 'ls' },
    'Unknown parameter "cmd". Did you mean `command`, which is required? (and 1 more)',
  ],
  ['onlyMembers', 'initialize', { cols: 80 }, 'Unknown parameter "cols". Did you mean `terminalCols`?'],
  ['onlyMembers', 'initialize', { rows: 24 }, 'Unknown parameter "rows". Did you mean `terminalRows`?'],
  ['onlyMembers', 'initialize', { timeout: 3 }, 'Unknown parameter "timeout". Did you mean `timeoutSeconds`?'],
  ['onlyMembers', 'initialize', { timeoutMs: 3 }, 'Unknown parameter "timeoutMs". Did you mean `timeoutSeconds`?'],
  ['onlyMembers', 'initialize', { theme: 'x' }, 'Unknown parameter "theme". Did you mean `snapshotTheme`?'],
  ['onlyMembers', 'resize', { cols: 9, rows: 9, depth: 1 }, 'Unknown parameter "depth". Expected `cols` or `rows`.'],
  ['onlyMembers', 'close', { force: true }, 'Unknown parameter "force". Expected `graceMs`.'],
  [
    'onlyMembers',
    'find',
    styled({ color: 1, fgg: 1 }),
    'Unknown member "color" in `selector.style`. Did you mean `underlineColor`? (and 1 more)',
  ],
  ['required', 'launch', {}, 'Missing required parameter `command`.'],
  ['required', 'find', find({ type: 'exact' }), 'Missing member `text` in `selector`.'],
  ['dependencies', 'click', { row: 1 }, '`col` is required together with `row`.'],
  [
    'dependencies',
    'drag',
    { from: { col: 1 }, to: { selector: 'a' } },
    '`from.row` is required together with `from.col`.',
  ],
  ['exactlyOne', 'sendKey', {}, 'Expected exactly one of `key` or `keys`, found none.'],
  [
    'exactlyOne',
    'waitFor',
    { anyOf: [{ bell: true, exited: true }] },
    'Expected exactly one of `visible`, `hidden`, `pattern`, `title`, `stableMs`, `bell`, `notification`, `command`, `cursor`, `modes` or `exited` in `anyOf[0]`, found `bell` and `exited`.',
  ],
  [
    'atMostOne',
    'currentView',
    { entireRow: 1, entireCol: 1 },
    'Expected at most one of `rows`, `region`, `entireRow` or `entireCol`, found `entireRow` and `entireCol`.',
  ],
  ['type', 'resize', { cols: '80', rows: 24 }, '`cols` must be an integer, not "80".'],
  ['type', 'resize', { cols: 80.5, rows: 24 }, '`cols` must be an integer, not 80.5.'],
  ['type', 'launch', { command: 'a', env: { A: 1 } }, '`env.A` must be a string or null, not 1.'],
  ['type', 'waitFor', { anyOf: ['Save'] }, '`anyOf[0]` must be an object, such as {"visible":"Save"}, not "Save".'],
  [
    'type',
    'drag',
    { from: 'a', to: { selector: 'b' } },
    '`from` must be an object, such as {"selector":"a"}, not "a".',
  ],
  [
    'enum',
    'scroll',
    { direction: 'Up' },
    '`direction` is "Up". Did you mean "up"? Expected "up", "down", "left" or "right".',
  ],
  ['const', 'waitFor', { anyOf: [{ bell: false }] }, '`anyOf[0].bell` must be true, not false.'],
  [
    'discriminator',
    'find',
    find({ type: 'regexp', pattern: 'x' }),
    'Unknown selector type "regexp" in `selector`. Did you mean "regex"?',
  ],
  ['pattern', 'launch', { command: 'a\0' }, '`command` must not contain NUL.'],
  [
    'pattern',
    'launch',
    { command: 'a', env: { 'A=B': '' } },
    'Invalid name "A=B" in `env`. A name must not be empty or contain = or NUL.',
  ],
  ['pattern', 'sendBytes', { base64: '*' }, '`base64` must be base64.'],
  ['pattern', 'waitUntil', { pattern: 'x', flags: 'g' }, '`flags` may only contain i, m, s, u and v, not "g".'],
  ['minLength', 'launch', { command: '' }, '`command` must not be empty.'],
  ['maxLength', 'initialize', { name: 'x'.repeat(201) }, '`name` has 201 characters. The maximum is 200.'],
  ['minimum', 'resize', { cols: 1, rows: 24 }, '`cols` must be at least 2, not 1.'],
  ['maximum', 'resize', { cols: 80, rows: 1001 }, '`rows` must be at most 1000, not 1001.'],
  ['minItems', 'waitFor', { anyOf: [] }, '`anyOf` needs at least one condition.'],
  ['minProperties', 'waitFor', { anyOf: [{ modes: {} }] }, '`anyOf[0].modes` must not be empty.'],
  ['minItems', 'sendKey', { keys: [] }, '`keys` needs at least one key.'],
  [
    'maxItems',
    'find',
    find({ type: 'any', selectors: Array(101).fill('a') }),
    '`selector.selectors` has 101 selectors. The maximum is 100.',
  ],
  ['uniqueItems', 'click', { selector: 'a', modifiers: ['Alt', 'Alt'] }, '`modifiers` contains "Alt" more than once.'],
];

test.each(rows)('%s: %s %j is rejected in plain words [2.reasons]', (_, method, params, words) => {
  const { message, data } = refusalOf(method, params);
  expect(message).toBe(`Invalid params: ${words}`);
  const { errors } = data as { errors: readonly { reason: string }[] };
  expect(errors[0]?.reason).toBe(words.replace(/ \(and \d+ more\)$/, ''));
});

const names = 'black, red, green, yellow, blue, magenta, cyan, white, brightBlack, brightRed, ';
test.each([
  ['gray', 'brightBlack'],
  ['grey', 'brightBlack'],
  ['Red', 'red'],
  ['bright-red', 'brightRed'],
  ['lightblue', 'brightBlue'],
  ['#f00', '#ff0000'],
  ['ff0000', '#ff0000'],
  ['purple', 'magenta'],
])('%s is not a color; the message lists all colors and suggests %s [2.reasons, 6.colors]', (fg, nearest) => {
  const { message } = refusalOf('find', styled({ fg }));
  expect(message).toContain(
    `\`selector.style.fg\` is not a color: "${fg}". Did you mean "${nearest}"? Expected ${names}`,
  );
});

test('accepts every color that the error message lists [2.reasons, 6.colors]', () => {
  const [, listed = ''] =
    /Expected (.*), 0–255 or #rrggbb\.$/.exec(refusalOf('find', styled({ fg: 'x' })).message) ?? [];
  const colors = listed.split(', ');
  expect(colors).toHaveLength(17);
  for (const fg of colors)
    expect(() => validateParams('find', { selector: { type: 'exact', text: 'x', style: { fg } } })).not.toThrow();
});

test.each(['constructor', '__proto__', 'toString'])('%s is treated like any other name [2.reasons]', (name) => {
  const requests: [string, object][] = [
    ['find', styled({ fg: name })],
    ['find', find({ type: name })],
    ['find', { selector: 'x', ...(JSON.parse(`{"${name}":1}`) as object) }],
    ['launch', { command: 'a', env: JSON.parse(`{"${name}":1}`) as object }],
    ['scroll', { direction: name }],
  ];
  for (const [method, params] of requests) expect(refusalOf(method, params).message).toContain(name);
});

test('quotes values without control characters and truncates them [2.reasons]', () => {
  const value = `\x1b[31m\x9b${'x'.repeat(1000)}`;
  for (const params of [
    styled({ fg: value }),
    { selector: 'x', [value]: 1 },
    find({ type: value }),
    { selector: 'x', scope: value },
  ]) {
    const { message } = refusalOf('find', params);
    expect(message).toMatch(/^[^\p{Cc}]+$/u);
    expect(message.length).toBeLessThan(500);
  }
});

// Keywords that cause no error of their own.
const silent = new Set([
  '$ref',
  'description',
  'default',
  'tsType',
  'properties',
  'items',
  'if',
  'then',
  'else',
  'oneOf',
]);

function* keywordsIn(schema: JsonSchema, seen = new Set<string>()): Generator<string> {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    if (!seen.has($ref)) yield* keywordsIn({ ...resolveSchema({ $ref }) }, seen.add($ref));
    return;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    yield keyword;
    for (const inner of schemasUnder(keyword, value)) yield* keywordsIn(inner, seen);
  }
}

function schemasUnder(keyword: string, value: unknown): JsonSchema[] {
  if (keyword === 'properties') return Object.values(value as Record<string, JsonSchema>);
  if (keyword === 'oneOf') return value as JsonSchema[];
  if (['items', 'then', 'else', 'propertyNames', 'additionalProperties'].includes(keyword) && value !== false)
    return [value as JsonSchema];
  return [];
}

test('describes the error of every schema keyword [2.reasons]', () => {
  const keywords = new Set(methodSchemas.flatMap(({ params }) => [...keywordsIn(params)]));
  // The generator replaces it with a keyword that names the member; propertyNames reports what is wrong with the name.
  keywords.delete('additionalProperties');
  keywords.delete('propertyNames');
  const without = [...keywords].filter((keyword) => !silent.has(keyword) && sentences[keyword] === undefined);
  expect(without).toEqual([]);
  expect(keywords.size).toBeGreaterThan(15);
});
