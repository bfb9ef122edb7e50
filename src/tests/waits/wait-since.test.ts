import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

const old = exact('OLD');

/** Searches once for new matches of OLD. */
async function searchOnce(server: TestServer, since: string): Promise<MethodResults['waitForText']> {
  return await server.request('waitForText', { selector: old, since, timeoutMs: 0, ambiguityMode: 'first' });
}

async function expectNothingNew(server: TestServer, since: string): Promise<void> {
  expect((await failureOf(searchOnce(server, since))).data['kind']).toBe('timeout');
}

test('since now counts only output after the call [5.since.now]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('OLD');
  await begin('wait', 'waitForText', { selector: old, since: 'now', ambiguityMode: 'last' });
  let isAnswered = false;
  const answer = server.inbox.waitForResult('wait').finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    print('\r\nOLD');
    await server.request('server.ping');
  }
  expect(((await answer) as MethodResults['waitForText']).match?.row).toBeGreaterThan(1);
});

test('since now ignores text that is already on the screen [5.since.now]', async () => {
  const { server } = await ScriptedProgram.startWith('OLD');
  await expectNothingNew(server, 'now');
});

test('since lastInput ignores text before the input and counts output between the input and the call [5.since.last-input] [5.since.between]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD\r\n');
  await server.request('sendText', { text: 'x' });
  await expectNothingNew(server, 'lastInput');
  await show(' OLD');
  expect((await searchOnce(server, 'lastInput')).match).toMatchObject({ row: 2, col: 3 });
  await server.request('sendKey', { key: 'y' });
  await expectNothingNew(server, 'lastInput');
});

test('since lastInput counts the whole screen before any input [5.since.launch]', async () => {
  const { server } = await ScriptedProgram.startWith('OLD');
  expect((await searchOnce(server, 'lastInput')).match).toMatchObject({ row: 1, col: 1 });
});

test('since lastInput does not count replies to terminal queries as input [5.since.answers]', async () => {
  const { server, show, print } = await ScriptedProgram.startWith('');
  await server.request('sendText', { text: 'x' });
  await show('\r\nOLD');
  print('\x1b[6n');
  // The terminal echoes the reply.
  await server.request('waitForText', { selector: { type: 'exact', text: '^[[2;4R' } });
  expect((await searchOnce(server, 'lastInput')).match).toMatchObject({ row: 2, col: 1 });
});

test('since a mark counts only output after it, each time the mark is used [5.since.mark]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD');
  const { mark: first } = await server.request('mark');
  await show('\r\nOLD');
  const { mark: second } = await server.request('mark');
  expect((await searchOnce(server, first)).match?.row).toBe(2);
  expect((await searchOnce(server, first)).match?.row).toBe(2);
  await expectNothingNew(server, second);
  expect(first).not.toBe(second);
});

test.each(['waitForText', 'waitFor', 'waitForChange'])(
  '%s rejects an unknown mark with -32602 [5.since.unknown]',
  async (method) => {
    const { server } = await ScriptedProgram.start();
    const condition = { waitForText: { selector: old }, waitFor: { anyOf: [{ visible: old }] }, waitForChange: {} }[
      method
    ];
    expect(await failureOf(server.request(method as 'waitFor', { ...condition, since: 'mark-9' }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('mark-9'),
      data: { errors: [{ pointer: '/since' }] },
    });
  },
);

test('a mark remains valid after a launch, and all output of the new program is new [5.since.mark]', async () => {
  const { server, exit } = await ScriptedProgram.startWith('OLD');
  const { mark } = await server.request('mark');
  await exit();
  const { show } = await ScriptedProgram.launch(server);
  await show('OLD');
  expect((await searchOnce(server, mark)).match?.row).toBe(1);
});

test('a mark applies to waitFor and to failOn [5.since.mark]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD');
  const { mark } = await server.request('mark');
  const waits = { anyOf: [{ visible: old }], since: mark, timeoutMs: 0 };
  expect((await failureOf(server.request('waitFor', waits))).data['kind']).toBe('timeout');
  await show('\r\nOLD');
  expect(await server.request('waitFor', waits)).toMatchObject({ index: 0, match: { row: 2 } });
  const failing = { selector: exact('never'), failOn: old, timeoutMs: 0 };
  expect((await failureOf(server.request('waitForText', { ...failing, since: mark }))).data['kind']).toBe('stopped');
  const { mark: since } = await server.request('mark');
  expect((await failureOf(server.request('waitForText', { ...failing, since }))).data['kind']).toBe('timeout');
});

test('the server retains the newest 100 marks and rejects older ones [5.since.unknown]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD');
  const marks: string[] = [];
  for (let count = 0; count < 101; count += 1) marks.push((await server.request('mark')).mark);
  expect(new Set(marks).size).toBe(101);
  expect((await failureOf(searchOnce(server, marks[0] as string))).code).toBe(-32602);
  await expectNothingNew(server, marks[1] as string);
  await show('\r\nOLD');
  for (const mark of [marks[1], marks[100]]) expect((await searchOnce(server, mark as string)).match?.row).toBe(2);
});

test('mark includes the output that was printed before it [5.since.mark]', async () => {
  const { server } = await ScriptedProgram.start();
  const { mark } = await server.request('mark');
  await server.request('sendText', { text: 'OLD', settleMs: 20_000 });
  const { mark: next } = await server.request('mark');
  expect((await searchOnce(server, mark)).match?.row).toBe(1);
  await expectNothingNew(server, next);
});

// Each row: the screen at the mark, and the output after it. `row` is the row in which OLD is new, 0 if there is none.
test.each([
  ['a line moves up while others scroll', '1\r\n2\r\n3\r\n4\r\nOLD\r\n6', '\r\n7\r\n8', 0],
  ['a line scrolls off', 'OLD\r\n2\r\n3\r\n4\r\n5\r\n6', '\r\n7\r\n8', 0],
  ['the same text is printed again below', '1\r\n2\r\n3\r\n4\r\nOLD\r\n6', '\r\n7\r\nOLD', 6],
  ['the same text is printed again in its line', 'OLD', ' OLD', 1],
  ['other text is written before it in its line', '   OLD', '\r1', 0],
  ['other text is written after it', 'OLD', ' and more', 0],
  ['only its style changes', 'OLD', '\r\x1b[31mOLD', 0],
  ['the cursor moves', 'OLD', '\x1b[3;3H', 0],
  ['it is written again in place', 'OLD', '\rOLD', 0],
  ['it moves within its line', 'OLD', '\r\x1b[2K  OLD', 1],
  ['the screen is cleared and it is drawn elsewhere', 'OLD', '\x1b[2J\x1b[4;1HOLD', 4],
  ['lines are inserted above it', 'OLD', '\x1b[H\x1b[2L', 0],
  ['lines are deleted above it', '1\r\nOLD', '\x1b[H\x1b[M', 0],
  ['a scroll region around it scrolls', '1\r\n2\r\nOLD', '\x1b[2;5r\x1b[5;1H\n', 0],
  ['it is printed again in a scroll region', '1\r\n2\r\nOLD', '\x1b[2;5r\x1b[5;1H\nOLD', 5],
  ['it is erased and drawn again in a synchronized update', 'OLD', '\x1b[?2026h\x1b[H\x1b[2K\x1b[HOLD\x1b[?2026l', 0],
  ['the alternate screen shows it too', 'OLD', '\x1b[?1049h\x1b[HOLD', 1],
  ['the alternate screen is left', 'OLD', '\x1b[?1049h\x1b[HNEW\x1b[?1049l', 0],
  ['the alternate screen redraws it elsewhere', '\x1b[?1049h\x1b[HOLD', '\x1b[H\x1b[2K\x1b[3;1HOLD', 0],
  ['the alternate screen is cleared and shows it elsewhere', '\x1b[?1049h\x1b[HOLD', '\x1b[2J\x1b[3;1HOLD', 3],
  ['it is cleared and drawn again in a synchronized update', 'OLD', '\x1b[?2026h\x1b[2J\x1b[HOLD\x1b[?2026l', 0],
  ['the alternate screen shows it a second time', '\x1b[?1049h\x1b[HOLD', '\x1b[3;1HOLD', 3],
  ['the terminal is reset', 'OLD', '\x1bc', 0],
  ['the terminal is reset and it is drawn', 'OLD', '\x1bcOLD', 1],
])('since a mark distinguishes new text from old text: %s [5.since.new]', async (_, before, after, row) => {
  const { server, show } = await ScriptedProgram.startWith(before);
  const { mark } = await server.request('mark');
  await show(after);
  const once = { selector: old, since: mark, timeoutMs: 0, ambiguityMode: 'last' };
  const found = server.request('waitForText', once).then(
    ({ match }) => match?.row,
    () => 0,
  );
  expect(await found).toBe(row);
});

test('text that is erased and drawn again is new, in the normal and in the alternate screen [5.went-away]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD');
  for (const screen of ['', '\x1b[?1049h\x1b[HOLD']) {
    await show(screen);
    const { mark } = await server.request('mark');
    await show('\x1b[H\x1b[2K');
    await expectNothingNew(server, mark);
    await show('\x1b[HOLD');
    expect((await searchOnce(server, mark)).match?.row).toBe(1);
  }
});

test('text that is overwritten and drawn again is new, even without a request in between [5.went-away]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD');
  const { mark } = await server.request('mark');
  await show('\x1b[HNEW');
  // Text that is overwritten within 5 ms may be missed.
  await server.request('waitForStable', { debounceMs: 20 });
  await show('\x1b[HOLD');
  expect((await searchOnce(server, mark)).match?.row).toBe(1);
});

test('since a mark finds new matches in the scrollback, in rows up to 0 [5.scrollback]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD\r\n');
  const { mark } = await server.request('mark');
  await show(`OLD${'\r\nmore'.repeat(20)}`);
  const { match } = await searchOnce(server, mark);
  expect(match).toEqual({ row: -14, col: 1, endRow: -14, endCol: 3, text: 'OLD' });
});

test.each([
  ['narrower', 10, 6],
  ['wider', 40, 6],
  ['shorter', 20, 2],
  ['taller', 20, 30],
])('a resize (%s) does not change which text is new [5.resize]', async (_, cols, rows) => {
  const { server, show } = await ScriptedProgram.startWith(`long ${'line '.repeat(6)}\r\n2\r\nOLD\r\n`);
  const { mark } = await server.request('mark');
  await server.request('resize', { cols, rows });
  await expectNothingNew(server, mark);
  await show('\r\nOLD');
  expect((await searchOnce(server, mark)).matchCount).toBe(1);
});

test('text that was dropped from the scrollback does not match [5.trimmed]', async () => {
  const { server, show } = await ScriptedProgram.startWith('OLD\r\n', { scrollback: 10 });
  const { mark } = await server.request('mark');
  await show(`OLD${'\r\nmore'.repeat(200)}`);
  await expectNothingNew(server, mark);
  await show('\r\nOLD');
  expect((await searchOnce(server, mark)).match?.row).toBe(6);
});
