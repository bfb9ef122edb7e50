import { expect } from 'vitest';
import { type CallMessage, codes, RpcError } from '../../protocol/message.js';
import { Dispatcher } from '../../server/dispatcher.js';

/** A dispatcher whose requests `hold` run until they are released or cancelled. */
export class DispatcherBench {
  readonly written: unknown[] = [];
  /** Responses to calls of this process. */
  readonly noted: unknown[] = [];
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
      note: (line) => this.noted.push(JSON.parse(line)),
      waitForRoom: () => Promise.resolve(this.hasRoom),
      onFailure: ({ code }) => this.failed.push(code),
      onBug: (error) => this.bugs.push(error),
    },
  );

  send(...messages: object[]): this {
    for (const line of messages.map((message) => JSON.stringify(message))) this.dispatcher.receive(Buffer.from(line));
    return this;
  }

  release(): void {
    this.#holds.shift()?.();
  }

  async #run({ method, params }: CallMessage, signal: AbortSignal): Promise<unknown> {
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
export const waitForStart = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Creates a request. */
export const toRequest = (id: unknown, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
/** Creates a notification. */
export const toNotification = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params });
/** Creates the notification that cancels a request. */
export const toCancellation = (id: unknown): object => toNotification('$/cancelRequest', { id });
/** Creates the response of a request that returned the name of its method. */
export const toResult = (id: unknown, method: string): object => ({ jsonrpc: '2.0', id, result: method });
/** Matches the response of a cancelled request. */
export const toCancelled = (id: unknown): unknown =>
  expect.objectContaining({ id, error: expect.objectContaining({ code: -32800 }) });
