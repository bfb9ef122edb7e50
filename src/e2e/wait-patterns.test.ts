import { expect, test } from 'vitest';
import { failureOf } from '../testing/failing.js';
import { pingUntil } from '../testing/pings.js';
import { Printer } from '../testing/printer.js';
import { exact } from '../testing/sought.js';

// Backtracks for longer than any test runs, and no linear engine takes it because of its flag.
const endless = { pattern: '^(a+)+$', flags: 'i' };
const selector = { type: 'regex', ...endless };
const hostileText = `${'a'.repeat(60)}!`;

test.each([
  ['waitForText', { selector }],
  ['waitForText', { selector, state: 'hidden' }],
  ['waitForText', { selector: exact('never'), failOn: selector }],
  ['waitUntil', endless],
  ['waitUntil', { pattern: '(?=a)(a*)*b' }],
  ['waitFor', { anyOf: [{ title: endless.pattern, flags: 'i' }] }],
  ['waitFor', { anyOf: [endless] }],
  ['waitForStable', { debounceMs: 10, ignore: [selector] }],
  ['expectVisible', { selector, forMs: 10 }],
  ['expectNotVisible', { selector }],
])(
  '%s %j: the deadline ends a pattern without end, and pings are answered until then [5.pattern]',
  async (method, params) => {
    const { server, begin } = await Printer.showing(`${hostileText}\x1b]2;${hostileText}\x07`, { terminalCols: 80 });
    const sentAt = performance.now();
    await begin('wait', method, { ...params, timeoutMs: 1500 });
    const answer = server.inbox.answer('wait');
    expect(await pingUntil(server, answer)).toBeLessThan(1200);
    expect((await answer)['error']).toMatchObject({ code: -32004, data: { kind: 'timeout' } });
    expect(performance.now() - sentAt).toBeLessThan(10_000);
    // The next one is not held up by it.
    await server.request('waitForText', { selector: { type: 'regex', pattern: 'AAA!', flags: 'i' } });
  },
);

test('a single look has the time to match a pattern that needs the worker [5.timeout-zero]', async () => {
  const { server } = await Printer.showing('Ready');
  const insensitive = { type: 'regex', pattern: 'READY', flags: 'i' };
  // The worker is started by the first pattern that needs it.
  await server.request('waitForText', { selector: insensitive });
  const params = { selector: insensitive, timeoutMs: 0 };
  expect(await server.request('waitForText', params)).toMatchObject({ match: { text: 'Ready' } });
  const hidden = { ...params, state: 'hidden' };
  expect((await failureOf(server.request('waitForText', hidden))).data['kind']).toBe('timeout');
});

test('a flood is held up, not lost, while patterns are matched in the worker [5.scrollback-hold]', async () => {
  const { server } = await Printer.start();
  await server.request('launch', { command: 'sh', args: ['-c', 'read x; seq 1 30000; sleep 60'] });
  const selector = { type: 'regex', pattern: '^(?=2)22222$' };
  const steps = [
    { method: 'sendText', params: { text: '\n', settleMs: 0 } },
    { id: 'wait', method: 'waitForText', params: { selector, since: 'lastInput', timeoutMs: 20_000 } },
  ];
  // At once: the wait has begun before the flood has.
  server.send(steps.map((step) => JSON.stringify({ jsonrpc: '2.0', ...step })).join('\n'));
  expect(await server.inbox.result('wait')).toMatchObject({ match: { text: '22222' } });
});
