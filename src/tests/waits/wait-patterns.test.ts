import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { MethodName } from '../../protocol/generated/types.js';
import { failureOf } from '../support/failure-of.js';
import { pingUntil } from '../support/pings.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { sample } from '../support/tier.js';

// Backtracks for longer than any test runs.
const endless = { pattern: '^(a+)+$', flags: '' };
const selector = { type: 'regex', ...endless };
const hostileText = `${'a'.repeat(60)}!`;

const calls: readonly (readonly [method: MethodName, params: object])[] = [
  ['waitForText', { selector }],
  ['waitForText', { selector, state: 'hidden' }],
  ['waitForText', { selector: exact('never'), failOn: selector }],
  ['waitUntil', endless],
  ['waitUntil', { pattern: '(?=a)(a*)*b' }],
  ['waitFor', { anyOf: [{ title: endless.pattern }] }],
  ['waitFor', { anyOf: [endless] }],
  ['waitForStable', { debounceMs: 10, ignore: [selector] }],
  ['expectVisible', { selector, forMs: 10 }],
  ['expectNotVisible', { selector }],
];
test.each(sample(calls, 2))(
  '%s %j stops an endless pattern at its deadline, and pings are answered until then [5.pattern]',
  async (method, params) => {
    const { server, begin } = await ScriptedProgram.startWith(`${hostileText}\x1b]2;${hostileText}\x07`, {
      terminalCols: 80,
    });
    await begin('wait', method, { ...params, timeoutMs: 1500 });
    const answer = server.inbox.waitForResponse('wait');
    expect(await pingUntil(server, answer)).toBeLessThan(1200);
    expect((await answer)['error']).toMatchObject({ code: -32004, data: { kind: 'timeout' } });
    // The endless pattern does not delay the next one.
    await server.request('waitForText', { selector: { type: 'regex', pattern: 'AAA!', flags: 'iu' } });
  },
);

test('a wait with timeoutMs 0 still matches a pattern in the worker [5.timeout-zero]', async () => {
  const { server } = await ScriptedProgram.startWith('Ready');
  const insensitive = { type: 'regex', pattern: 'READY', flags: 'iu' };
  // The first pattern that needs the worker starts it.
  await server.request('waitForText', { selector: insensitive });
  const params = { selector: insensitive, timeoutMs: 0 };
  expect(await server.request('waitForText', params)).toMatchObject({ match: { text: 'Ready' } });
  const hidden = { ...params, state: 'hidden' };
  expect((await failureOf(server.request('waitForText', hidden))).data['kind']).toBe('timeout');
});

test('the output of a flood is delayed, not dropped, while the worker matches patterns [5.scrollback-hold]', async () => {
  const { server } = await ScriptedProgram.start();
  await server.request('launch', { command: 'sh', args: ['-c', 'read x; seq 1 30000; sleep 60'] });
  const selector = { type: 'regex', pattern: '^22222(?<=2)$' };
  const steps = [
    { method: 'sendText', params: { text: '\n', settleMs: 0 } },
    { id: 'wait', method: 'waitForText', params: { selector, since: 'lastInput', timeoutMs: 20_000 } },
  ];
  // In one write, so that the wait starts before the flood.
  server.send(steps.map((step) => JSON.stringify({ jsonrpc: '2.0', ...step })).join('\n'));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { text: '22222' } });
});

test('a server that is stopped most of the time matches patterns without a timeout as well [5.timeout-zero]', async () => {
  const { server } = await ScriptedProgram.startWith('Ready 42', { updateSnapshots: true });
  const snapshot = { name: 'paused', stableMs: 0, timeoutMs: 0 };
  await server.request('expectSnapshot', { ...snapshot, timeoutMs: 20_000 });
  let isDone = false;
  const pauses = (async (): Promise<void> => {
    while (!isDone) {
      process.kill(server.pid, 'SIGSTOP');
      await sleep(280);
      process.kill(server.pid, 'SIGCONT');
      await sleep(20);
    }
  })();
  try {
    for (const params of [
      // Inline, and in the thread, which has to start.
      { pattern: '\\d+' },
      { pattern: 'READY', flags: 'iu' },
    ])
      for (let round = 0; round < 8; round += 1)
        expect(
          await server.request('waitForText', { selector: { type: 'regex', ...params }, timeoutMs: 0 }),
        ).toMatchObject({ matchCount: 1 });
    const normalize = [{ pattern: '(?<=Ready )\\d+', replacement: 'N' }];
    expect(await server.request('expectSnapshot', { ...snapshot, normalize })).toMatchObject({ status: 'matched' });
  } finally {
    isDone = true;
    await pauses;
  }
});
