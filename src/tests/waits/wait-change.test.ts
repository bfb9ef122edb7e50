import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

test('waitForChange returns when the screen has changed since the last input and is quiet [5.change.differs] [5.change.default]', async () => {
  const { server } = await ScriptedProgram.startWith('> ');
  await server.request('sendText', { text: 'abc' });
  expect(await server.request('waitForChange')).toEqual({
    changed: true,
    elapsedMs: expect.any(Number),
    revision: expect.any(Number),
    text: '> abc\n\n\n\n\n',
  });
});

test('a change during the wait ends it after stableMs without further changes [5.change.quiet]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('0');
  const { mark } = await server.request('mark');
  const begunAt = performance.now();
  await begin('wait', 'waitForChange', { since: mark, stableMs: 2000, timeoutMs: 25_000 });
  let printedAt = begunAt;
  let count = 0;
  for (; printedAt < begunAt + 2100; count += 1) {
    printedAt = performance.now();
    print(`\r${count}`);
    await server.request('server.ping');
  }
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ changed: true, text: `${count - 1}\n\n\n\n\n` });
  expect(performance.now() - printedAt).toBeGreaterThanOrEqual(1999);
});

test('waitForChange counts quiet time that passed before the call [5.change.quiet]', async () => {
  const { server } = await ScriptedProgram.start();
  await server.request('sendText', { text: 'abc' });
  await server.request('waitForStable', { debounceMs: 300 });
  expect(await server.request('waitForChange', { stableMs: 300, timeoutMs: 0 })).toMatchObject({ changed: true });
});

test.each([
  ['nothing changes', '', { since: 'now', timeoutMs: 50 }],
  ['the screen changed before `now`', 'abc', { since: 'now', timeoutMs: 50 }],
  ['the screen changes back', 'a\b \b', { timeoutMs: 200, stableMs: 50 }],
  ['the screen is not quiet for stableMs', 'abc', { stableMs: 5000, timeoutMs: 50 }],
])('waitForChange returns `changed: false` at its timeout: %s [5.change.timeout]', async (_, text, params) => {
  const { server, show } = await ScriptedProgram.start();
  await server.request('sendText', { text: 'x' });
  await show(`\b${'x'}`);
  const { mark } = await server.request('mark');
  await show(text);
  const { changed, text: seen } = await server.request('waitForChange', { since: mark, ...params });
  expect({ changed, seen }).toEqual({ changed: false, seen: `x${text.startsWith('abc') ? 'abc' : ''}\n\n\n\n\n` });
});

test('waitForChange detects changes since a mark [5.change.since]', async () => {
  const { server, show } = await ScriptedProgram.startWith('a');
  const { mark } = await server.request('mark');
  await server.request('sendText', { text: 'b' });
  const { mark: later } = await server.request('mark');
  expect(await server.request('waitForChange', { since: mark, stableMs: 0 })).toMatchObject({ changed: true });
  expect(await server.request('waitForChange', { since: later, timeoutMs: 20 })).toMatchObject({ changed: false });
  await show('c');
  expect(await server.request('waitForChange', { since: later, stableMs: 0 })).toMatchObject({ changed: true });
});

test('since a revision, also if the screen has changed back, and for changes of style and cursor [5.change.revision]', async () => {
  const { server, show } = await ScriptedProgram.startWith('a');
  const { revision } = await server.request('currentView');
  const wait = { stableMs: 0, timeoutMs: 20 };
  expect(await server.request('waitForChange', { sinceRevision: revision, ...wait })).toMatchObject({
    changed: false,
    revision,
  });
  await show('\rb');
  await show('\ra');
  const changed = await server.request('waitForChange', { sinceRevision: revision, ...wait });
  expect(changed).toMatchObject({ changed: true, text: 'a\n\n\n\n\n' });
  for (const output of ['\r\x1b[1ma', '\r']) {
    const { revision: before } = await server.request('currentView');
    await show(output);
    const params = { sinceRevision: before, stableMs: 0 };
    expect(await server.request('waitForChange', params)).toMatchObject({ changed: true });
  }
});

test('waitForChange rejects since any with -32602 [5.change.since]', async () => {
  const { server } = await ScriptedProgram.start();
  const { code, data } = await failureOf(server.request('waitForChange', { since: 'any' }));
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/since' }] } });
});

test.each([
  ['unchanged', '', false],
  ['changed', 'last words', true],
])('waitForChange ends when the program exits: %s [5.change.exited]', async (_, words, changed) => {
  const { server, print, begin, exit } = await ScriptedProgram.startWith('first');
  const { mark } = await server.request('mark');
  await begin('wait', 'waitForChange', { since: mark, stableMs: 600_000, timeoutMs: 600_000 });
  print(words);
  await exit();
  const text = `first${words}\n\n\n\n\n`;
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ changed, exited: true, exitCode: 3, text });
  expect(await server.request('waitForChange', { since: mark })).toMatchObject({ changed, exited: true, exitCode: 3 });
});

test.each([
  ['a synchronized update', '\x1b[?2026hchanged'],
  ['an escape sequence', 'changed\x1b['],
  ['a string', 'changed\x1b]2;title'],
])(
  'output that ends inside %s counts after 150 ms; only waitForStable waits for the end [5.change.incomplete] [5.for.incomplete]',
  async (_, output) => {
    const { server, print } = await ScriptedProgram.start();
    const { mark } = await server.request('mark');
    print(output);
    await server.request('waitForText', { selector: exact('changed') });
    expect(await server.request('waitForChange', { since: mark, stableMs: 10 })).toMatchObject({ changed: true });
    expect(await server.request('waitFor', { anyOf: [{ stableMs: 10 }] })).toMatchObject({ index: 0 });
    const stable = server.request('waitForStable', { debounceMs: 10, timeoutMs: 400 });
    expect((await failureOf(stable)).data['kind']).toBe('timeout');
  },
);

test('waitForChange ignores an incomplete synchronized update for 150 ms [5.change.incomplete]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForChange', { since: 'now', stableMs: 0 });
  const printedAt = performance.now();
  print('\x1b[?2026hchanged');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ changed: true });
  expect(performance.now() - printedAt).toBeGreaterThanOrEqual(149);
});
