import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { stillClock } from '../support/programs.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

const frame = (text: string): string => `\x1b[?2026h\x1b[H\x1b[2J${text}\x1b[?2026l`;
// More bytes than the kernel delivers in one read; draws nothing.
const padding = '\x1b[2;1H'.repeat(900);

test.each([0, 1, 20, 38, 39])('a wait evaluates update %i of 40 in one write [5.frame-each]', async (number) => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact(`FRAME-${number}.`), timeoutMs: 5000 });
  print(Array.from({ length: 40 }, (_, index) => frame(`FRAME-${index}.`)).join(''));
  const { match, revision } = (await server.inbox.waitForResult('wait')) as MethodResults['waitForText'];
  expect(match?.text).toBe(`FRAME-${number}.`);
  // The revision is that of the synchronized update, not of later output.
  const after = await server.request('waitForText', { selector: exact('FRAME-39.') });
  if (number === 39) expect(after.revision).toBe(revision);
  else expect(after.revision).toBeGreaterThan(revision);
});

test.each([
  ['waitUntil', { pattern: '^FRAME-A$' }],
  ['waitFor', { anyOf: [{ pattern: 'FRAME-A' }] }],
  ['waitFor', { anyOf: [{ cursor: { row: 1, col: 8 } }] }],
  ['waitForText', { selector: { type: 'regex', pattern: 'frame-a', flags: 'i' } }],
  ['expectVisible', { selector: exact('FRAME-A') }],
  ['waitForText', { selector: exact('never'), failOn: exact('FRAME-A') }],
])('%s %j evaluates a synchronized update that the same write replaces [5.frame-each]', async (method, params) => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', method, params);
  print(frame('FRAME-A') + frame('FRAME-BB'));
  const { error, result } = await server.inbox.waitForResponse('wait');
  if ('failOn' in params) expect(error).toMatchObject({ data: { kind: 'stopped', screen: 'FRAME-A\n\n\n\n\n' } });
  else expect(result).toMatchObject({ elapsedMs: expect.any(Number) });
});

test('a wait detects text that is hidden only during one synchronized update [5.frame-each]', async () => {
  const { server, print, begin, show } = await ScriptedProgram.start();
  await show('STATUS');
  await begin('wait', 'waitForText', { selector: exact('STATUS'), state: 'hidden' });
  print(frame('') + frame('STATUS'));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true });
});

test('a pending wait does not evaluate half of a synchronized update [5.frame-half]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitFor', { anyOf: [{ visible: exact('HALF') }, { visible: exact('FULL') }] });
  print(frame(`HALF${padding}\x1b[H\x1b[2JFULL`));
  const { index, elapsedMs } = (await server.inbox.waitForResult('wait')) as MethodResults['waitFor'];
  // After 150 ms a synchronized update is shown incomplete; on a busy machine this one too.
  expect(index === 1 || elapsedMs > 140).toBe(true);
});

// The program prints the update after one input, so a request after that input starts in the middle of it.
const halfFrame = 'stty -echo; printf ready; read x; printf "\\033[H\\033[2JBEFORE\\033[?2026h\\033[HHALF"; read y';
const halfFrames: (readonly [string, object, string])[] = [
  ['waitForText', { selector: exact('HALF') }, 'a wait'],
  ['waitForText', { selector: exact('HALF'), timeoutMs: 0 }, 'a single check'],
  ['waitForText', { selector: exact('BEFORE'), state: 'hidden', timeoutMs: 0 }, 'a single check for hidden text'],
  ['waitUntil', { pattern: 'HALF' }, 'a wait for a pattern'],
  ['waitFor', { anyOf: [{ visible: exact('HALF') }] }, 'one of several conditions'],
  ['expectVisible', { selector: exact('HALF') }, 'an assertion'],
  ['currentView', {}, 'a read'],
  ['viewSubscribe', {}, 'a subscription'],
];

test.each(halfFrames)(
  'an unfinished synchronized update is shown after 150 ms, not before: %s %j (%s that starts in the middle of it) [5.frame-half] [5.frame-unfinished]',
  async (method, params) => {
    const server = new TestServer();
    await server.launch(
      'sh',
      ['-c', halfFrame],
      { readySelector: exact('ready') },
      { terminalCols: 20, terminalRows: 6 },
    );
    const typed = { jsonrpc: '2.0', id: 'typed', method: 'sendText', params: { text: '\n', settleMs: 20_000 } };
    const wait = { jsonrpc: '2.0', id: 'wait', method, params };
    const sentAt = performance.now();
    server.send(`${JSON.stringify(typed)}\n${JSON.stringify(wait)}`);
    const { error } = await server.inbox.waitForResponse('wait');
    const tookMs = performance.now() - sentAt;
    expect(error).toBeUndefined();
    expect(tookMs).toBeGreaterThan(140);
  },
);

test('a pending wait evaluates an unfinished synchronized update after 150 ms, not before [5.frame-half] [5.frame-unfinished]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('HALF') });
  const printedAt = performance.now();
  print('\x1b[?2026hHALF');
  await server.inbox.waitForResult('wait');
  expect(performance.now() - printedAt).toBeGreaterThan(140);
});

test('a timeout inside a synchronized update includes a complete screen [5.frame-half]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('WHOLE');
  await begin('wait', 'waitForText', { selector: exact('never'), timeoutMs: 300 });
  for (let isOver = false; !isOver; ) {
    print(frame(`\r\n\n${padding}\x1b[HWHOLE`));
    await server.request('server.ping');
    isOver = server.inbox.messages.some((message) => 'id' in message && message['id'] === 'wait');
  }
  expect((await server.inbox.waitForResponse('wait'))['error']).toMatchObject({ data: { screen: 'WHOLE\n\n\n\n\n' } });
});

test('a wait evaluates an unfinished synchronized update as soon as the program exits [5.frame-half]', async () => {
  // Without the exit the update would be shown after 150 ms, which never pass if the clock stands still.
  const { server, print, begin, exit } = await ScriptedProgram.start({}, { env: stillClock });
  await begin('wait', 'waitForText', { selector: exact('HALF') });
  print('\x1b[?2026hHALF');
  await exit();
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { row: 1 } });
});
