import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const screen = 'Name: Ada\r\nState: ready\r\n\r\nlast';

test('waitUntil matches the whole visible text and returns the first match with its cells [5.until]', async () => {
  const { server } = await ScriptedProgram.startWith(screen);
  expect(await server.request('waitUntil', { pattern: 'Ada\\nState: (\\w+)\\n\\n' })).toEqual({
    ok: true,
    elapsedMs: expect.any(Number),
    revision: (await server.request('currentView')).revision,
    match: { row: 1, col: 7, endRow: 3, endCol: 1, text: 'Ada\nState: ready\n\n' },
  });
});

// An empty match is distinguished by its position: it ends before the cell in which it begins.
test.each([
  ['^ and $ match at the ends of every line by default', { pattern: '^State: ready$' }, '2:1-2:12 State: ready'],
  ['^ and $ match only at the ends of the text without flags', { pattern: '^Name[^]*\\n$', flags: '' }, '1:1-5:1 Name'],
  ['other flags apply', { pattern: '^STATE', flags: 'im' }, '2:1-2:5 State'],
  ['lookaheads match two texts in any order', { pattern: '^(?=[^]*last)(?=[^]*Ada)', flags: '' }, '1:1-1:0'],
  ['^$ matches an empty line', { pattern: '^$' }, '3:1-3:0'],
  ['a pattern that may be empty matches at the start', { pattern: '\\d*' }, '1:1-1:0'],
  ['a lookahead that may be empty matches at the start', { pattern: '(?=.*)(?:\\d*)', flags: 'i' }, '1:1-1:0'],
])('waitUntil patterns: %s [5.until]', async (_, params, expected) => {
  const { server } = await ScriptedProgram.startWith(screen);
  const { match } = (await server.request('waitUntil', params)) as MethodResults['waitUntil'];
  expect(`${match.row}:${match.col}-${match.endRow}:${match.endCol} ${match.text}`).toContain(expected);
});

test('waitUntil can wait for a blank screen [5.until]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith(screen);
  const blank = { pattern: '^\\s*$', flags: '' };
  expect((await failureOf(server.request('waitUntil', { ...blank, timeoutMs: 0 }))).data['kind']).toBe('timeout');
  await begin('wait', 'waitUntil', blank);
  print('\x1b[2J');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { row: 1, endRow: 5, text: '\n\n\n\n\n' } });
});

test.each([
  [{ pattern: '(' }, '/pattern'],
  [{ pattern: '' }, '/pattern'],
  [{ pattern: 'a', flags: 'ii' }, '/flags'],
  [{ pattern: 'a', flags: 'g' }, '/flags'],
])('waitUntil rejects %j and names the invalid member [5.until]', async (params, pointer) => {
  const { server } = await ScriptedProgram.start();
  const { code, data } = await failureOf(server.request('waitUntil', params));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer }] } });
});
