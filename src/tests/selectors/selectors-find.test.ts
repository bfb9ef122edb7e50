import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import type { RpcFailure } from '../support/inbox.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';
import { exact, regex } from '../support/selectors.js';

const twice = 'one two\r\ntwo one';

/** Starts a server with a screen that shows READY and the painted text after it. */
async function startWith(output: string, session: object = {}): Promise<TestServer> {
  const server = new TestServer();
  await launchEcho(server, session);
  await showEcho(server, `\x1b[H\x1b[2J${output}`);
  return server;
}

test('find returns the current matches with their cells [6.find] [6.one-based]', async () => {
  const server = await startWith('one 漢字 one');
  expect(await server.request('find', { selector: exact('one') })).toMatchObject({
    matches: [
      { row: 1, col: 1, endRow: 1, endCol: 3, text: 'one' },
      { row: 1, col: 10, endRow: 1, endCol: 12, text: 'one' },
    ],
    matchCount: 2,
  });
  expect(await server.request('find', { selector: exact('none') })).toMatchObject({ matches: [], matchCount: 0 });
});

test('find returns at most limit matches and counts all [6.find-limit]', async () => {
  const server = await startWith('x'.repeat(39));
  const { matches, matchCount } = await server.request('find', { selector: exact('x'), limit: 3 });
  expect([matches.length, matchCount]).toEqual([3, 39]);
  expect((await server.request('find', { selector: exact('x') })).matches).toHaveLength(39);
  await showEcho(server, '\r\n'.concat('x'.repeat(39), '\r\n', 'x'.repeat(39)));
  const all = await server.request('find', { selector: regex('x') });
  expect([all.matches.length, all.matchCount]).toEqual([100, 117]);
});

test('find searches the scrollback with scope scrollback [6.find-scope] [6.rows-above]', async () => {
  const server = await startWith(`one${'\r\n'.repeat(9)}one`);
  const findRows = async (scope?: string): Promise<number[]> => {
    const params = scope === undefined ? {} : { scope };
    return (await server.request('find', { selector: exact('one'), ...params })).matches.map(({ row }) => row);
  };
  expect(await findRows()).toEqual([8]);
  expect(await findRows('viewport')).toEqual([8]);
  expect(await findRows('scrollback')).toEqual([-1, 8]);
});

test('a match that begins above the screen is not in the viewport, even if its line continues there [6.find-scope]', async () => {
  const server = await startWith(`${'x'.repeat(39)}needle${'y'.repeat(20)}${'\r\n'.repeat(7)}`);
  const countOf = async (text: string, scope: string): Promise<number> =>
    (await server.request('find', { selector: exact(text), scope })).matchCount;
  expect(await countOf('needle', 'viewport')).toBe(0);
  expect(await countOf('needle', 'scrollback')).toBe(1);
  expect(await countOf('eedle', 'viewport')).toBe(1);
});

test('find accepts every kind of selector, nested in each other [6.nesting] [6.selector-index] [6.style]', async () => {
  const server = await startWith('one \x1b[31mone\x1b[m\r\ntwo');
  const rect = { col: 1, row: 1, width: 40, height: 1 };
  const styled = exact('one', { style: { fg: 'red' } });
  const any = { type: 'any', selectors: [exact('two'), styled] };
  const { matches } = await server.request('find', { selector: { type: 'within', rect, selector: any } });
  expect(matches).toEqual([{ row: 1, col: 5, endRow: 1, endCol: 7, text: 'one', selectorIndex: 1 }]);
  const last = { type: 'nth', index: -1, selector: regex('one|two') };
  expect((await server.request('find', { selector: last })).matches.map(({ row }) => row)).toEqual([2]);
  expect((await server.request('find', { selector: { type: 'at', row: 1, col: 4 } })).matches).toEqual([]);
});

// Invalid params, the pointer of the error, and the reason.
const refusals: readonly (readonly [title: string, selector: object, pointer: string, reason: RegExp])[] = [
  ['an unterminated group [6.invalid-regex]', regex('('), '/selector/pattern', /Unterminated group/],
  ['a range out of order [6.invalid-regex]', regex('[b-a]'), '/selector/pattern', /Range out of order/],
  ['a quantifier with nothing to repeat [6.invalid-regex]', regex('*'), '/selector/pattern', /Nothing to repeat/],
  ['flags that exclude each other [6.invalid-regex]', regex('a', 'uv'), '/selector/flags', /flags/],
  ['an escape that the flag u forbids [6.invalid-regex]', regex('\\-', 'u'), '/selector/pattern', /escape/],
  [
    'a nested invalid pattern [6.invalid-regex]',
    { type: 'any', selectors: [exact('a'), { type: 'nth', index: 0, selector: regex('(') }] },
    '/selector/selectors/1/selector/pattern',
    /Unterminated group/,
  ],
  ['an empty text [6.empty-text]', { type: 'exact', text: '' }, '/selector/text', /./],
  ['an empty pattern [6.empty-text]', { type: 'regex', pattern: '' }, '/selector/pattern', /./],
  ['an unknown flag [6.flags]', regex('a', 'g'), '/selector/flags', /may only contain i, m, s, u and v/],
  ['an unknown color [6.colors]', exact('a', { style: { fg: 'pink' } }), '/selector/style/fg', /not a color/],
  ['a color beyond the palette [6.colors]', exact('a', { style: { fg: 256 } }), '/selector/style/fg', /./],
  ['a truncated color [6.colors]', exact('a', { style: { fg: '#12345' } }), '/selector/style/fg', /./],
  ['no selectors [6.any]', { type: 'any', selectors: [] }, '/selector/selectors', /./],
  ['row 0 [6.one-based]', { type: 'at', row: 0, col: 1 }, '/selector/row', /./],
];

test.each(refusals)('find rejects %s', async (_title, selector, pointer, reason) => {
  const server = new TestServer();
  const { code, data } = await failureOf(server.request('find', { selector }));
  expect(code).toBe(-32602);
  expect(data).toMatchObject({ errors: [{ pointer, reason: expect.stringMatching(reason) }] });
});

const createNested = (depth: number, inner: object = exact('one')): object =>
  depth === 1 ? inner : { type: 'nth', index: 0, selector: createNested(depth - 1, inner) };

test('selectors can be nested 32 deep, but not deeper [6.depth]', async () => {
  const server = await startWith('one');
  expect((await server.request('find', { selector: createNested(32) })).matchCount).toBe(1);
  for (const depth of [33, 400]) {
    const { code, message } = await failureOf(server.request('find', { selector: createNested(depth) }));
    expect([code, message]).toEqual([-32602, expect.stringContaining('deeper than 32')]);
  }
});

// Modes, and the row of the match that they choose among those in rows 1 and 2.
test.each([
  ['first', 1],
  ['first-visible', 1],
  ['last', 2],
  ['last-visible', 2],
])('ambiguityMode %s chooses row %i [6.ambiguity-choose]', async (ambiguityMode, row) => {
  const server = await startWith(twice);
  const selector = exact('one');
  expect(await server.request('waitForText', { selector, ambiguityMode })).toMatchObject({
    match: { row },
    matchCount: 2,
  });
  expect(await server.request('expectVisible', { selector, ambiguityMode })).toMatchObject({ match: { row } });
  expect(await server.request('waitFor', { anyOf: [{ visible: selector }], ambiguityMode })).toMatchObject({
    match: { row },
  });
});

test('the ambiguityMode of the session applies if a call has none [6.ambiguity-choose]', async () => {
  const server = await startWith(twice, { ambiguityMode: 'last' });
  const selector = exact('one');
  const chosen = { match: { row: 2 } };
  expect(await server.request('waitForText', { selector })).toMatchObject(chosen);
  expect(await server.request('expectVisible', { selector })).toMatchObject(chosen);
  expect(await server.request('waitFor', { anyOf: [{ visible: selector }] })).toMatchObject(chosen);
});

// The modes of the session and of the call, and the outcome for output that matches twice.
test.each([
  [undefined, undefined, 'ambiguous'],
  ['last', undefined, 'fine'],
  ['fail', 'first', 'fine'],
  ['first', 'fail', 'ambiguous'],
])(
  'sendLine with ambiguityMode %s in the session and %s in the call: %s [6.ambiguity-choose, 6.ambiguity-fail]',
  async (session, call, taken) => {
    const server = new TestServer();
    const script = 'stty -echo; printf ready; read x; echo " yes yes"; exec sleep 60';
    await server.launch('sh', ['-c', script], { readySelector: exact('ready') }, { ambiguityMode: session ?? null });
    // Several matches are reported when the time is over.
    const timeoutMs = taken === 'ambiguous' ? 3000 : 60_000;
    const line = { text: 'go', expectAfter: exact('yes'), ambiguityMode: call ?? null, timeoutMs };
    const outcome = server.request('sendLine', line).then(
      () => 'fine',
      ({ data }: RpcFailure) => data['kind'],
    );
    expect(await outcome).toBe(taken);
  },
);

test('several matches fail by default, and the error lists all of them [6.ambiguity-fail]', async () => {
  const server = await startWith(twice);
  for (const selector of [exact('one'), regex('one'), { type: 'any', selectors: [exact('one')] }]) {
    const { code, data } = await failureOf(server.request('waitForText', { selector, timeoutMs: 0 }));
    expect([code, data['kind']]).toEqual([-32004, 'ambiguous']);
    expect(data['matches']).toMatchObject([
      { row: 1, col: 1, endRow: 1, endCol: 3, text: 'one' },
      { row: 2, col: 5, endRow: 2, endCol: 7, text: 'one' },
    ]);
  }
});

test('at and nth are never ambiguous [6.ambiguity-named]', async () => {
  const server = await startWith(twice);
  const at = { type: 'at', row: 2, col: 1 };
  expect(await server.request('waitForText', { selector: at })).toMatchObject({ match: { row: 2, col: 1 } });
  const nth = { type: 'nth', index: 1, selector: exact('one') };
  expect(await server.request('waitForText', { selector: nth })).toMatchObject({ match: { row: 2 }, matchCount: 1 });
});

test('expectNotVisible is never ambiguous [6.ambiguity-positive]', async () => {
  const server = await startWith(twice);
  const failure = await failureOf(server.request('expectNotVisible', { selector: exact('one'), timeoutMs: 0 }));
  expect(failure.data['kind']).toBe('timeout');
  expect(await server.request('expectNotVisible', { selector: exact('three') })).toMatchObject({ ok: true });
});
