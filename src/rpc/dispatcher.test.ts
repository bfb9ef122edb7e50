import { expect, test } from 'vitest';
import { Dispatcher } from './dispatcher.js';
import { codes, RpcError } from './errors.js';
import { type Call, parseMessage } from './message.js';

/** A dispatcher whose requests `hold` run until they are released or cancelled. */
class Bench {
  readonly written: unknown[] = [];
  readonly ran: string[] = [];
  readonly bugs: unknown[] = [];
  readonly failed: number[] = [];
  readonly begun: string[] = [];
  hasRoom = true;
  readonly #holds: (() => void)[] = [];
  readonly dispatcher = new Dispatcher(
    {
      isControl: ({ method }) => ['control', 'close'].includes(method),
      run: (call, signal) => this.#run(call, signal),
    },
    {
      onResponseStart: (line) => this.begun.push(line),
      write: (line) => this.written.push(JSON.parse(line)),
      waitForRoom: () => Promise.resolve(this.hasRoom),
      onFailure: ({ code }) => this.failed.push(code),
      onBug: (error) => this.bugs.push(error),
    },
  );

  send(...messages: object[]): this {
    for (const line of messages.map((message) => JSON.stringify(message)))
      this.dispatcher.receive(parseMessage(line), 100, line);
    return this;
  }

  release(): void {
    this.#holds.shift()?.();
  }

  async #run({ method, params }: Call, signal: AbortSignal): Promise<unknown> {
    this.ran.push(`${method}${params['n'] ?? ''}`);
    if (method === 'close') this.dispatcher.close();
    if (method === 'bug') throw new TypeError('secret stack');
    if (method === 'fail') throw new RpcError(codes.failed, 'It failed.', { kind: 'timeout' });
    if (method === 'fail at length') throw new RpcError(codes.failed, 'It failed.', { toJSON: tooLong });
    if (method === 'big') return 'x'.repeat(Number(params['n']));
    if (method === 'hold')
      await new Promise<void>((resolve, reject) => {
        this.#holds.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    return method;
  }
}

/** V8's error for a response that exceeds the maximum string length. */
const tooLong = (): never => {
  throw new RangeError('Invalid string length');
};

/** Lets the sent requests start. */
const begun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const request = (id: unknown, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const notification = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params });
const cancel = (id: unknown): object => notification('$/cancelRequest', { id });
const result = (id: unknown, method: string): object => ({ jsonrpc: '2.0', id, result: method });
const cancelled = (id: unknown): unknown =>
  expect.objectContaining({ id, error: expect.objectContaining({ code: -32800 }) });

test('a bug is reported as -32603 without its stack; its cause is logged [2.-32603, 2.no-stack]', async () => {
  const bench = new Bench().send(request(1, 'bug'), request(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toMatchObject([
    { id: 1, error: { code: -32603 } },
    { id: 2, result: 'a' },
  ]);
  expect(JSON.stringify(bench.written)).not.toContain('secret');
  expect(bench.bugs).toEqual([new TypeError('secret stack')]);
});

test('an error that is too long for a response is a bug; later requests still run [2.-32603, 1.order]', async () => {
  const bench = new Bench().send(request(1, 'fail at length'), request(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toMatchObject([
    { id: 1, error: { code: -32603 } },
    { id: 2, result: 'a' },
  ]);
  expect(bench.bugs).toEqual([new RangeError('Invalid string length')]);
});

test('runs the following requests when a line cannot be recorded [1.order]', async () => {
  const bench = new Bench();
  bench.begun.push = (): number => {
    bench.begun.push = Array.prototype.push;
    return tooLong();
  };
  bench.send(request(1, 'a'), request(2, 'a'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([result(2, 'a')]);
  expect(bench.bugs).toHaveLength(1);
});

test('requests run one after another; the control plane runs at once [1.order, 1.control]', async () => {
  const bench = new Bench().send(request(1, 'hold'), request(2, 'a'));
  await begun();
  bench.send(request(3, 'control'));
  await bench.dispatcher.waitForProgress();
  expect(bench.ran).toEqual(['hold', 'control']);
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([result(3, 'control'), result(1, 'hold'), result(2, 'a')]);
});

test('`idle` also waits for the control plane, whose pending responses are counted [1.eof, 1.slow-client]', async () => {
  const bench = new Bench().send(request(1, 'control'), request(2, 'control'));
  expect(bench.dispatcher.controlBytes).toBe(2 * 1024);
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toHaveLength(2);
  expect(bench.dispatcher.controlBytes).toBe(0);
});

test('cancels a pending and a queued request, and runs the others [1.cancel]', async () => {
  const bench = new Bench().send(request(1, 'hold'), request('x', 'a'), request(2, 'b'));
  await begun();
  bench.send(cancel('x'), cancel(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled('x'), cancelled(1), result(2, 'b')]);
  expect(bench.ran).toEqual(['hold', 'b']);
});

test('a cancellation without id does not cancel notifications [1.cancel-silent]', async () => {
  const bench = new Bench().send(request(1, 'hold'), notification('a'), notification('$/cancelRequest'));
  await begun();
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
  const bench = new Bench().send(request(1e9, 'hold'), request(id, 'a'), request(other, 'b'), cancel(id));
  await begun();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled(id), result(1e9, 'hold'), result(other, 'b')]);
});

test('a cancellation that is late, repeated or of an unknown id is ignored [1.cancel-silent]', async () => {
  const bench = new Bench().send(request(1, 'a'));
  await bench.dispatcher.waitForIdle();
  bench.send(cancel(1), cancel(7), notification('$/cancelRequest'), request(2, 'hold'), cancel(2), cancel(2));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([result(1, 'a'), cancelled(2)]);
});

test('a response and its cancellation in the same turn give one response [1.cancel]', async () => {
  const bench = new Bench().send(request(1, 'hold'));
  await begun();
  bench.release();
  bench.send(cancel(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled(1)]);
});

test('a request that is cancelled before it starts never runs [1.cancel]', async () => {
  const bench = new Bench().send(request(1, 'a'), cancel(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled(1)]);
  expect(bench.ran).toEqual([]);
});

test('in an array only one entry is cancelled, and the response is complete [1.cancel, 1.batch]', async () => {
  const bench = new Bench().send([request(1, 'hold'), notification('note'), request(2, 'a')]);
  await begun();
  bench.send(cancel(1));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([[cancelled(1), result(2, 'a')]]);
  expect(bench.ran).toEqual(['hold', 'note', 'a']);
});

test('a cancellation in an array takes effect when the array runs [1.cancel]', async () => {
  const bench = new Bench().send([request(1, 'a'), cancel(2)], request(2, 'b'));
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled(2), [result(1, 'a')]]);
  expect(bench.failed).toEqual([-32800]);
});

test('after `close`, the running request ends, others are cancelled, and the control plane still responds [10.shutdown]', async () => {
  const bench = new Bench().send(request(1, 'hold'), [request(2, 'a'), notification('note')], notification('note'));
  await begun();
  bench.dispatcher.close();
  bench.send(request(3, 'a'), request(4, 'control'));
  await bench.dispatcher.waitForProgress();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([result(4, 'control'), result(1, 'hold'), [cancelled(2)], cancelled(3)]);
  expect(bench.ran).toEqual(['hold', 'control']);
});

test('the responses to an array are bounded: later entries do not run [1.batch-limit]', async () => {
  const big = { n: 33 * 1024 * 1024 };
  const bench = new Bench().send([request(1, 'big', big), request(2, 'big', big), request(3, 'a'), notification('n')]);
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
  const bench = new Bench().send(request('first', 'hold'));
  const entry = parseMessage(JSON.stringify(request(1, 'a')));
  for (let count = 0; count < 50_000; count += 1) bench.dispatcher.receive(entry, 100);
  bench.send(request('last', 'a'));
  expect(bench.dispatcher.queuedBytes).toBeGreaterThan(50_000 * 1024);
  bench.send(cancel('last'));
  expect(bench.written).toEqual([cancelled('last')]);
  bench.dispatcher.cancelAll();
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toHaveLength(50_002);
  expect(bench.dispatcher.queuedBytes).toBe(0);
});

test('a line begins when its requests run; a line cancelled before that never begins [9.record-requests]', async () => {
  const bench = new Bench().send(
    request(1, 'hold'),
    request(2, 'a'),
    request(3, 'b'),
    request(4, 'control'),
    cancel(2),
  );
  const lines = [request(1, 'hold'), request(4, 'control'), cancel(2)].map((message) => JSON.stringify(message));
  expect(bench.begun).toEqual(lines);
  await begun();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.begun).toEqual([...lines, JSON.stringify(request(3, 'b'))]);
});

test('without room at the end, the control plane is cancelled, except the request that ends the server [10.shutdown, 1.flush]', async () => {
  const bench = new Bench().send(request(1, 'control'), request(2, 'close'));
  bench.hasRoom = false;
  await bench.dispatcher.waitForIdle();
  expect(bench.written).toEqual([cancelled(1), result(2, 'close')]);
});

test('long requests retain their params, line and order while they are queued [1.order]', async () => {
  const padding = 'x'.repeat(5000);
  const lines = [
    JSON.stringify(request(2, 'a', { n: 1, padding })),
    JSON.stringify([request(3, 'b', { n: 2, padding }), request(4, 'c', { n: 3 })]),
    JSON.stringify(request(5, 'd', { n: 4, padding })),
  ];
  const bench = new Bench().send(request(1, 'hold'));
  for (const line of lines) bench.dispatcher.receive(parseMessage(line), line.length, line);
  bench.send(cancel(4));
  bench.dispatcher.receive(parseMessage(JSON.stringify(cancel(5))), 100);
  await begun();
  bench.release();
  await bench.dispatcher.waitForIdle();
  expect(bench.ran).toEqual(['hold', 'a1', 'b2']);
  expect(bench.begun).toContain(lines[0]);
  expect(bench.begun).toContain(lines[1]);
  expect(bench.written.slice(1)).toEqual([result(1, 'hold'), result(2, 'a'), [result(3, 'b'), cancelled(4)]]);
  expect(bench.written[0]).toEqual(cancelled(5));
});
