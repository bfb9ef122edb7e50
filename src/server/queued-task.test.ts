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

const padding = 'x'.repeat(5000);

test('long requests retain their params, line and order while they are queued [1.order]', async () => {
  const lines = [
    JSON.stringify(toRequest(2, 'a', { n: 1, padding })),
    JSON.stringify([toRequest(3, 'b', { n: 2, padding }), toRequest(4, 'c', { n: 3 })]),
    JSON.stringify(toRequest(5, 'd', { n: 4, padding })),
  ];
  const bench = new DispatcherBench().send(toRequest(1, 'hold'));
  for (const line of lines) bench.dispatcher.receive(Buffer.from(line));
  bench.send(toCancellation(4), toCancellation(5));
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.ran).toEqual(['hold', 'a1', 'b2']);
  expect(bench.begun).toContain(lines[0]);
  expect(bench.begun).toContain(lines[1]);
  expect(bench.written.slice(1)).toEqual([toResult(1, 'hold'), toResult(2, 'a'), [toResult(3, 'b'), toCancelled(4)]]);
  expect(bench.written[0]).toEqual(toCancelled(5));
});

const nest = (depth: number): unknown => (depth === 0 ? 0 : [nest(depth - 1)]);
const isHeld = (response: unknown): boolean => (response as { result?: unknown }).result === 'hold';
test.each<[string, string]>([
  ['a valid call', JSON.stringify(toRequest(2, 'a', { n: 1, padding }))],
  ['a control call', JSON.stringify(toRequest(2, 'control', { padding }))],
  ['a long id', JSON.stringify(toRequest(padding, 'a'))],
  ['a long method', JSON.stringify(toRequest(2, padding))],
  ['a long member', JSON.stringify({ ...toRequest(2, 'a'), [padding]: 1 })],
  ['an exact id', `{"jsonrpc":"2.0","method":"a","params":{"padding":"${padding}"},"id":1e400}`],
  ['an invalid escape in a long string', `{"jsonrpc":"2.0","id":2,"method":"a","params":{"x":"${padding}\\x"}}`],
  ['a long string without an end', `{"jsonrpc":"2.0","id":2,"method":"a","params":{"x":"${padding}`],
  ['a missing method', JSON.stringify({ ...toRequest(2, 'a', { padding }), method: undefined })],
  ['positional params', `{"jsonrpc":"2.0","id":2,"method":"a","params":["${padding}"]}`],
  ['params that are too deep', JSON.stringify(toRequest(2, 'a', { padding, x: nest(1001) }))],
  ['a batch', JSON.stringify([toRequest(2, 'a', { padding }), toRequest(3, 'b'), 1])],
  ['a batch with an invalid escape', `[{"jsonrpc":"2.0","id":2,"method":"a"},"${padding}\\x"]`],
  ['a notification', JSON.stringify(toNotification('a', { padding }))],
])('a long line is handled the same when it is queued: %s [1.order, 1.control-queue]', async (_, line) => {
  const idle = new DispatcherBench();
  idle.dispatcher.receive(Buffer.from(line));
  await idle.dispatcher.waitForIdle();
  const busy = new DispatcherBench().send(toRequest(1, 'hold'));
  busy.dispatcher.receive(Buffer.from(line));
  await waitForStart();
  busy.release();
  await busy.dispatcher.waitForIdle();
  expect(busy.written.filter((response) => !isHeld(response))).toEqual(idle.written);
  expect(busy.ran.filter((method) => method !== 'hold')).toEqual(idle.ran);
  expect(busy.begun.slice(1)).toEqual(idle.begun);
});

test('a long line that is queued can be cancelled [1.cancel]', async () => {
  const bench = new DispatcherBench().send(
    toRequest(1, 'hold'),
    toRequest(2, 'a', { padding }),
    toNotification('$/cancelRequest', { id: 2, padding }),
  );
  expect(bench.written).toEqual([toCancelled(2)]);
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.ran).toEqual(['hold']);
});

test('short requests retain their params and order in a long queue [1.order]', async () => {
  const bench = new DispatcherBench().send(toRequest('first', 'hold'));
  const numbers = Array.from({ length: 3000 }, (_, n) => n);
  bench.send(...numbers.map((n) => (n % 7 === 6 ? [toRequest(n, 'a', { n }), 1] : toRequest(n, 'a', { n }))));
  bench.send(toCancellation(2500));
  await waitForStart();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.ran).toEqual(['hold', ...numbers.filter((n) => n !== 2500).map((n) => `a${n}`)]);
  expect(bench.begun).toHaveLength(numbers.length + 1);
});
