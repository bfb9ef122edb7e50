import { expect, test } from 'vitest';
import {
  DispatcherBench,
  toCancellation,
  toCancelled,
  toNotification,
  toRequest,
  toResult,
  waitForStart,
} from '../tests/support/dispatcher-bench.js';

test('a bug is reported as -32603 without its stack; its cause is logged [2.-32603, 2.no-stack]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'bug'), toRequest(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toMatchObject([
    { id: 1, error: { code: -32603 } },
    { id: 2, result: 'a' },
  ]);
  expect(JSON.stringify(bench.written)).not.toContain('secret');
  expect(bench.bugs).toEqual([new TypeError('secret stack')]);
});

test('an error that is too long for a response is a bug; later requests still run [2.-32603, 1.order]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'fail at length'), toRequest(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toMatchObject([
    { id: 1, error: { code: -32603 } },
    { id: 2, result: 'a' },
  ]);
  expect(bench.bugs).toEqual([new RangeError('Invalid string length')]);
});

test('runs the following requests when a line cannot be recorded [1.order]', async () => {
  const bench = new DispatcherBench();
  bench.begun.push = (): number => {
    bench.begun.push = Array.prototype.push;
    throw new RangeError('Invalid string length');
  };
  bench.send(toRequest(1, 'a'), toRequest(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toResult(2, 'a')]);
  expect(bench.bugs).toHaveLength(1);
});

test('requests run one after another; the control plane runs at once [1.order, 1.control]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'hold'), toRequest(2, 'a'));
  await waitForStart();
  bench.send(toRequest(3, 'control'));
  await bench.dispatcher.waitForProgress();
  expect(bench.ran).toEqual(['hold', 'control']);
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toResult(3, 'control'), toResult(1, 'hold'), toResult(2, 'a')]);
});

test('`idle` also waits for the control plane, whose pending responses are counted [1.eof, 1.slow-client]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'control'), toRequest(2, 'control'));
  expect(bench.dispatcher.controlBytes).toBe(2 * 1024);
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toHaveLength(2);
  expect(bench.dispatcher.controlBytes).toBe(0);
});

test('cancels a pending and a queued request, and runs the others [1.cancel]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'hold'), toRequest('x', 'a'), toRequest(2, 'b'));
  await waitForStart();
  bench.send(toCancellation('x'), toCancellation(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled('x'), toCancelled(1), toResult(2, 'b')]);
  expect(bench.ran).toEqual(['hold', 'b']);
});

test('a cancellation without id does not cancel notifications [1.cancel-silent]', async () => {
  const bench = new DispatcherBench().send(
    toRequest(1, 'hold'),
    toNotification('a'),
    toNotification('$/cancelRequest'),
  );
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.ran).toEqual(['hold', 'a']);
});

test.each([
  [0, '0'],
  ['', 0],
  [null, 'null'],
  ['1', 1],
  [9007199254740992, 1],
])('a cancellation distinguishes the ids %j and %j [1.cancel]', async (id, other) => {
  const bench = new DispatcherBench().send(
    toRequest(1e9, 'hold'),
    toRequest(id, 'a'),
    toRequest(other, 'b'),
    toCancellation(id),
  );
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled(id), toResult(1e9, 'hold'), toResult(other, 'b')]);
});

test('a cancellation that is late, repeated or of an unknown id is ignored [1.cancel-silent]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'a'));
  await bench.dispatcher.waitForIdle();
  bench.send(
    toCancellation(1),
    toCancellation(7),
    toNotification('$/cancelRequest'),
    toRequest(2, 'hold'),
    toCancellation(2),
    toCancellation(2),
  );
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toResult(1, 'a'), toCancelled(2)]);
});

test('a response and its cancellation in the same turn give one response [1.cancel]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'hold'));
  await waitForStart();
  bench.release();
  bench.send(toCancellation(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled(1)]);
});

test('a request that is cancelled before it starts never runs [1.cancel]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'a'), toCancellation(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled(1)]);
  expect(bench.ran).toEqual([]);
});

test('in an array only one entry is cancelled, and the response is complete [1.cancel, 1.batch]', async () => {
  const bench = new DispatcherBench().send([toRequest(1, 'hold'), toNotification('note'), toRequest(2, 'a')]);
  await waitForStart();
  bench.send(toCancellation(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([[toCancelled(1), toResult(2, 'a')]]);
  expect(bench.ran).toEqual(['hold', 'note', 'a']);
});

test('a cancellation in an array takes effect when the array runs [1.cancel]', async () => {
  const bench = new DispatcherBench().send([toRequest(1, 'a'), toCancellation(2)], toRequest(2, 'b'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled(2), [toResult(1, 'a')]]);
  expect(bench.failed).toEqual([-32800]);
});

test('after `close`, the running request ends, others are cancelled, and the control plane still responds [10.shutdown]', async () => {
  const bench = new DispatcherBench().send(
    toRequest(1, 'hold'),
    [toRequest(2, 'a'), toNotification('note')],
    toNotification('note'),
  );
  await waitForStart();
  bench.dispatcher.close();
  bench.send(toRequest(3, 'a'), toRequest(4, 'control'));
  await bench.dispatcher.waitForProgress();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toResult(4, 'control'), toResult(1, 'hold'), [toCancelled(2)], toCancelled(3)]);
  expect(bench.ran).toEqual(['hold', 'control']);
});

test('the responses to an array are bounded: later entries do not run [1.batch-limit]', async () => {
  const big = { n: 33 * 1024 * 1024 };
  const bench = new DispatcherBench().send([
    toRequest(1, 'big', big),
    toRequest(2, 'big', big),
    toRequest(3, 'a'),
    toNotification('n'),
  ]);
  await bench.dispatcher.waitForIdle();
  const answers = bench.written[0] as { id: number; error?: { code: number } }[];
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, -32600],
  ]);
  expect(bench.ran).toHaveLength(2);
});

test('cancels one or all of fifty thousand queued requests [1.cancel, 1.slow-client]', async () => {
  const bench = new DispatcherBench().send(toRequest('first', 'hold'));
  const line = Buffer.from(JSON.stringify(toRequest(1, 'a')));
  for (let count = 0; count < 50_000; count += 1) bench.dispatcher.receive(line);
  bench.send(toRequest('last', 'a'));
  expect(bench.dispatcher.queuedBytes).toBeGreaterThan(50_000 * 1024);
  bench.send(toCancellation('last'));
  expect(bench.written).toEqual([toCancelled('last')]);
  bench.dispatcher.cancelAll();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toHaveLength(50_002);
  expect(bench.dispatcher.queuedBytes).toBe(0);
});

test('a line begins when its requests run; a line cancelled before that never begins [9.record-requests]', async () => {
  const bench = new DispatcherBench().send(
    toRequest(1, 'hold'),
    toRequest(2, 'a'),
    toRequest(3, 'b'),
    toRequest(4, 'control'),
    toCancellation(2),
  );
  const lines = [toRequest(1, 'hold'), toRequest(4, 'control'), toCancellation(2)].map((message) =>
    JSON.stringify(message),
  );
  expect(bench.begun).toEqual(lines);
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.begun).toEqual([...lines, JSON.stringify(toRequest(3, 'b'))]);
});

test('without room at the end, the control plane is cancelled, except the request that ends the server [10.shutdown, 1.flush]', async () => {
  const bench = new DispatcherBench().send(toRequest(1, 'control'), toRequest(2, 'close'));
  bench.hasRoom = false;
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([toCancelled(1), toResult(2, 'close')]);
});
