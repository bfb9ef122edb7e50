import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

/** Returns sh arguments for an endless program that prints every 20 ms; `$i` is the count. */
const toLoop = (print: string): string[] => ['-c', `i=0; while :; do i=$((i+1)); ${print}; sleep 0.02; done`];
const frameOfSame =
  'printf "\\033[?2026h\\033[2J"; printf "\\033[3;3H%8192d" 1; printf "\\033[2J\\033[HSAME\\033[?2026l"';

async function startLoop(print: string): Promise<TestServer> {
  const server = new TestServer();
  await server.launch('sh', toLoop(print), {}, { terminalCols: 20, terminalRows: 6 });
  await server.request('waitUntil', { pattern: '\\S' });
  return server;
}

const counter = 'printf "\\033[2;1Htime %d" $i';
const colors = 'printf "\\033[2;1H\\033[4%dmtime" $((i%2))';
const walk = 'printf "\\033[1;1Htime\\033[%d;1H" $((i%3+2))';
const [still, moving] = [true, false];

// For each endless program: whether the screen is stable for 400 ms with the options given.
test.each([
  ['a counter', counter, {}, moving, '5.stable.text'],
  [
    'a counter in an ignored rectangle',
    counter,
    { ignore: [{ row: 2, col: 6, width: 10, height: 1 }] },
    still,
    '5.stable.ignore',
  ],
  [
    'a counter next to an ignored rectangle',
    counter,
    { ignore: [{ row: 2, col: 1, width: 5, height: 1 }] },
    moving,
    '5.stable.ignore',
  ],
  [
    'a counter that a selector ignores',
    counter,
    { ignore: [{ type: 'regex', pattern: 'time \\d+' }] },
    still,
    '5.stable.ignore',
  ],
  [
    'a counter that a slow pattern ignores',
    counter,
    { ignore: [{ type: 'regex', pattern: 'TIME \\d+', flags: 'i' }] },
    still,
    '5.stable.ignore',
  ],
  [
    'a counter that no selector ignores',
    counter,
    { ignore: [{ type: 'exact', text: 'time' }] },
    moving,
    '5.stable.ignore',
  ],
  ['colors', colors, {}, still, '5.stable.styles'],
  ['colors, if styles count', colors, { styles: true }, moving, '5.stable.styles'],
  [
    'colors in an ignored rectangle, if styles count',
    colors,
    { styles: true, ignore: [{ row: 2, col: 1, width: 4, height: 1 }] },
    still,
    '5.stable.ignore',
  ],
  [
    'colors next to an ignored rectangle, if styles count',
    colors,
    { styles: true, ignore: [{ row: 2, col: 1, width: 3, height: 1 }] },
    moving,
    '5.stable.ignore',
  ],
  ['a moving cursor', walk, {}, still, '5.stable.cursor'],
  ['a moving cursor, if the cursor counts', walk, { cursor: true }, moving, '5.stable.cursor'],
  ['the same text written again', 'printf "\\033[HSAME"', {}, still, '5.stable.text'],
  [
    'the same text in synchronized updates that erase it in between',
    frameOfSame,
    { styles: true, cursor: true },
    still,
    '5.stable.frame',
  ],
] as const)('%s (%s) with %j is stable: %s [%s]', async (_, print, options, expected, _id) => {
  const server = await startLoop(print);
  // On a busy machine the program may pause.
  const times = expected ? { debounceMs: 400, timeoutMs: 20_000 } : { debounceMs: 800, timeoutMs: 1600 };
  const waiting = server.request('waitForStable', { ...times, ...options });
  if (expected) expect((await waiting).elapsedMs).toBeGreaterThanOrEqual(399);
  else
    expect(await failureOf(waiting)).toMatchObject({
      message: expect.stringContaining('The screen was not stable for 800 ms'),
      data: { kind: 'timeout' },
    });
});

test('debounceMs counts from the call, even if nothing has changed before [5.stable.call]', async () => {
  const { server } = await ScriptedProgram.startWith('still');
  await server.request('waitForStable', { debounceMs: 200 });
  expect((await server.request('waitForStable', { debounceMs: 200 })).elapsedMs).toBeGreaterThanOrEqual(199);
});

test('debounceMs counts from the last change [5.stable.change]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('still');
  const begunAt = performance.now();
  await begin('wait', 'waitForStable', { debounceMs: 1000, timeoutMs: 25_000 });
  let changedAt = begunAt;
  for (let count = 0; changedAt < begunAt + 1100; count += 1) {
    changedAt = performance.now();
    print(`\r${count}`);
    await server.request('server.ping');
    // Without a pause, the test would keep both processors busy.
    await sleep(5);
  }
  await server.inbox.waitForResult('wait');
  expect(performance.now() - changedAt).toBeGreaterThanOrEqual(999);
});

test.each([
  ['an escape sequence', 'text\x1b[3', '1mred'],
  ['a title', 'text\x1b]2;ti', 'tle\x07'],
  ['a synchronized update', 'text\x1b[?2026hhalf', '\x1b[?2026l'],
  ['a character', Buffer.from('text日').subarray(0, -1), Buffer.from('日').subarray(-1)],
])('the screen is not stable in the middle of %s [5.stable.sequence]', async (_, begun, rest) => {
  const { server, print } = await ScriptedProgram.start();
  print(begun);
  await server.request('waitForText', { selector: { type: 'exact', text: 'text' } });
  const waiting = server.request('waitForStable', { debounceMs: 100, timeoutMs: 400 });
  expect((await failureOf(waiting)).data['kind']).toBe('timeout');
  print(rest);
  await server.request('waitForStable', { debounceMs: 50 });
});

test('waitForStable returns at once after the program exits [5.stable.exited]', async () => {
  const { server, exit, begin } = await ScriptedProgram.startWith('text');
  await begin('wait', 'waitForStable', { debounceMs: 600_000, timeoutMs: 600_000 });
  await exit();
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true });
  await server.request('waitForStable', { debounceMs: 600_000, timeoutMs: 0 });
});
