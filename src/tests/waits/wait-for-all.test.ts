import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

/** Makes the program print text, and resolves when the client was notified of these first lines, even while a wait is pending. */
async function printUntil(program: ScriptedProgram, text: string, lines: string): Promise<void> {
  program.print(text);
  await program.server.inbox.waitForNotification('view.changed', ({ text: seen }) =>
    (seen as string).startsWith(lines),
  );
}
/** A program whose client is notified of every change. */
async function startSubscribed(text = ''): Promise<ScriptedProgram> {
  const program = await ScriptedProgram.startWith(text);
  await program.server.request('viewSubscribe', { debounceMs: 0, includeText: true });
  return program;
}
const expectPending = (program: ScriptedProgram): void =>
  expect(program.server.inbox.messages).not.toContainEqual(expect.objectContaining({ id: 'wait' }));

const one = { visible: exact('one') };
const two = { visible: exact('two') };

test('waitFor with allOf ends when all conditions are met; the result has no index [5.for-all]', async () => {
  const program = await startSubscribed();
  await program.begin('wait', 'waitFor', { allOf: [one, { hidden: exact('busy') }, { title: '^done$' }] });
  await printUntil(program, 'busy', 'busy\n');
  await printUntil(program, '\r\x1b[2Kone', 'one\n');
  expectPending(program);
  program.print('\x1b]2;done\x07');
  const result = await program.server.inbox.waitForResult('wait');
  expect(result).toEqual({ elapsedMs: expect.any(Number), revision: expect.any(Number) });
});

test('allOf is not met by conditions that are met one after another [5.for-all-moment]', async () => {
  const program = await startSubscribed();
  await program.begin('wait', 'waitFor', { allOf: [one, two] });
  await printUntil(program, 'one', 'one\n');
  await printUntil(program, '\r\x1b[2Ktwo', 'two\n');
  expectPending(program);
  program.print('\r\none');
  expect(await program.server.inbox.waitForResult('wait')).toMatchObject({ elapsedMs: expect.any(Number) });
});

const scroll = '\r\n'.repeat(10);

test('allOf with since counts new text that scrolled off before or during the wait [5.for-all-since]', async () => {
  const program = await startSubscribed('two\r\n');
  const { mark } = await program.server.request('mark');
  await program.show(`one${scroll}`);
  await program.begin('wait', 'waitFor', { allOf: [one, { visible: exact('three') }, two], since: mark });
  await printUntil(program, `three${scroll}four`, '\n\n\n\n\nfour');
  expectPending(program);
  program.print('two');
  expect(await program.server.inbox.waitForResult('wait')).toMatchObject({ elapsedMs: expect.any(Number) });
});

test('allOf without since ignores text that has scrolled off, even in the same write [5.for-all-moment]', async () => {
  const program = await startSubscribed();
  await program.begin('wait', 'waitFor', { allOf: [one, two], timeoutMs: 400 });
  await printUntil(program, `one${scroll}two`, '\n\n\n\n\ntwo');
  expect((await failureOf(program.server.inbox.waitForResult('wait'))).data['kind']).toBe('timeout');
});

test('a timeout of allOf lists the unmet conditions and the closest text [5.for-all-timeout]', async () => {
  const { server } = await ScriptedProgram.startWith('one twa');
  const allOf = [one, { bell: true }, two];
  const { data } = await failureOf(server.request('waitFor', { allOf, timeoutMs: 0 }));
  expect(data).toMatchObject({
    kind: 'timeout',
    details: expect.stringContaining('Not all conditions were met (unmet: allOf[1], allOf[2])'),
    nearest: { text: 'twa', row: 1, col: 5 },
  });
});

test('ambiguityMode applies to each visible condition [5.for-all]', async () => {
  const { server } = await ScriptedProgram.startWith('one two two');
  const allOf = [one, two];
  expect((await failureOf(server.request('waitFor', { allOf, timeoutMs: 0 }))).data['kind']).toBe('ambiguous');
  expect(await server.request('waitFor', { allOf, ambiguityMode: 'first' })).not.toHaveProperty('index');
});

test('the exit of the program can be one of the conditions of allOf [5.for-all]', async () => {
  const { server, begin, exit } = await ScriptedProgram.startWith('one');
  await begin('wait', 'waitFor', { allOf: [{ exited: true }, one] });
  await exit();
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ exitCode: 3, signal: null });
});

test.each([
  [{}, ''],
  [{ anyOf: [one], allOf: [two] }, ''],
  [{ allOf: [] }, '/allOf'],
  [{ allOf: [one, { title: '(' }] }, '/allOf/1/title'],
])('waitFor rejects invalid params: %j [5.for-all-refused]', async (params, pointer) => {
  const { server } = await ScriptedProgram.start();
  const { code, data } = await failureOf(server.request('waitFor', params));
  const { errors } = data as { errors: { pointer: string }[] };
  expect({ code, pointer: errors[0]?.pointer }).toEqual({ code: -32602, pointer });
});
