import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

test('text already on the screen counts, and the result includes its position [5.text.any] [5.text.answer]', async () => {
  const { server } = await ScriptedProgram.startWith('one\r\n  two 日本\r\nthree');
  const answer = await server.request('waitForText', { selector: exact('two 日本') });
  expect(answer).toEqual({
    ok: true,
    elapsedMs: expect.any(Number),
    revision: expect.any(Number),
    match: { row: 2, col: 3, endRow: 2, endCol: 10, text: 'two 日本' },
    matchCount: 1,
  });
  const view = await server.request('currentView');
  expect(answer.revision).toBe(view.revision);
});

test('the result of `any` contains the index of the selector that matched [5.text.answer]', async () => {
  const { server } = await ScriptedProgram.startWith('first\r\nsecond');
  const selector = { type: 'any', selectors: [exact('absent'), exact('second')] };
  expect((await server.request('waitForText', { selector })).match).toMatchObject({ row: 2, selectorIndex: 1 });
});

test('text that appears during the wait ends it [5.subscribe-first]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('later') });
  print('later');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({
    ok: true,
    match: { row: 1, col: 1 },
    matchCount: 1,
  });
});

test('a wait evaluates the last of many quick changes [5.last-change]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('number 500') });
  for (let number = 1; number <= 500; number += 1) print(`\rnumber ${number}`);
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true });
});

test('a failure names the missing text, and with since reports that it is not new [5.kind-timeout]', async () => {
  const { server } = await ScriptedProgram.startWith('here');
  const readError = async (params: object): Promise<string> =>
    (await failureOf(server.request('waitForText', { ...params, timeoutMs: 0 }))).message;
  expect(await readError({ selector: exact('there?') })).toMatch(/No match for "there\?"/);
  expect(await readError({ selector: exact('here'), since: 'now' })).toMatch(/No new match for "here"/);
});

test('state hidden waits until no visible text matches [5.text.hidden]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('Loading A\r\nLoading B');
  await begin('wait', 'waitForText', { selector: exact('Loading'), state: 'hidden' });
  print('\x1b[1;1H\x1b[2KReady    ');
  await server.request('server.ping');
  print('\x1b[2;1H\x1b[2K');
  const { match, ...answer } = (await server.inbox.waitForResult('wait')) as { match?: object };
  expect(match).toBeUndefined();
  expect(answer).toEqual({ ok: true, elapsedMs: expect.any(Number), revision: expect.any(Number), matchCount: 0 });
  expect((await server.request('currentView')).text).toBe('Ready\n\n\n\n\n');
});

test('state hidden ignores text that has scrolled off [5.text.hidden]', async () => {
  const { server, show } = await ScriptedProgram.startWith('Loading');
  await show('\r\n\n\n\n\n\n\n\ndone');
  expect(
    await server.request('waitForText', { selector: exact('Loading'), state: 'hidden', timeoutMs: 0 }),
  ).toMatchObject({
    ok: true,
  });
});

test('state hidden fails with kind timeout if the text is still visible [5.text.hidden] [5.kind-timeout]', async () => {
  const { server } = await ScriptedProgram.startWith('Loading');
  const request = server.request('waitForText', { selector: exact('Loading'), state: 'hidden', timeoutMs: 30 });
  expect(await failureOf(request)).toMatchObject({
    code: -32004,
    message: expect.stringMatching(/^waitForText failed: "Loading" is still visible after \d+ ms\.$/),
    data: { kind: 'timeout', screen: 'Loading\n\n\n\n\n' },
  });
});

test('failOn ends the wait at once with kind stopped [5.text.fail-on]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('compiling');
  await begin('wait', 'waitForText', { selector: exact('PASS'), failOn: exact('ERROR'), timeoutMs: 20_000 });
  print('\r\nERROR 7');
  expect((await server.inbox.waitForResponse('wait'))['error']).toMatchObject({
    code: -32004,
    data: { kind: 'stopped', matches: [{ row: 2, col: 1, endRow: 2, endCol: 5, text: 'ERROR' }] },
  });
});

test.each([
  ['both appear at once', '\x1b[?2026hPASS ERROR\x1b[?2026l'],
  ['it appears first', 'ERROR\r\nPASS'],
])('failOn wins if %s [5.text.fail-on]', async (_, text) => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('PASS'), failOn: exact('ERROR') });
  print(text);
  expect((await server.inbox.waitForResponse('wait'))['error']).toMatchObject({ data: { kind: 'stopped' } });
});

test('failOn matches text already on the screen, but only new text with since [5.text.fail-on-new]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('old ERROR');
  const params = { selector: exact('PASS'), failOn: exact('ERROR') };
  expect((await failureOf(server.request('waitForText', params))).data['kind']).toBe('stopped');
  const { mark } = await server.request('mark');
  await begin('wait', 'waitForText', { ...params, since: mark });
  print('\r\nPASS');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { row: 2, col: 1 } });
});

test('failOn matches text that scrolled off during the wait [5.text.fail-on]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('PASS'), failOn: exact('ERROR') });
  print(`ERROR\r\n${'\n'.repeat(40)}PASS`);
  expect((await server.inbox.waitForResponse('wait'))['error']).toMatchObject({ data: { kind: 'stopped' } });
});
