import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

/** A synchronized update is evaluated only when complete, even if the kernel delivers it in pieces. */
const frame = (text: string): string => `\x1b[?2026h${text}\x1b[?2026l`;

test('a wait finds a line that appears and scrolls off in one write [5.scrolled]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('needle') });
  print(frame(`one\r\nneedle here${'\r\n'.repeat(100)}`));
  const { match } = (await server.inbox.waitForResult('wait')) as MethodResults['waitForText'];
  expect(match).toEqual({ row: -94, col: 1, endRow: -94, endCol: 6, text: 'needle' });
});

test.each([
  ['expectVisible', { selector: exact('needle') }],
  ['waitFor', { anyOf: [{ visible: exact('needle') }] }],
  ['waitForText', { selector: { type: 'regex', pattern: '^need(?=le)', flags: 'i' } }],
])('%s %j finds text that scrolled off during the wait [5.scrolled]', async (method, params) => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', method, params);
  print(frame(`needle${'\r\n'.repeat(100)}`));
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { row: -94 } });
});

test.each([
  ['CSI 3 J', '\x1b[3J'],
  ['clear', '\x1b[H\x1b[2J\x1b[3J'],
  ['RIS', '\x1bc'],
])('a wait finds text that scrolls off and is erased in the same write: %s [5.nothing-missed]', async (_, drop) => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('needle') });
  print(`needle${'\r\n'.repeat(50)}${drop}`);
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { text: 'needle' } });
});

test('a wait ignores text that scrolled off before it started [5.scrolled]', async () => {
  const { server } = await ScriptedProgram.startWith(`needle${'\r\n'.repeat(100)}`);
  const request = server.request('waitForText', { selector: exact('needle'), timeoutMs: 50 });
  expect((await failureOf(request)).data['kind']).toBe('timeout');
});

// The output is much longer than the scrollback, but no line is skipped.
test.each([
  [1000, exact('line 31337 ')],
  [1000, { type: 'regex', pattern: '^line 31337 \\|$' }],
  [100, exact('line 77777 ')],
  [10, exact('line 123 ')],
  [1, exact('line 99999 ')],
])(
  'a wait finds a line in the middle of a flood with a scrollback of %i: %j [5.scrollback-hold]',
  async (scrollback, selector) => {
    const server = new TestServer();
    const launch = { readySelector: exact('ready') };
    const flood = 'stty -echo; printf ready; read x; seq -f "line %.0f |" 1 100000; sleep 60';
    await server.launch('sh', ['-c', flood], launch, { scrollback, terminalRows: 24, terminalCols: 80 });
    const steps = [
      { method: 'sendText', params: { text: '\n', settleMs: 0 } },
      { id: 'wait', method: 'waitForText', params: { selector, timeoutMs: 25_000 } },
    ];
    // In one write, so that the wait starts before the output.
    server.send(steps.map((step) => JSON.stringify({ jsonrpc: '2.0', ...step })).join('\n'));
    expect(await server.inbox.waitForResult('wait')).toMatchObject({ ok: true, matchCount: 1 });
  },
);

test('since lastInput includes output that scrolled off before the wait started [5.since.between]', async () => {
  const server = new TestServer();
  const flood = 'stty -echo; printf ready; read x; echo "needle $x"; seq 1 900; printf done; sleep 60';
  await server.launch('sh', ['-c', flood], { readySelector: exact('ready') });
  await server.request('sendText', { text: '7\n' });
  await server.request('waitForText', { selector: exact('done') });
  const { match } = await server.request('waitForText', {
    selector: exact('needle 7'),
    since: 'lastInput',
    timeoutMs: 0,
  });
  expect(match?.row).toBeLessThan(-800);
});

test('no character is corrupted, wherever a read splits it [5.nothing-missed]', async () => {
  const server = new TestServer();
  await server.request('initialize', { terminalCols: 80, terminalRows: 10, timeoutSeconds: 60 });
  // Lines of 17 bytes: reads of any power of two end at every position in them.
  const script = 'yes "漢字…─éx" | head -n 200000; echo over';
  await server.request('launch', { command: 'sh', args: ['-c', script] });
  const { match } = await server.request('waitForText', {
    selector: exact('over'),
    failOn: { type: 'regex', pattern: '^[^漢o]|漢[^字]|字[^…]|…[^─]|─[^é]|é[^x]|x.' },
  });
  expect(match?.text).toBe('over');
  expect((await server.request('terminalState')).bytes).toBe(200_000 * 17 + 6);
});
