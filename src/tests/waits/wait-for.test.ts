import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

const never = { visible: exact('never') };

// Each row: the initial screen, a condition that is not met yet, and what makes it met.
test.each([
  ['visible', '', { visible: exact('here') }, 'here', { matchCount: 1, match: { row: 1 } }],
  ['hidden', 'here', { hidden: exact('here') }, '\x1b[2K', {}],
  ['pattern', 'a', { pattern: '^ab\n\nc$' }, 'b\r\n\nc', { match: { row: 1, endRow: 3 } }],
  ['pattern with flags', 'a', { pattern: 'AB', flags: 'i' }, 'b', { match: { text: 'ab' } }],
  ['an empty match of a pattern', 'ab', { pattern: '^(?=[^]*c)(?=[^]*b)', flags: '' }, 'c', { match: { text: '' } }],
  ['an empty title', '\x1b]2;busy\x07', { title: '^$' }, '\x1b]2;\x07', {}],
  ['title', '', { title: '^my .*le$' }, '\x1b]2;my title\x07', {}],
  ['title with flags', '', { title: 'TITLE', flags: 'i' }, '\x1b]0;my title\x07', {}],
  ['title with a combining mark', '', { title: '^cafe\u0301$' }, '\x1b]2;cafe\u0301\x07', {}],
  ['bell', '', { bell: true }, '\x07', {}],
  ['cursor', '', { cursor: { row: 3, col: 7 } }, '\x1b[3;7H', {}],
  ['cursor after a full line', '', { cursor: { row: 1, col: 20 } }, 'x'.repeat(20), {}],
])('waitFor ends when a condition is met: %s [5.for.each]', async (_, before, condition, text, expected) => {
  const { server, print, begin } = await ScriptedProgram.startWith(before);
  await begin('wait', 'waitFor', { anyOf: [never, condition] });
  expect(server.inbox.messages).not.toContainEqual(expect.objectContaining({ id: 'wait' }));
  print(text);
  expect(await server.inbox.waitForResult('wait')).toMatchObject({
    index: 1,
    elapsedMs: expect.any(Number),
    revision: expect.any(Number),
    ...expected,
  });
});

test('waitFor with exited returns the exit code and the signal [5.for.each]', async () => {
  const { server, begin, exit } = await ScriptedProgram.start();
  await begin('wait', 'waitFor', { anyOf: [never, { exited: true }] });
  await exit();
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 1, exitCode: 3, signal: null });
});

test.each([
  ['the first in the list', [{ stableMs: 100 }, { stableMs: 600_000 }], 0],
  ['the last in the list', [{ stableMs: 600_000 }, { stableMs: 100 }], 1],
])('waitFor ends at the shortest stableMs: %s [5.for.stable] [5.for.each]', async (_, anyOf, index) => {
  const { server } = await ScriptedProgram.startWith('still');
  // The end of the timeout would also evaluate the screen.
  const answer = await server.request('waitFor', { anyOf, timeoutMs: 600_000 });
  expect(answer.index).toBe(index);
  expect(answer.elapsedMs).toBeGreaterThanOrEqual(99);
});

test('if several conditions are met at once, the first in the list wins [5.for.first]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitFor', { anyOf: [never, { pattern: 'both' }, { visible: exact('both') }, { bell: true }] });
  print('\x1b[?2026h\x07both\x1b[?2026l');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 1 });
});

test('the condition that is met first wins, regardless of its position in the list [5.for.first]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  const frame = (text: string): string => `\x1b[?2026h${text}\r\n\x1b[?2026l`;
  await begin('wait', 'waitFor', { anyOf: [{ visible: exact('second') }, { visible: exact('first') }] });
  print(frame('first') + frame('second'));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 1 });
});

test('a condition with a slow pattern is evaluated before the conditions after it [5.for.first]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitFor', { anyOf: [{ pattern: 'BOTH', flags: 'i' }, { visible: exact('both') }] });
  print('both');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 0 });
});

test('waitFor counts only bells after the call [5.for.bell]', async () => {
  const { server, show, print, begin } = await ScriptedProgram.start();
  await show('\x07');
  const once = { anyOf: [{ bell: true }], timeoutMs: 0 };
  expect((await failureOf(server.request('waitFor', once))).data['kind']).toBe('timeout');
  await begin('wait', 'waitFor', { anyOf: [{ bell: true }] });
  print('\x07');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ index: 0 });
});

test('waitFor with since counts only new matches of a selector [5.for.since]', async () => {
  const { server, show } = await ScriptedProgram.startWith('Password:');
  const params = { anyOf: [{ visible: exact('Password:') }, { visible: exact('$ ') }], since: 'lastInput' };
  await server.request('sendText', { text: '\n' });
  expect((await failureOf(server.request('waitFor', { ...params, timeoutMs: 0 }))).data['kind']).toBe('timeout');
  await show('$ ');
  expect(await server.request('waitFor', params)).toMatchObject({ index: 1, match: { row: 2, col: 1 } });
});

test('waitFor with since counts only new matches of a pattern [5.for.since]', async () => {
  const { server, show, print, begin } = await ScriptedProgram.startWith('1 PASS\r\nrun');
  const { mark: since } = await server.request('mark');
  const params = { anyOf: [{ pattern: '\\d (PASS|FAIL)' }], since };
  expect((await failureOf(server.request('waitFor', { ...params, timeoutMs: 0 }))).data['kind']).toBe('timeout');
  await show(' again');
  await begin('wait', 'waitFor', params);
  print('\r\n2 FAIL');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({
    index: 0,
    match: { row: 3, col: 1, text: '2 FAIL' },
  });
});

test('waitFor fails by default on several matches; ambiguityMode selects one [5.for.ambiguous]', async () => {
  const { server } = await ScriptedProgram.startWith('x\r\nx');
  const anyOf = [never, { visible: exact('x') }];
  expect((await failureOf(server.request('waitFor', { anyOf, timeoutMs: 0 }))).data['kind']).toBe('ambiguous');
  const last: MethodResults['waitFor'] = await server.request('waitFor', { anyOf, ambiguityMode: 'last' });
  expect(last).toMatchObject({ index: 1, matchCount: 2, match: { row: 2 } });
});

test('a timeout of anyOf reports that no condition was met, with the closest text [5.for.timeout]', async () => {
  const { server } = await ScriptedProgram.startWith('Pasword:');
  const anyOf = [{ bell: true }, { visible: exact('Password:') }];
  expect((await failureOf(server.request('waitFor', { anyOf, timeoutMs: 20 }))).data).toMatchObject({
    kind: 'timeout',
    details: expect.stringContaining('None of the conditions was met within '),
    nearest: { text: 'Pasword:', row: 1, col: 1 },
  });
});

test.each([
  [[], '/anyOf'],
  [[{}], '/anyOf/0'],
  [[{ bell: true, exited: true }], '/anyOf/0'],
  [[never, { pattern: '(' }], '/anyOf/1/pattern'],
  [[never, { title: '(' }], '/anyOf/1/title'],
  [[never, { title: 'a', flags: 'ii' }], '/anyOf/1/flags'],
  [[{ ...never, flags: 'i' }], '/anyOf/0/flags'],
  [[{ bell: true, flags: 'i' }], '/anyOf/0/flags'],
  [[never, { visible: { type: 'regex', pattern: '(' } }], '/anyOf/1/visible/pattern'],
])('waitFor rejects invalid conditions: %j [5.for.refused]', async (anyOf, pointer) => {
  const { server } = await ScriptedProgram.start();
  const { code, data } = await failureOf(server.request('waitFor', { anyOf }));
  const { errors } = data as { errors: { pointer: string }[] };
  expect({ code, pointer: errors[0]?.pointer }).toEqual({ code: -32602, pointer: expect.stringContaining(pointer) });
});
