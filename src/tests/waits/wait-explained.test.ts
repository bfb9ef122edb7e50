import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { readProcessorMs } from '../support/processes.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const green = { type: 'exact', text: 'Error:', style: { fg: 'green' } };
const error = '\x1b[31;1mError:\x1b[m disk full';

test.each([
  ['expectVisible', { selector: green }],
  ['waitForText', { selector: green }],
  ['waitFor', { anyOf: [{ visible: green }] }],
  ['click', { selector: green }],
  ['expectVisible', { selector: green, forMs: 5 }],
])('%s %j reports that the text has another style, with its position in data [2.explained]', async (method, params) => {
  const { server } = await ScriptedProgram.startWith(error, { terminalCols: 40 });
  const { message, data } = await failureOf(server.request(method as 'click', { ...params, timeoutMs: 0 }));
  expect(message).toMatch(/^\w+ failed: [^.]+\. "Error:" is in row 1, but its foreground is red, not green\.$/);
  expect(data).toMatchObject({
    details: message.replace(`${method} failed: `, ''),
    nearest: { text: 'Error:', row: 1, col: 1 },
    screen: expect.stringContaining('Error: disk full'),
  });
});

const createLines = (last: number): string => Array.from({ length: last }, (_, index) => index + 1).join('\r\n');

test('a failed wait reports text that has scrolled off, and find returns it from the scrollback [2.explained]', async () => {
  const { server } = await ScriptedProgram.startWith(createLines(300));
  const selector = { type: 'regex', pattern: '^200$' };
  const { message } = await failureOf(server.request('waitForText', { selector, timeoutMs: 0 }));
  expect(message).toBe(
    'waitForText failed: No match for /^200$/. "200" has scrolled off the screen (row -94). To find it, use `find` with `"scope":"scrollback"`.',
  );
  expect((await server.request('find', { selector, scope: 'scrollback' })).matches).toMatchObject([{ row: -94 }]);
});

test('a failed wait searches only part of a long scrollback and responds at once [2.explained]', async () => {
  const { server, print, show } = await ScriptedProgram.start({ scrollback: 100_000 });
  print('needle\r\n');
  for (let count = 0; count < 30; count += 1) await show(`${'\n'.repeat(1000)}`);
  const params = { selector: 'needle', timeoutMs: 0 };
  const before = readProcessorMs(server.pid);
  const { message } = await failureOf(server.request('waitForText', params));
  expect(message).toBe('waitForText failed: No match for "needle".');
  expect(readProcessorMs(server.pid) - before).toBeLessThan(1000);
});

test('an ambiguity error reports the number of matches and their positions [2.explained, 2.data-matches]', async () => {
  const { server, show } = await ScriptedProgram.startWith('a menu menu');
  const words = async (params: object, method: 'waitForText' | 'click' = 'waitForText'): Promise<string> =>
    (await failureOf(server.request(method, { timeoutMs: 0, ...params }))).message.replace(/^\w+ failed: /, '');
  const advice = 'Select one with `nth` or `within`, or set `ambiguityMode`.';
  expect(await words({ selector: 'menu' })).toBe(`2 matches for "menu", in row 1, columns 3 and 8. ${advice}`);
  expect(await words({ selector: 'menu' }, 'click')).toContain('2 matches for "menu", in row 1, columns 3 and 8.');
  const { mark } = await server.request('mark');
  await show('\r\n\r\nmenu\r\nmenu');
  expect(await words({ selector: 'menu' })).toContain('4 matches for "menu", in rows 1, 3 and 4.');
  expect(await words({ selector: 'menu', since: mark })).toContain('2 new matches for "menu", in rows 3 and 4.');
  await show('\x1b[H\x1b[2Jx\r\nx\r\nx\r\nx\r\nx\r\nx');
  expect(await words({ selector: 'x' })).toContain('6 matches for "x", in rows 1, 2, 3, 4, 5 and 1 more.');
  expect(await words({ selector: 'x', since: mark })).toContain('6 new matches for "x"');
});

test('failures of nth, within and regex explain why nothing matched [2.explained]', async () => {
  const { server } = await ScriptedProgram.startWith('menu menu');
  const words = async (selector: object): Promise<string> =>
    (await failureOf(server.request('expectVisible', { selector, timeoutMs: 0 }))).message;
  expect(await words({ type: 'nth', index: 5, selector: 'menu' })).toBe(
    'expectVisible failed: No match for "menu" with index 5. There are only 2 matches (index 0 to 1), in row 1, columns 1 and 6.',
  );
  const rect = { row: 2, col: 3, width: 8, height: 4 };
  expect(await words({ type: 'within', rect, selector: 'menu' })).toBe(
    'expectVisible failed: No match for "menu" in rows 2–5, columns 3–10. Outside that area, "menu" is in row 1, columns 1 and 6.',
  );
  expect(await words({ type: 'regex', pattern: '/menu/' })).toBe(
    'expectVisible failed: No match for //menu//. The slashes are part of the pattern. To match without them, use "pattern":"menu".',
  );
});

test('a failed wait for new text reports that the text was on the screen before [2.explained]', async () => {
  const { server } = await ScriptedProgram.startWith('done');
  const params = { selector: 'done', since: 'now', timeoutMs: 20 };
  const { message } = await failureOf(server.request('waitForText', params));
  expect(message).toMatch(/^waitForText failed: No new match for "done" within \d+ ms\. "done" in row 1 is not new\.$/);
});

test.each([
  ['click', {}, /^click failed: No match for "World"\.$/],
  ['click', { timeoutMs: 20 }, /^click failed: No match for "World" within \d+ ms\.$/],
  ['waitForText', { timeoutMs: 0 }, /^waitForText failed: No match for "World"\.$/],
  ['waitForText', { timeoutMs: 20 }, /^waitForText failed: No match for "World" within \d+ ms\.$/],
] as const)('%s %j reports the elapsed time only if it waited [2.explained]', async (method, params, words) => {
  const { server } = await ScriptedProgram.startWith('x');
  expect((await failureOf(server.request(method, { selector: 'World', ...params }))).message).toMatch(words);
});

test('a wait ended by an exit reports both the missing match and the exit code [2.explained, 2.data-exit]', async () => {
  const { server, exit } = await ScriptedProgram.startWith('Pasword:');
  const failed = failureOf(server.request('waitForText', { selector: 'Password:' }));
  await exit();
  expect((await failed).message).toBe(
    'waitForText failed: No match for "Password:", and the program has exited with code 3. Closest text: "Pasword:" (row 1, column 1).',
  );
});

test('an error quotes only part of a long selector text [2.explained]', async () => {
  const server = new TestServer();
  await server.launch('cat');
  const params = { selector: 'x'.repeat(100_000), timeoutMs: 0 };
  expect((await failureOf(server.request('waitForText', params))).message.length).toBeLessThan(300);
});
