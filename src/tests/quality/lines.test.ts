import { expect as expectScreen } from 'tuispec';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { assertionFailure } from '../support/library-failure.js';
import { LibraryPrinter } from '../support/library-terminal.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `item ${index + 1}.`);
const print = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');

test('lines are found on the screen and in the scrollback, joined if they wrap [19.lines]', async () => {
  const long = 'a line of more than twenty cells, which wraps';
  const { server } = await ScriptedProgram.startWith(print([...numbered(30), long, 'last']));
  const lines = [...numbered(30), long, 'last'];
  expect(await server.request('expectLines', { lines })).toEqual({ ok: true, found: 32, trimmed: 0 });
});

test('lines of the normal screen are found while the alternate screen is displayed [19.lines]', async () => {
  const { server } = await ScriptedProgram.startWith(`${print(numbered(3))}\x1b[?1049h\x1b[Hother`);
  await server.request('expectLines', { lines: numbered(3) });
  const { data } = await failureOf(server.request('expectLines', { lines: ['other'], timeoutMs: 0 }));
  expect(data).toMatchObject({ kind: 'lines-mismatch', missing: ['other'] });
});

test('lines that are missing, repeated or out of order are listed with their rows [19.lines-faults]', async () => {
  const { server } = await ScriptedProgram.startWith(print([...numbered(12), 'item 7.', 'b', 'a']));
  const lines = [...numbered(13), 'a', 'b'];
  const { data, message } = await failureOf(server.request('expectLines', { lines, timeoutMs: 0 }));
  expect(data).toMatchObject({
    kind: 'lines-mismatch',
    missing: ['item 13.'],
    repeated: [{ line: 'item 7.', count: 2, rows: [-3, 3] }],
    trimmed: 0,
  });
  expect(data['outOfOrder']).toHaveLength(1);
  expect(message).toContain(
    '1 of 15 lines is missing: "item 13.". 1 of 15 lines is there twice: "item 7." (rows -3 and 3).',
  );
});

test('only the lines in a wrong place are out of order [19.lines-faults]', async () => {
  const { server } = await ScriptedProgram.startWith(print(['z', ...numbered(9)]));
  const { data } = await failureOf(server.request('expectLines', { lines: [...numbered(9), 'z'], timeoutMs: 0 }));
  expect(data).toMatchObject({ missing: [], repeated: [], outOfOrder: ['z'] });
  await server.request('expectLines', { lines: [...numbered(9), 'z'], inOrder: false, timeoutMs: 0 });
});

test('with once false, a line may be repeated; a line that is listed twice must be [19.lines-once]', async () => {
  const { server } = await ScriptedProgram.startWith(print(['one', 'two', 'one']));
  await server.request('expectLines', { lines: ['one', 'two'], once: false, timeoutMs: 0 });
  await server.request('expectLines', { lines: ['one', 'two', 'one'], timeoutMs: 0 });
  const { data } = await failureOf(server.request('expectLines', { lines: ['two', 'two'], timeoutMs: 0 }));
  expect(data).toMatchObject({ missing: ['two'] });
});

test('it waits until the lines are there [19.lines-retry]', async () => {
  const { server, print: write, begin } = await ScriptedProgram.startWith(print(['one']));
  await begin('wait', 'expectLines', { lines: ['one', 'two\nthree'], timeoutMs: 60_000 });
  write(print(['two  ', 'three']));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ found: 2 });
});

test('the number of lines that the scrollback has dropped is reported [19.lines-trimmed]', async () => {
  const { server } = await ScriptedProgram.startWith(print(numbered(30)), { scrollback: 10 });
  expect(await server.request('expectLines', { lines: ['item 30.'] })).toMatchObject({ trimmed: 15 });
  const { data, message } = await failureOf(server.request('expectLines', { lines: ['item 3.'], timeoutMs: 0 }));
  expect(data).toMatchObject({ missing: ['item 3.'], trimmed: 15 });
  expect(message).toContain('The scrollback no longer holds 15 older lines');
});

test('toHaveLines of the library waits for lines, and not waits until they are wrong [19.lines-library]', async () => {
  const { terminal, print: write } = await LibraryPrinter.showing(print(['one', 'two']), {});
  await expectScreen(terminal).toHaveLines(['one', 'two']);
  await expectScreen(terminal).toHaveLines(['two', 'one'], { inOrder: false });
  const failure = await assertionFailure(expectScreen(terminal).toHaveLines(['one', 'three'], { timeout: 20 }));
  expect(failure.message).toContain('1 of 2 lines is missing: "three".');
  const later = Promise.all([expectScreen(terminal).not.toHaveLines(['one'], { timeout: 60_000 })]);
  write('one');
  await later;
});
