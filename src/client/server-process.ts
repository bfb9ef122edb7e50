import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  NullLogger,
  ParameterStructures,
  RAL,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { callAfterRunning } from '../base/deadline.js';
import { nameExit } from '../base/exit.js';
import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  ownTimers,
  setImmediate,
  setInterval,
  setTimeout,
} from '../base/timers.js';
import { onAbort } from './connection.js';
import { CancelledError, type ErrorData, TuispecError } from './errors.js';
import { LineMessageReader, LineMessageWriter } from './message-streams.js';
import type { MethodName, MethodParams, MethodResults, Notifications, RequestOptions } from './wire.js';

const internalError = -32603;
const cancelledCode = -32800;
const maxStderrLength = 10_000;
// A process that has inherited its streams may keep them open after its exit.
const maxCloseMs = 500;
// It cancels requests, closes its recording and flushes responses for a second each.
const maxTerminationMs = 5000;

// It looks up the timers of the global object at each message.
RAL.install({
  ...RAL(),
  timer: {
    setTimeout: (callback, ms, ...args) => toDisposable(setTimeout(callback, ms, ...args), clearTimeout),
    setImmediate: (callback, ...args) => toDisposable(setImmediate(callback, ...args), clearImmediate),
    setInterval: (callback, ms, ...args) => toDisposable(setInterval(callback, ms, ...args), clearInterval),
  },
});

function toDisposable<T>(handle: T, clear: (handle: T) => void): { dispose: () => void } {
  return { dispose: () => clear(handle) };
}

/** A running `tuispec server` and the connection to it. */
export class ServerProcess {
  /** The environment that the server was started with. */
  readonly environment: Readonly<Record<string, string | undefined>> = { ...process.env };
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #command: string;
  #stderr = '';
  #pending = 0;
  #holds = 0;
  #isUsable = true;
  #hasResponded = false;
  #lastRefCall: 'ref' | 'unref' | undefined;
  #endReason: string | undefined;
  #killTimer: NodeJS.Timeout | undefined;
  readonly #listeners = new Map<string, (params: unknown) => void>();
  readonly #ended: Promise<void>;
  #noteEnded: () => void = () => {};

  constructor(command: readonly string[]) {
    const [file = '', ...args] = command;
    this.#command = file;
    this.#ended = new Promise((resolve) => {
      this.#noteEnded = resolve;
    });
    // A variable asks for the log: then it is not hidden.
    const stderr = process.env['TUISPEC_LOG_LEVEL'] === undefined ? 'pipe' : 'inherit';
    try {
      this.#process = spawn(file, args, { stdio: ['pipe', 'pipe', stderr] });
    } catch (error) {
      throw new TuispecError(this.#startError(error));
    }
    const { stdin, stdout } = this.#process;
    if (stdin === null || stdout === null) throw new TuispecError(this.#startError('it has no streams'));
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrLength);
    });
    this.#process.on('error', (error) => this.#end(this.#startError(error)));
    this.#process.on('exit', (exitCode, signal) => {
      const end = (): void => this.#end(`The server ended with ${nameExit({ exitCode, signal })}.`);
      const timer = callAfterRunning(maxCloseMs, end, ownTimers);
      this.#process.on('close', () => {
        timer[Symbol.dispose]();
        end();
      });
    });
    this.#connection = createMessageConnection(new LineMessageReader(stdout), new LineMessageWriter(stdin), NullLogger);
    this.#connection.onError(([error]) => {
      this.#end(error.message);
      this.kill();
    });
    this.#connection.onClose(() => this.kill());
    this.#connection.listen();
    this.#updateRef();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Whether the server can run another session. */
  get isUsable(): boolean {
    return this.#isUsable && this.#endReason === undefined;
  }

  /** Sends a request; rejects with a `TuispecError`. */
  async request<M extends MethodName>(
    method: M,
    params: MethodParams[M],
    { signal }: RequestOptions = {},
  ): Promise<MethodResults[M]> {
    if (signal?.aborted === true) throw createAbortedError(method, signal);
    if (this.#endReason !== undefined) throw this.#endError(method);
    const source = new CancellationTokenSource();
    using _ = signal && onAbort(signal, () => this.#cancel(source));
    this.#count(1);
    try {
      const result = await this.#connection.sendRequest(method, ParameterStructures.byName, params, source.token);
      this.#hasResponded = true;
      return result as MethodResults[M];
    } catch (error) {
      throw await this.#errorFrom(error, method, signal);
    } finally {
      this.#count(-1);
    }
  }

  // A server that has never responded may not start at all, and no program runs on it.
  #cancel(source: CancellationTokenSource): void {
    if (this.#hasResponded) source.cancel();
    else this.kill();
  }

  /** Receives a notification; the last listener of each kind replaces the one before. */
  onNotification<N extends keyof Notifications>(name: N, listener: (params: Notifications[N]) => void): Disposable {
    if (!this.#listeners.has(name))
      this.#connection.onNotification(name, (params: unknown) => this.#listeners.get(name)?.(params));
    const current = listener as (params: unknown) => void;
    this.#listeners.set(name, current);
    return {
      [Symbol.dispose]: () => {
        if (this.#listeners.get(name) === current) this.#listeners.set(name, () => {});
      },
    };
  }

  /** Keeps this process alive until the hold is disposed, even without a pending request. */
  hold(): Disposable {
    this.#holds += 1;
    this.#updateRef();
    return {
      [Symbol.dispose]: () => {
        this.#holds -= 1;
        this.#updateRef();
      },
    };
  }

  /** Closes the server's input: it ends its program and exits. */
  end(): void {
    this.#isUsable = false;
    this.#process.stdin?.end();
  }

  /** Ends the server and its program at once; the second call ends a server that does not react. */
  kill(): void {
    this.#isUsable = false;
    if (this.#killTimer !== undefined) {
      this.#process.kill('SIGKILL');
      return;
    }
    this.#killTimer = setTimeout(() => this.#process.kill('SIGKILL'), maxTerminationMs).unref();
    this.#process.kill('SIGTERM');
    // A stopped process receives the signal when it continues.
    this.#process.kill('SIGCONT');
  }

  /** Calls a listener when the server has ended. */
  onEnded(listener: () => void): void {
    void this.#ended.then(listener);
  }

  #startError(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    return `Cannot start the server ${JSON.stringify(this.#command)}: ${reason}.`;
  }

  async #errorFrom(error: unknown, method: MethodName, signal: AbortSignal | undefined): Promise<TuispecError> {
    // The connection is closed, or the server has cancelled the request itself: it is ending.
    const isOpen = error instanceof ResponseError && (error.code !== cancelledCode || signal?.aborted === true);
    if (!isOpen) await this.#ended;
    if (signal?.aborted === true && !this.#hasResponded) return createAbortedError(method, signal);
    if (!(error instanceof ResponseError) || this.#endReason !== undefined) return this.#endError(method);
    if (error.code === internalError) this.#isUsable = false;
    if (error.code === cancelledCode && signal !== undefined) return createAbortedError(method, signal);
    return new TuispecError(error.message, { method, code: error.code, data: (error.data ?? {}) as ErrorData });
  }

  #end(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#isUsable = false;
    this.#endReason = reason;
    clearTimeout(this.#killTimer);
    this.#noteEnded();
    this.#connection?.dispose();
  }

  #endError(method: MethodName): TuispecError {
    const said = this.#stderr.trim();
    const details = said === '' ? '' : ` It wrote to stderr:\n${said}`;
    const what = `No response to "${method}" from the server ${JSON.stringify(this.#command)}.`;
    return new TuispecError(`${what} ${this.#endReason}${details}`, { method });
  }

  #count(difference: number): void {
    this.#pending += difference;
    this.#updateRef();
  }

  // An idle server must not keep this process alive. It exits when its input ends. Bun counts the calls, and not all of
  // its streams have these methods.
  #updateRef(): void {
    const { stdin, stdout, stderr } = this.#process;
    const call = this.#pending + this.#holds > 0 ? 'ref' : 'unref';
    if (call === this.#lastRefCall) return;
    this.#lastRefCall = call;
    for (const stream of [this.#process, stdin, stdout, stderr]) (stream as Partial<Socket> | null)?.[call]?.();
  }
}

/** The error of a request that a signal has cancelled. */
export const createAbortedError = (method: MethodName, signal: AbortSignal): CancelledError =>
  new CancelledError(
    `The request "${method}" was cancelled.`,
    { method, code: cancelledCode },
    { cause: signal.reason },
  );
