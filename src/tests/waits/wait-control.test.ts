import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pingUntil } from '../support/pings.js';
import { ScriptedProgram } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';

const never = exact('never');
// Longer than a test may take.
const slow = { pollIntervalMs: 600_000, timeoutMs: 600_000 };

// Every wait, with params that are met at once on a screen with the text `here`.
const waits = [
  ['waitForText', { selector: exact('here') }],
  ['waitForText', { selector: never, state: 'hidden' }],
  ['waitUntil', { pattern: 'here' }],
  ['waitForStable', { debounceMs: 1 }],
  ['waitForChange', { stableMs: 1 }],
  ['waitFor', { anyOf: [{ pattern: 'here' }] }],
  ['expectVisible', { selector: exact('here') }],
  ['expectVisible', { selector: exact('here'), forMs: 1 }],
  ['expectNotVisible', { selector: never }],
] as const;

test.each(waits)('%s %j accepts pollIntervalMs and is not delayed by it [5.poll-interval]', async (method, params) => {
  const { server } = await ScriptedProgram.startWith('here');
  await server.request(method, { ...params, ...slow });
});

test('a wait that is woken by output is not delayed by pollIntervalMs [5.poll-interval]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('here'), ...slow });
  print('here');
  await server.inbox.waitForResult('wait');
});

test('waitForExit and sendLine accept pollIntervalMs and are not delayed by it [5.poll-interval]', async () => {
  const server = new TestServer();
  await server.launch('sh', ['-c', 'read x; echo got $x']);
  await server.request('sendLine', { text: 'abc', expectAfter: exact('got abc'), ...slow });
  await server.request('waitForExit', slow);
});

test.each([
  ['the session', { timeoutSeconds: 0.15 }, {}, []],
  ['a flag', {}, {}, ['--timeout-seconds', '0.15']],
  ['the request', { timeoutSeconds: 3600 }, { timeoutMs: 150 }, []],
])('a wait uses the timeout that is set by %s [5.default-timeout]', async (_, session, params, args) => {
  // Another timeout would be longer than a test may take.
  const { server } = await ScriptedProgram.start(session, { args, env: { TUISPEC_TIMEOUT_SECONDS: '3600' } });
  const { data } = await failureOf(server.request('waitForText', { selector: never, ...params }));
  expect(data['kind']).toBe('timeout');
  expect(data['elapsedMs']).toBeGreaterThanOrEqual(149);
});

test('a wait with timeoutMs 0 checks the screen once [5.timeout-zero]', async () => {
  const { server, show } = await ScriptedProgram.start();
  const params = { selector: exact('here'), timeoutMs: 0 };
  expect((await failureOf(server.request('waitForText', params))).data['kind']).toBe('timeout');
  await show('here');
  expect(await server.request('waitForText', params)).toMatchObject({ match: { row: 1 } });
});

test.each(['wait', 7, 0, ''])(
  'the server cancels a pending wait with id %j and handles the next request [5.cancel]',
  async (id) => {
    const { server } = await ScriptedProgram.startWith('here');
    const wait = { jsonrpc: '2.0', id, method: 'waitForText', params: { selector: never, timeoutMs: 600_000 } };
    server.send(JSON.stringify(wait));
    await server.request('server.ping');
    server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } }));
    expect(await server.inbox.waitForResponse(id)).toMatchObject({ id, error: { code: -32800 } });
    await server.request('waitForText', { selector: exact('here'), timeoutMs: 0 });
  },
);

test('at the end of stdin the server finishes a pending wait, then exits with code 0 [5.stdin-end]', async () => {
  const { server, print, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: exact('late'), timeoutMs: 20_000 });
  await begin('queued', 'currentView', {});
  const ended = server.end();
  print('late');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ match: { text: 'late' } });
  expect(await server.inbox.waitForResult('queued')).toMatchObject({ text: 'late\n\n\n\n\n' });
  expect(await ended).toBe(0);
});

test('at the end of stdin an unmet wait runs until its timeout, then the server exits with code 0 [5.stdin-end]', async () => {
  const { server, begin } = await ScriptedProgram.start();
  await begin('wait', 'waitForText', { selector: never, timeoutMs: 200 });
  expect(await server.end()).toBe(0);
  expect((await server.inbox.waitForResponse('wait'))['error']).toMatchObject({ data: { kind: 'timeout' } });
});

test.each([
  ['exact', { selector: never }],
  ['regex', { selector: { type: 'regex', pattern: 'ne(v)er' } }],
  ['regex in the worker', { selector: { type: 'regex', pattern: 'NEVER', flags: 'i' } }],
  ['since', { selector: never, since: 'lastInput' }],
])('pings are answered during a flood while a wait is pending: %s [5.ping]', async (_, params) => {
  const server = new TestServer();
  await server.launch('yes', ['this is a line of a flood']);
  server.send(
    JSON.stringify({ jsonrpc: '2.0', id: 'wait', method: 'waitForText', params: { ...params, timeoutMs: 2000 } }),
  );
  const answer = server.inbox.waitForResponse('wait');
  expect(await pingUntil(server, answer)).toBeLessThan(500);
  expect((await answer)['error']).toMatchObject({ data: { kind: 'timeout' } });
});
