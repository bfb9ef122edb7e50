import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  NullLogger,
  ParameterStructures,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { CancelledError, type ErrorData, TuispecError } from './errors.js';
import { LineMessageReader, LineMessageWriter } from './message-streams.js';
import type { MethodName, MethodParams, MethodResults, Notifications } from './wire-types.js';

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request when aborted. */
  readonly signal?: AbortSignal | undefined;
}

const internalError = -32603;
const cancelledCode = -32800;
const maxStderrLength = 10_000;

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
  #endReason: string | undefined;

  constructor(command: readonly string[]) {
    const [file = '', ...args] = command;
    this.#command = file;
    // A variable asks for the log: then it is not hidden.
    const stderr = process.env['TUISPEC_LOG_LEVEL'] === undefined ? 'pipe' : 'inherit';
    this.#process = spawn(file, args, { stdio: ['pipe', 'pipe', stderr] });
    const { stdin, stdout } = this.#process;
    if (stdin === null || stdout === null) throw new TuispecError(`Cannot start the server ${JSON.stringify(file)}.`);
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrLength);
    });
    this.#process.on('error', (error) =>
      this.#end(`Cannot start the server ${JSON.stringify(file)}: ${error.message}.`),
    );
    this.#process.on('close', (exitCode, signal) =>
      this.#end(`The server ended with ${signal ?? `exit code ${exitCode}`}.`),
    );
    this.#connection = createMessageConnection(new LineMessageReader(stdout), new LineMessageWriter(stdin), NullLogger);
    this.#connection.onError(([error]) => {
      this.#end(error.message);
      this.kill();
    });
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
    if (signal?.aborted === true) throw createCancelledError(method, signal);
    if (this.#endReason !== undefined) throw this.#endError(method);
    const source = new CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal?.addEventListener('abort', cancel);
    this.#count(1);
    try {
      return await this.#connection.sendRequest(method, ParameterStructures.byName, params, source.token);
    } catch (error) {
      throw this.#errorFrom(error, method, signal);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#count(-1);
    }
  }

  /** Receives a notification; only one listener per kind. */
  onNotification<N extends keyof Notifications>(name: N, listener: (params: Notifications[N]) => void): Disposable {
    const { dispose } = this.#connection.onNotification(name, listener);
    return { [Symbol.dispose]: dispose };
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

  /** Ends the server and its program at once. */
  kill(): void {
    this.#isUsable = false;
    this.#process.kill('SIGTERM');
  }

  #errorFrom(error: unknown, method: MethodName, signal: AbortSignal | undefined): TuispecError {
    if (!(error instanceof ResponseError) || this.#endReason !== undefined)
      return this.#endReason === undefined ? new TuispecError(String(error), { method }) : this.#endError(method);
    if (error.code === internalError) this.#isUsable = false;
    if (error.code === cancelledCode && signal?.aborted === true) return createCancelledError(method, signal);
    return new TuispecError(error.message, { method, code: error.code, data: (error.data ?? {}) as ErrorData });
  }

  #end(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#isUsable = false;
    this.#endReason = reason;
    this.#connection.dispose();
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

  // An idle server must not keep this process alive. It exits when its input ends.
  #updateRef(): void {
    const { stdin, stdout, stderr } = this.#process;
    const call = this.#pending + this.#holds > 0 ? 'ref' : 'unref';
    for (const stream of [this.#process, stdin, stdout, stderr]) (stream as Socket | null)?.[call]();
  }
}

const createCancelledError = (method: MethodName, signal: AbortSignal): CancelledError =>
  new CancelledError(
    `The request "${method}" was cancelled.`,
    { method, code: cancelledCode },
    { cause: signal.reason },
  );
