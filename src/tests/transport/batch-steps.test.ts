import { expect, test } from 'vitest';
import type { ReceivedMessage } from '../support/inbox.js';
import { inject } from '../support/inject.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const ping = { method: 'server.ping' };
const pong = { pong: true, version: expect.any(String) };

/** Returns the response to one batch on a server without a session. */
async function sendBatch(params: unknown): Promise<ReceivedMessage> {
  const [answer] = await inject([{ jsonrpc: '2.0', id: 1, method: 'batch', params }]);
  return answer as ReceivedMessage;
}

test.each([
  ['no steps', [], []],
  ['one step', [ping], [pong]],
  [
    'params that are null, or an empty object',
    [
      { ...ping, params: null },
      { ...ping, params: {} },
    ],
    [pong, pong],
  ],
  ['a session', [{ method: 'initialize' }, { method: 'close' }], [expect.objectContaining({ rows: 40 }), { ok: true }]],
])('a batch returns the results of all steps: %s [9.batch-ok]', async (_, steps, results) => {
  expect((await sendBatch({ steps }))['result']).toEqual({ ok: true, completed: steps.length, results });
});

// Each row: the step that fails, after one that succeeds and before one that does not run, and its error.
test.each([
  ['batch', { steps: [] }, { code: -32020, message: 'batch is not allowed in a batch.' }],
  ['server.shutdown', {}, { code: -32020, message: 'server.shutdown is not allowed in a batch.' }],
  ['server.shutdown', { now: true }, { code: -32020, message: 'server.shutdown is not allowed in a batch.' }],
  ['server.pin', {}, { code: -32601, data: { method: 'server.pin', nearest: 'server.ping' } }],
  ['constructor', {}, { code: -32601, data: { method: 'constructor' } }],
  ['currentView', { row: 1 }, { code: -32602, data: { errors: [{ pointer: expect.stringContaining('row') }] } }],
  [
    'waitForText',
    { selector: { type: 'regex', pattern: '(' } },
    { code: -32602, data: { errors: [{ pointer: '/selector/pattern' }] } },
  ],
  ['currentView', {}, { code: -32001 }],
])(
  'a batch returns the complete error of step %s %j [9.batch-error] [9.batch-forbidden]',
  async (method, params, error) => {
    const steps = [ping, { method, params }, { method: 'initialize' }];
    const { result } = await sendBatch({ steps });
    expect(result).toMatchObject({ ok: false, completed: 1, results: [pong], errorStep: 2, error });
    const alone =
      method === 'batch' || method === 'server.shutdown'
        ? undefined
        : await inject([{ jsonrpc: '2.0', id: 1, method, params }]);
    if (alone !== undefined)
      expect((result as ReceivedMessage)['error']).toEqual((alone[0] as ReceivedMessage)['error']);
  },
);

test('the first step can fail [9.batch-error]', async () => {
  const { result } = await sendBatch({ steps: [{ method: 'close' }, ping] });
  expect(result).toMatchObject({ ok: false, completed: 0, results: [], errorStep: 1, error: { code: -32001 } });
});

test('results that exceed the response limit end the batch: earlier results are included [9.batch-error, 9.batch-bounded]', async () => {
  const steps = Array.from({ length: 1000 }, () => ({ method: 'rpc.discover' }));
  const { ok, completed, results, errorStep, error } = (await sendBatch({ steps }))['result'] as ReceivedMessage;
  const length = JSON.stringify((results as unknown[])[0]).length;
  expect({ ok, completed }).toEqual({ ok: false, completed: Math.ceil(67_108_865 / length) });
  expect(results).toHaveLength(completed as number);
  expect(errorStep).toBe((completed as number) + 1);
  expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('exceed 67108864 characters') });
});

test.each([
  [{}, ''],
  [{ steps: {} }, '/steps'],
  [{ steps: [ping, { params: {} }] }, '/steps/1'],
  [{ steps: [ping, { ...ping, params: [] }] }, '/steps/1/params'],
  [{ steps: [ping, { ...ping, id: 1 }] }, '/steps/1/id'],
])('a batch rejects an invalid list of steps and runs none of them: %j [9.batch-refused]', async (params, pointer) => {
  const { error } = await sendBatch(params);
  expect(error).toMatchObject({ code: -32602, data: { errors: [{ pointer }] } });
});

test('steps run in order up to the first failure, and completed steps are not undone [9.batch-order]', async () => {
  const { server } = await ScriptedProgram.start();
  const selector = { type: 'exact', text: 'never' };
  const { results, ...answer } = await server.request('batch', {
    steps: [
      { method: 'sendText', params: { text: 'one ' } },
      { method: 'waitForText', params: { selector: { type: 'exact', text: 'one' } } },
      { method: 'sendText', params: { text: 'two' } },
      { method: 'waitForText', params: { selector: { type: 'exact', text: 'one two' } } },
      { method: 'waitForText', params: { selector, timeoutMs: 20 } },
      { method: 'sendText', params: { text: 'three' } },
    ],
  });
  expect(results).toEqual([
    { ok: true },
    expect.objectContaining({ match: expect.objectContaining({ text: 'one' }) }),
    { ok: true },
    expect.objectContaining({ match: expect.objectContaining({ text: 'one two' }) }),
  ]);
  expect(answer).toEqual({
    ok: false,
    completed: 4,
    errorStep: 5,
    error: {
      code: -32004,
      message: expect.stringMatching(/^waitForText failed: No match for "never" within \d+ ms\.$/),
      data: expect.objectContaining({ kind: 'timeout', screen: 'one two\n\n\n\n\n' }),
    },
  });
  expect((await server.request('currentView')).text).toBe('one two\n\n\n\n\n');
});

const never = { method: 'waitForText', params: { selector: { type: 'exact', text: 'never' }, timeoutMs: 600_000 } };

test.each([
  ['during a wait', [never]],
  ['during many short steps', Array.from({ length: 2000 }, () => ({ method: 'currentView' }))],
])('cancelling a batch %s skips the remaining steps [9.batch-cancel]', async (_, first) => {
  const { server, begin } = await ScriptedProgram.start();
  const last = [
    { method: 'resize', params: { cols: 30, rows: 6 } },
    { method: 'sendText', params: { text: 'typed' } },
  ];
  await begin('batch', 'batch', { steps: [...first, ...last] });
  server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'batch' } }));
  expect((await server.inbox.waitForResponse('batch'))['error']).toMatchObject({ code: -32800 });
  await server.request('sendText', { text: 'after' });
  await server.request('waitForText', { selector: { type: 'exact', text: 'after' } });
  expect(await server.request('currentView')).toMatchObject({ text: 'after\n\n\n\n\n', cols: 20 });
});

test('the notification of a step is sent before the response of the batch [9.batch-notifications]', async () => {
  const { server, begin } = await ScriptedProgram.start();
  await begin('batch', 'batch', {
    steps: [
      { method: 'viewSubscribe', params: { debounceMs: 0, includeText: true } },
      { method: 'sendText', params: { text: 'typed', settleMs: 20_000 } },
      { method: 'viewUnsubscribe' },
    ],
  });
  expect(await server.inbox.waitForResult('batch')).toMatchObject({ ok: true, completed: 3 });
  const order = server.inbox.messages.map((message) => {
    const { id, method, params } = message as ReceivedMessage;
    return method === 'view.changed' ? (params as { text: string }).text.trim() : id;
  });
  expect(order.filter((one) => typeof one === 'string')).toEqual(['', 'typed', 'batch']);
});

test('pings are answered while a batch runs [9.batch-ping]', async () => {
  const { server, begin, print } = await ScriptedProgram.start();
  const selector = { type: 'exact', text: 'late' };
  await begin('batch', 'batch', { steps: [{ method: 'waitForText', params: { selector, timeoutMs: 600_000 } }] });
  await server.request('server.ping');
  print('late');
  expect(await server.inbox.waitForResult('batch')).toMatchObject({ ok: true });
});
