import { expect, test } from 'vitest';
import { methodFacts } from '../../protocol/generated/tables.js';
import type { MethodName } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { RpcFailure } from '../support/inbox.js';

/** Returns the code of the error of a request, with the pointer of its first error or its kind. */
async function failureOf(server: TestServer, method: string, params: object): Promise<[number, unknown] | 'fine'> {
  try {
    await server.request(method as MethodName, params);
    return 'fine';
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    const { errors, kind } = error.data as { errors?: { pointer: string }[]; kind?: string };
    return [error.code, errors?.[0]?.pointer ?? kind];
  }
}

const states = ['no session', 'a session', 'a program', 'an ended program', 'closed'] as const;

async function startIn(state: (typeof states)[number]): Promise<TestServer> {
  const server = new TestServer();
  if (state === 'no session') return server;
  await server.request('initialize', {
    notifyExit: true,
    timeoutSeconds: 0.5,
    terminalRows: 10,
    terminalCols: 20,
    updateSnapshots: true,
  });
  if (state === 'closed') await server.request('close');
  if (state === 'a program') await server.request('launch', { command: 'cat' });
  if (state !== 'an ended program') return server;
  await server.request('launch', { command: 'sh', args: ['-c', 'exit 3'] });
  await server.inbox.waitForNotification('session.exited');
  return server;
}

const noSession = [-32001, undefined];
const noProgram = [-32004, 'no-program'];
const exited = [-32004, 'exited'];
const bad = (pointer: string): unknown[] => [-32602, pointer];
const timeout = [-32004, 'timeout'];
const io = [-32004, 'io'];
const mouseOff = [-32004, 'mouse-off'];
const linesMismatch = [-32004, 'lines-mismatch'];
const never = { type: 'exact', text: 'never' };
const always = <T>(one: T): T[] => Array.from(states, () => one);
const inSession = (one: unknown): unknown[] => [noSession, one, one, one, noSession];
const inProgram = (running: unknown, ended: unknown): unknown[] => [noSession, noProgram, running, ended, noSession];

// A row: a request, and its result in each of the states.
const rows: readonly [string, object, readonly unknown[]][] = [
  ['sendText', { text: 5 }, always(bad('/text'))],
  ['sendText', { txt: 'x' }, always(bad('/txt'))],
  ['sendText', { text: 'x' }, [noSession, noProgram, 'fine', exited, noSession]],
  ['sendKey', { key: 'Nope+x' }, always(bad('/key'))],
  ['sendKey', { key: 'a' }, [noSession, noProgram, 'fine', exited, noSession]],
  ['sendBytes', { base64: '?' }, always(bad('/base64'))],
  ['sendLine', { text: 'x', expectAfter: { type: 'regex', pattern: '(' } }, always(bad('/expectAfter/pattern'))],
  ['submit', { text: ' ' }, always(bad('/text'))],
  ['submit', { text: 'x' }, [noSession, noProgram, 'fine', exited, noSession]],
  ['attach', { pane: 'x', socketPath: 'a', socketName: 'b' }, always(bad('/socketName'))],
  ['health', { expectCommand: [] }, always(bad('/expectCommand'))],
  ['health', {}, inProgram('fine', 'fine')],
  ['signal', { name: 'NOPE' }, always(bad('/name'))],
  ['signal', { name: 'WINCH' }, [noSession, noProgram, 'fine', exited, noSession]],
  ['currentView', { entireRow: -1 }, always(bad('/entireRow'))],
  ['currentView', { entireRow: 11 }, [noSession, noProgram, bad('/entireRow'), bad('/entireRow'), noSession]],
  ['currentView', { rows: { start: 5, end: 2 } }, always(bad('/rows'))],
  [
    'currentView',
    { rows: { start: 11, end: 0 } },
    [noSession, noProgram, bad('/rows/start'), bad('/rows/start'), noSession],
  ],
  ['currentView', { scrollback: 1, entireRow: 1 }, always(bad('/scrollback'))],
  ['currentView', {}, [noSession, noProgram, 'fine', 'fine', noSession]],
  ['resize', { cols: 1, rows: 1 }, always(bad('/cols'))],
  ['resize', { cols: 30, rows: 5 }, [noSession, 'fine', 'fine', 'fine', noSession]],
  ['launch', { command: '/nope', cols: 1 }, always(bad('/cols'))],
  ['launch', { command: '/nope' }, [noSession, ...Array.from({ length: 3 }, () => [-32004, 'spawn']), noSession]],
  ['initialize', { name: '' }, always(bad('/name'))],
  ['initialize', {}, ['fine', [-32002, undefined], [-32002, undefined], [-32002, undefined], 'fine']],
  ['close', { now: true }, always(bad('/now'))],
  ['nope', {}, always([-32601, undefined])],
  ['waitForText', { selector: never, timeoutMs: 0 }, inProgram(timeout, exited)],
  ['waitUntil', { pattern: 'never', timeoutMs: 0 }, inProgram(timeout, exited)],
  ['waitFor', { anyOf: [{ visible: never }], timeoutMs: 0 }, inProgram(timeout, exited)],
  ['waitForExit', { timeoutMs: 0 }, inProgram(timeout, 'fine')],
  ['waitForChange', { since: 'now', timeoutMs: 0 }, inProgram('fine', 'fine')],
  ['waitForStable', { debounceMs: 0 }, inProgram('fine', 'fine')],
  ['expectVisible', { selector: never, timeoutMs: 0 }, inProgram(timeout, exited)],
  ['expectNotVisible', { selector: never }, inProgram('fine', 'fine')],
  ['expectRestored', { timeoutMs: 0, allow: ['termios'] }, inProgram(timeout, 'fine')],
  ['expectRestored', { since: 'now' }, always(bad('/since'))],
  ['expectLines', { lines: ['never'], timeoutMs: 0 }, inProgram(linesMismatch, linesMismatch)],
  ['expectContrast', { timeoutMs: 0 }, inProgram('fine', 'fine')],
  ['expectColors', { timeoutMs: 0 }, inProgram('fine', 'fine')],
  ['expectSurvivesResize', { sizes: [[30, 10]] }, inProgram('fine', exited)],
  ['measure.stop', {}, inSession([-32004, 'not-measuring'])],
  ['measure.start', {}, inProgram('fine', exited)],
  ['expectRestored', { since: 'mark-77' }, inProgram(bad('/since'), bad('/since'))],
  ['mark', {}, inProgram('fine', 'fine')],
  ['step', { title: 'a' }, inSession('fine')],
  ['find', { selector: never }, inProgram('fine', 'fine')],
  ['events', {}, inProgram('fine', 'fine')],
  ['events', { since: 'before' }, always(bad('/since'))],
  ['terminalState', {}, inProgram('fine', 'fine')],
  ['dumpView', { name: 'a', theme: 'pink' }, always(bad('/theme'))],
  ['renderView', { name: 'a', theme: 'pink' }, always(bad('/theme'))],
  ['renderView', { name: 'a', theme: 'no/such.json' }, inProgram(io, io)],
  ['waitForText', { selector: never, since: 'before' }, always(bad('/since'))],
  ['waitFor', { anyOf: [{ visible: never }], since: 'before' }, always(bad('/since'))],
  ['waitForChange', { since: 'any' }, always(bad('/since'))],
  ['waitForChange', { since: 'before' }, always(bad('/since'))],
  ['waitForChange', { since: 'mark-7' }, inProgram(bad('/since'), bad('/since'))],
  ['initialize', { snapshotTheme: 'pink' }, always(bad('/snapshotTheme'))],
  ['dumpView', { name: 'a' }, inProgram('fine', 'fine')],
  ['renderView', { name: 'a' }, inProgram('fine', 'fine')],
  ['expectSnapshot', { name: 'a' }, inProgram('fine', 'fine')],
  ['diffView', { leftPath: '/nope', rightPath: '/nope' }, inSession(io)],
  ['click', { col: 1, row: 1 }, inProgram(mouseOff, exited)],
  ['hover', { col: 1, row: 1 }, inProgram(mouseOff, exited)],
  ['scroll', { direction: 'up' }, inProgram(mouseOff, exited)],
  ['drag', { from: { col: 1, row: 1 }, to: { col: 2, row: 1 } }, inProgram(mouseOff, exited)],
  ['focus', { focused: true }, inProgram('fine', exited)],
  ['viewSubscribe', {}, inSession('fine')],
  ['viewUnsubscribe', {}, always('fine')],
  ['recording.status', {}, always('fine')],
  ['view.start', {}, always('fine')],
  ['view.start', { port: -1 }, always(bad('/port'))],
  ['view.status', {}, always('fine')],
  ['view.stop', {}, always('fine')],
  ['recording.stop', {}, always('fine')],
  ['recording.start', { path: '/dev/null/x' }, always(io)],
  ['replay', { path: '/nope' }, always(io)],
  ['batch', { steps: [] }, always('fine')],
  ['server.ping', {}, always('fine')],
  ['rpc.discover', {}, always('fine')],
];

test('the table contains every method except server.shutdown [3.needs]', () => {
  const covered = new Set(rows.map(([method]) => method));
  expect(Object.keys(methodFacts).filter((method) => !covered.has(method))).toEqual(['server.shutdown']);
});

test.each(states.map((state, index) => [state, index] as const))(
  'params are validated first, then the session and the program are checked: %s [2.order, 2.-32001, 2.-32002, 2.-32004, 3.needs, 3.states]',
  async (state, index) => {
    const server = await startIn(state);
    for (const [method, params, expected] of rows) {
      expect(await failureOf(server, method, params), `${method} ${JSON.stringify(params)}`).toEqual(expected[index]);
      // The only row that changes the state.
      if (method === 'initialize' && expected[index] === 'fine') await server.request('close');
    }
  },
);
