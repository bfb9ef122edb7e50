import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';

// Without a pause, the test would keep both processors busy.
const betweenRoundsMs = 5;
const ready = { type: 'exact', text: 'Ready' };
const frame = (text: string): string => `\x1b[?2026h\x1b[H\x1b[2K${text}\x1b[?2026l`;
// For each assertion: output that makes it pass, and output that makes it fail.
const expectations = [
  ['expectVisible', frame('Ready'), frame('')],
  ['expectNotVisible', frame(''), frame('Ready')],
] as const;

test.each(expectations)('%s is retried until it passes [5.expect.retry]', async (method, holds, breaks) => {
  const { server, print, begin } = await ScriptedProgram.startWith(breaks);
  await begin('wait', method, { selector: ready });
  print(holds);
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true, elapsedMs: expect.any(Number) });
});

test.each(expectations)('%s fails at its timeout [5.expect.retry]', async (method, _, breaks) => {
  const { server } = await ScriptedProgram.startWith(breaks);
  const { data } = await failureOf(server.request(method, { selector: ready, timeoutMs: 40 }));
  expect(data).toMatchObject({ kind: 'timeout' });
  expect(data['elapsedMs']).toBeGreaterThanOrEqual(39);
});

test.each(expectations)('%s with forMs passes when it was met for that time [5.expect.for]', async (method, holds) => {
  const { server } = await ScriptedProgram.startWith(holds);
  const { elapsedMs } = await server.request(method, { selector: ready, forMs: 200 });
  expect(elapsedMs).toBeGreaterThanOrEqual(199);
});

test.each(expectations)('%s with forMs restarts when interrupted [5.expect.break]', async (method, holds, breaks) => {
  const { server, print, begin } = await ScriptedProgram.startWith(holds);
  const begunAt = performance.now();
  await begin('wait', method, { selector: ready, forMs: 1000, timeoutMs: 20_000 });
  let heldAgainAt = begunAt;
  while (heldAgainAt < begunAt + 1100) {
    print(breaks);
    await server.request('server.ping');
    heldAgainAt = performance.now();
    print(holds);
    await server.request('server.ping');
    await sleep(betweenRoundsMs);
  }
  await server.inbox.waitForResult('wait');
  expect(performance.now() - heldAgainAt).toBeGreaterThanOrEqual(999);
});

test.each(expectations)('%s with forMs detects a one-update break [5.expect.break]', async (method, holds, breaks) => {
  const { server, print, begin } = await ScriptedProgram.startWith(holds);
  const begunAt = performance.now();
  await begin('wait', method, { selector: ready, forMs: 1000, timeoutMs: 20_000 });
  let brokenAt = begunAt;
  while (brokenAt < begunAt + 1100) {
    brokenAt = performance.now();
    print(breaks + holds);
    await server.request('server.ping');
    await sleep(betweenRoundsMs);
  }
  await server.inbox.waitForResult('wait');
  expect(performance.now() - brokenAt).toBeGreaterThanOrEqual(999);
});

test('expectNotVisible with forMs restarts when the text scrolls by [5.expect.break]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  const begunAt = performance.now();
  await begin('wait', 'expectNotVisible', { selector: ready, forMs: 1000, timeoutMs: 20_000 });
  let brokenAt = begunAt;
  while (brokenAt < begunAt + 1100) {
    brokenAt = performance.now();
    print(`Ready\r\n${'\n'.repeat(20)}`);
    await server.request('server.ping');
    await sleep(betweenRoundsMs);
  }
  await server.inbox.waitForResult('wait');
  expect(performance.now() - brokenAt).toBeGreaterThanOrEqual(999);
});

// A match that was there before has scrolled off; `nth` counts matches on the screen.
test.each([ready, { type: 'nth', index: 0, selector: ready }])(
  'expectNotVisible with forMs ignores text that has scrolled off: %j [5.expect.for]',
  async (selector) => {
    const { server, show, print, begin } = await ScriptedProgram.startWith('Ready');
    await show(`${'\n'.repeat(20)}`);
    expect(await server.request('expectNotVisible', { selector, forMs: 50 })).toMatchObject({ ok: true });
    await show('Ready');
    await begin('wait', 'expectNotVisible', { selector, forMs: 50 });
    print('\n'.repeat(20));
    expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true });
  },
);

test('expectVisible with forMs is not interrupted while a slow pattern is matched [5.expect.for]', async () => {
  const { server, print, begin } = await ScriptedProgram.startWith('Ready');
  // The worker matches every pattern with the flag `u`.
  const selector = { type: 'regex', pattern: 'READY', flags: 'iu' };
  await begin('wait', 'expectVisible', { selector, forMs: 500, timeoutMs: 600_000 });
  let isAnswered = false;
  const answer = server.inbox.waitForResult('wait').finally(() => {
    isAnswered = true;
  });
  for (let count = 0; !isAnswered; count += 1) {
    print(`\rReady ${count}`);
    await server.request('server.ping');
  }
  await answer;
});

test.each([
  ...expectations.map(([method, , breaks]) => [method, 'never met', breaks] as const),
  ...expectations.map(([method, holds]) => [method, 'not long enough', holds] as const),
])('%s with forMs reports that it was not met for that time: %s [5.expect.for]', async (method, _, text) => {
  const { server } = await ScriptedProgram.startWith(text);
  const { message } = await failureOf(server.request(method, { selector: ready, forMs: 60_000, timeoutMs: 50 }));
  const state = method === 'expectVisible' ? 'visible' : 'hidden';
  expect(message).toContain(`"Ready" was not ${state} for 60000 ms without interruption`);
});

test.each(expectations)('%s with forMs fails at timeoutMs even if met [5.expect.within]', async (method, holds) => {
  const { server } = await ScriptedProgram.startWith(holds);
  const request = server.request(method, { selector: ready, forMs: 60_000, timeoutMs: 50 });
  expect((await failureOf(request)).data).toMatchObject({ kind: 'timeout' });
});

test('expectVisible returns the match and applies ambiguityMode [5.expect.match]', async () => {
  const { server } = await ScriptedProgram.startWith('Ready\r\n Ready');
  for (const forMs of [0, 20]) {
    const params = { selector: ready, forMs };
    expect((await failureOf(server.request('expectVisible', { ...params, timeoutMs: 100 }))).data['kind']).toBe(
      'ambiguous',
    );
    expect(await server.request('expectVisible', { ...params, ambiguityMode: 'last' })).toMatchObject({
      ok: true,
      revision: expect.any(Number),
      match: { row: 2, col: 2 },
      matchCount: 2,
    });
  }
});
