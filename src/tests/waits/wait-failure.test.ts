import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

const never = exact('never');

// Every wait that cannot be met on a screen that shows only `Redy`.
const waits = [
  ['waitForText', { selector: exact('Ready') }],
  ['waitUntil', { pattern: '^Ready$' }],
  ['waitForExit', {}],
  ['waitFor', { anyOf: [{ visible: exact('Ready') }] }],
  ['expectVisible', { selector: exact('Ready') }],
  ['expectVisible', { selector: exact('Ready'), forMs: 5 }],
  ['expectNotVisible', { selector: exact('Redy') }],
  ['waitForStable', { debounceMs: 60_000 }],
] as const;

test.each(waits)(
  'a timeout of %s %j includes the screen, the cursor and the age of the output [2.data-screen] [2.data-age] [5.kind-timeout]',
  async (method, params) => {
    const { server } = await ScriptedProgram.startWith('Redy\r\n  here');
    const { code, message, data } = await failureOf(server.request(method, { ...params, timeoutMs: 60 }));
    expect({ code, message }).toEqual({ code: -32004, message: `${method} failed: ${data['details']}` });
    expect(data).toMatchObject({
      kind: 'timeout',
      screen: 'Redy\n  here\n\n\n\n',
      cursor: { row: 2, col: 7, visible: true },
      elapsedMs: expect.any(Number),
      lastOutputAgeMs: expect.any(Number),
    });
    expect(data['elapsedMs']).toBeGreaterThanOrEqual(59);
    expect(data['lastOutputAgeMs']).toBeGreaterThanOrEqual(59);
    expect(data).not.toHaveProperty('exitCode');
    const isNegative = ['waitForExit', 'expectNotVisible', 'waitForStable'].includes(method);
    expect(data['nearest']).toEqual(isNegative ? undefined : { text: 'Redy', row: 1, col: 1 });
  },
);

test.each([
  ['a different case', exact('READY'), 'Ready', 'Ready'],
  ['a regular expression', { type: 'regex', pattern: '^\\d+ passed' }, '12 passd', ' passd'],
  ['a nested selector', { type: 'nth', index: 3, selector: exact('Ready') }, 'Redy', 'Redy'],
  ['a different Unicode normalization', exact('Re\u0301ady'), 'Réayd', 'Réayd'],
])('a failure includes the closest text: %s [2.data-nearest]', async (_, selector, screen, text) => {
  const { server } = await ScriptedProgram.startWith(`first\r\n ${screen}\r\nlast`);
  const { data, message } = await failureOf(server.request('waitForText', { selector, timeoutMs: 0 }));
  expect(data['nearest']).toMatchObject({ text, row: 2 });
  expect(message).toContain(` Closest text: ${JSON.stringify(text)} (row 2, column `);
});

test('a failure has no closest text if nothing on the screen is similar [2.data-nearest]', async () => {
  const { server } = await ScriptedProgram.startWith('something else');
  const { data } = await failureOf(server.request('waitForText', { selector: exact('QQQQ'), timeoutMs: 0 }));
  expect(data).not.toHaveProperty('nearest');
});

test('the error for an ambiguous selector lists all matches [2.data-matches]', async () => {
  const { server } = await ScriptedProgram.startWith('x x\r\n x');
  const { message, data } = await failureOf(server.request('waitForText', { selector: exact('x'), timeoutMs: 0 }));
  expect(message).toContain('3 matches for "x", in rows 1 and 2.');
  expect(data).toMatchObject({
    kind: 'ambiguous',
    screen: 'x x\n x\n\n\n\n',
    matches: [
      { row: 1, col: 1, endRow: 1, endCol: 1, text: 'x' },
      { row: 1, col: 3, endRow: 1, endCol: 3, text: 'x' },
      { row: 2, col: 2, endRow: 2, endCol: 2, text: 'x' },
    ],
  });
});

test('lastOutputAgeMs is null if the program has not written anything [2.data-age]', async () => {
  const server = new TestServer();
  await server.launch('sleep', ['60']);
  const { data } = await failureOf(server.request('waitForText', { selector: never, timeoutMs: 0 }));
  expect(data['lastOutputAgeMs']).toBeNull();
});

test('after the exit, failures include the exit status [2.data-exit]', async () => {
  const { server, exit } = await ScriptedProgram.startWith('bye');
  await exit();
  await server.request('waitForExit');
  const { data } = await failureOf(server.request('waitForText', { selector: never }));
  expect(data).toMatchObject({ kind: 'exited', exitCode: 3, signal: null, screen: 'bye\n\n\n\n\n' });
});

test.each([...waits, ['waitForChange', {}], ['mark', {}]] as const)(
  '%s %j fails with kind no-program before any launch [5.no-program]',
  async (method, params) => {
    const server = new TestServer();
    expect((await failureOf(server.request(method, params))).code).toBe(-32001);
    await server.request('initialize');
    const { code, data } = await failureOf(server.request(method, params));
    expect({ code, data }).toEqual({
      code: -32004,
      data: { kind: 'no-program', errorType: 'NO_PANE_ID', details: expect.any(String), elapsedMs: expect.any(Number) },
    });
  },
);

test('params are validated before the session and the program are checked [2.order]', async () => {
  const server = new TestServer();
  const wrong = { selector: { type: 'regex', pattern: '(' } };
  expect((await failureOf(server.request('waitForText', wrong))).code).toBe(-32602);
});

test.each([
  ['fail', undefined],
  ['first', 1],
  ['first-visible', 1],
  ['last', 3],
  ['last-visible', 3],
])('ambiguityMode %s can be set by the session and by the request [5.ambiguity]', async (ambiguityMode, row) => {
  for (const [session, params] of [
    [{ ambiguityMode }, {}],
    [{ ambiguityMode: 'first' }, { ambiguityMode }],
  ]) {
    const { server } = await ScriptedProgram.startWith('x\r\nx\r\nx', session);
    const request = server.request('waitForText', { selector: exact('x'), timeoutMs: 0, ...params });
    if (row === undefined) expect((await failureOf(request)).data['kind']).toBe('ambiguous');
    else expect(await request).toMatchObject({ match: { row }, matchCount: 3 });
  }
});

test.each([
  ['at', { type: 'at', col: 1, row: 1 }],
  ['nth', { type: 'nth', index: -1, selector: exact('x') }],
])('%s is never ambiguous [5.ambiguity]', async (_, selector) => {
  const { server } = await ScriptedProgram.startWith('x x');
  expect(await server.request('waitForText', { selector })).toMatchObject({ ok: true, matchCount: 1 });
});
