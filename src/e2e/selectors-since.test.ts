import { expect, test } from 'vitest';
import { TestServer } from '../testing/client.js';
import type { RpcFailure } from '../testing/inbox.js';
import { launchPainter, paint } from '../testing/painter.js';
import { Printer } from '../testing/printer.js';
import { exact } from '../testing/sought.js';

const hello = exact('hello');

async function painter(output = ''): Promise<TestServer> {
  const server = new TestServer();
  await launchPainter(server);
  await paint(server, `\x1b[H\x1b[2J${output}`);
  return server;
}

/** The row where a text is new since then, or the kind or code of the failure. */
async function rowSince(server: TestServer, since: string, selector: object = hello): Promise<unknown> {
  return await server.request('waitForText', { selector, since, timeoutMs: 0, ambiguityMode: 'first' }).then(
    ({ match }) => match?.row,
    ({ code, data }: RpcFailure) => data['kind'] ?? code,
  );
}

test('what is there already counts by default [5.since-any]', async () => {
  const server = await painter('hello');
  expect(await server.request('waitForText', { selector: hello, timeoutMs: 0 })).toMatchObject({ match: { row: 1 } });
  expect(await rowSince(server, 'any')).toBe(1);
});

test('since now, only what comes after the call [5.since-now]', async () => {
  const server = await painter('hello');
  expect(await rowSince(server, 'now')).toBe('timeout');
  const { server: running, print, begin } = await Printer.showing('hello');
  await begin('wait', 'waitForText', { selector: hello, since: 'now' });
  print('\r\nhello');
  expect(await running.inbox.result('wait')).toMatchObject({ match: { row: 2 } });
});

test('since the last input, not what stood there before it [5.since-last-input]', async () => {
  const server = await painter('hello');
  await paint(server, 'x');
  expect(await rowSince(server, 'lastInput')).toBe('timeout');
  await paint(server, '\r\nhello');
  expect(await rowSince(server, 'lastInput')).toBe(2);
});

test('nothing printed between the input and the call is missed [5.since-moment]', async () => {
  const server = await painter();
  // More than the screen holds, all of it before anyone waits.
  await paint(server, `hello${'\r\nx'.repeat(30)}`);
  expect(await rowSince(server, 'lastInput')).toBe(-22);
});

test('before any input, everything since the launch is new [5.since-launch]', async () => {
  const server = new TestServer();
  const args = ['-c', 'printf "hello\\n"; exec sleep 60'];
  await server.launch('sh', args, { readySelector: hello });
  expect(await rowSince(server, 'lastInput')).toBe(1);
});

test('answers to questions of the program are no input [5.since-queries]', async () => {
  const server = new TestServer();
  // It prints hello, asks where the cursor is, and says done when the answer has come.
  const script = 'stty raw -echo; printf "hello\\r\\n\\033[6n"; head -c 3 >/dev/null; printf done; exec sleep 60';
  await server.launch('sh', ['-c', script], { readySelector: exact('done') });
  expect(await rowSince(server, 'lastInput')).toBe(1);
});

test('the echo of a line is not taken for its answer [5.since-enter]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-i'], { env: { PS1: '> ', ENV: '' }, readySelector: exact('> ') });
  const expectAfter = { type: 'regex', pattern: 'hello|never' };
  await server.request('sendLine', { text: 'sleep 0.1; echo hello', expectAfter });
  expect((await server.request('currentView')).text).toMatch(/^> sleep 0.1; echo hello\nhello\n/);
});

test('a prompt is new after each line [5.since-last-input]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-i'], { env: { PS1: '> ', ENV: '' }, readySelector: exact('> ') });
  const rows: unknown[] = [];
  for (let line = 0; line < 4; line += 1) {
    await server.request('sendLine', { text: 'true', expectAfter: exact('> ') });
    rows.push((await server.request('currentView')).cursor.row);
  }
  expect(rows).toEqual([2, 3, 4, 5]);
});

test('since a mark [5.since-mark]', async () => {
  const server = await painter('hello');
  const { mark } = await server.request('mark');
  expect(await rowSince(server, mark)).toBe('timeout');
  await paint(server, '\r\n1');
  await paint(server, '\r\nhello');
  await paint(server, '\r\n2');
  expect(await rowSince(server, mark)).toBe(3);
  expect(await rowSince(server, 'lastInput')).toBe('timeout');
  const later = await server.request('mark');
  expect(await rowSince(server, later.mark)).toBe('timeout');
  expect(await rowSince(server, mark)).toBe(3);
});

test('a mark holds for every kind of wait [5.since-mark]', async () => {
  const server = await painter('hello');
  const { mark } = await server.request('mark');
  const waits = { anyOf: [{ visible: hello }], since: mark, timeoutMs: 0 };
  await expect(server.request('waitFor', waits)).rejects.toMatchObject({ data: { kind: 'timeout' } });
  await paint(server, '\r\nhello');
  expect(await server.request('waitFor', waits)).toMatchObject({ index: 0, match: { row: 2 } });
  const failing = { selector: exact('never'), failOn: hello, since: mark };
  await expect(server.request('waitForText', failing)).rejects.toMatchObject({ data: { kind: 'stopped' } });
  const between = await server.request('mark');
  const quiet = { selector: exact('never'), failOn: hello, since: between.mark, timeoutMs: 0 };
  await expect(server.request('waitForText', quiet)).rejects.toMatchObject({ data: { kind: 'timeout' } });
});

test('an unknown mark is -32602 [5.unknown-mark]', async () => {
  const server = await painter();
  expect(await rowSince(server, 'mark-1')).toBe(-32602);
  const { mark } = await server.request('mark');
  expect(await rowSince(server, `${mark} `)).toBe(-32602);
});

test('the newest hundred marks are kept [5.unknown-mark]', async () => {
  const server = await painter('hello');
  const marks: string[] = [];
  for (let count = 0; count < 101; count += 1) marks.push((await server.request('mark')).mark);
  expect(new Set(marks).size).toBe(101);
  expect(await rowSince(server, marks[0] as string)).toBe(-32602);
  expect(await rowSince(server, marks[1] as string)).toBe('timeout');
  await paint(server, '\r\nhello');
  expect(await rowSince(server, marks[1] as string)).toBe(2);
  expect(await rowSince(server, marks[100] as string)).toBe(2);
});

test('after another launch, all of the new program is new since a mark [5.mark-relaunch]', async () => {
  const server = await painter('hello');
  const { mark } = await server.request('mark');
  const args = ['-c', 'printf "hello\\n"; exec sleep 60'];
  await server.request('launch', { command: 'sh', args, readySelector: hello });
  expect(await rowSince(server, mark)).toBe(1);
  expect((await server.request('mark')).mark).not.toBe(mark);
});

test('a resize leaves the old old and the new new [5.resize]', async () => {
  const server = await painter(`${'x'.repeat(30)} hello\r\n`);
  const { mark } = await server.request('mark');
  await server.request('resize', { cols: 20, rows: 8 });
  expect(await rowSince(server, mark)).toBe('timeout');
  await paint(server, 'hello');
  expect(await rowSince(server, mark)).toBe(3);
});

test('a full-screen program comes and goes [5.alternate]', async () => {
  const server = await painter('hello');
  const { mark } = await server.request('mark');
  await paint(server, '\x1b[?1049h\x1b[H\x1b[2Jmenu');
  expect(await rowSince(server, mark)).toBe('timeout');
  expect(await rowSince(server, mark, exact('menu'))).toBe(1);
  await paint(server, '\x1b[?1049l');
  expect(await rowSince(server, mark)).toBe('timeout');
});

test('the same prompt on a cleared screen is new [5.clear]', async () => {
  const server = await painter('$ ');
  await paint(server, '\x1b[H\x1b[2J\x1b[3J$ ');
  expect(await rowSince(server, 'lastInput', exact('$ '))).toBe(1);
});
