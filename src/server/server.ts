import { claimDirectory, type DirectoryClaim } from '../base/artifacts.js';
import { Emitter, type PauseSwitch } from '../base/emitter.js';
import type { Log } from '../base/errors.js';
import { IdleQueue } from '../base/idle-queue.js';
import type {
  InitializeParams,
  MethodName,
  MethodParams,
  MethodResults,
  Notifications,
  RecordingEvent,
} from '../protocol/generated/types.js';
import { type CallMessage, codes, type Params, RpcError } from '../protocol/message.js';
import { type Messages, Recorder } from '../recordings/recorder.js';
import { MessageRedaction } from '../screen/redaction/messages.js';
import { Call, type CallOptions } from '../session/call.js';
import { ProcessGuard } from '../session/program/process-guard.js';
import type { Program } from '../session/program/program.js';
import { PatternWorker } from '../session/regex/worker.js';
import type { TerminalSession } from '../session/terminal-session.js';
import type { Met, WaitSpec } from '../session/waits/specs.js';
import { MethodRunner } from './call.js';
import { type CallRunner, Dispatcher } from './dispatcher.js';
import { SessionTrace, type TraceMode, ViewControl } from './observers.js';
import { LoggedMethods } from './request-log.js';
import type { Defaults, ServerHost } from './server-host.js';
import { setV8Flags } from './v8-flags.js';
import { type NotificationSink, ViewNotifications } from './view-notifications.js';

/** How a server runs. */
export interface ServerSettings {
  readonly defaults: Defaults;
  /** The first error ends the server. */
  readonly isFailFast: boolean;
  /** Each request and response is logged. */
  readonly isLoggingRequests: boolean;
  /** When the helper process starts that ends programs after SIGKILL of this one, after a launch (default: 200). */
  readonly guardDelayMs?: number;
  /** Lets a person in the live view pause those who use the session. */
  readonly pause?: PauseSwitch;
}

/** The client of a server: where its responses and notifications go. */
export interface ServerDoor {
  /** Sends a response or a notification. */
  write(line: string): void;
  /** Resolves when the client has read enough to get a notification; undefined if it has. */
  waitForDrain(): Promise<void> | undefined;
  /** Resolves when there is room for a response; with false if the server ends first. */
  waitForRoom(): Promise<boolean>;
  /** Ends the server: after the requests before this one, or immediately. */
  shutDown(isNow: boolean, exitCode?: number): void;
  readonly log: Log;
  /** Writes a line to standard error as it is. */
  announce(line: string): void;
}

/** The door of a server that only serves this process. */
export const noClient = (report: Pick<ServerDoor, 'log' | 'announce'>): ServerDoor => ({
  ...report,
  write: () => {},
  waitForDrain: () => undefined,
  waitForRoom: () => Promise.resolve(true),
  shutDown: () => {},
});

// A longer request that starts a trace is not retained, because it may have 16 MiB.
const maxTracedRequest = 1024 * 1024;

/** A server: its session, its requests in order, and the messages that it receives and sends. */
export class Server implements ServerHost, NotificationSink, Disposable {
  readonly defaults: Defaults;
  /** What is received and sent. The recorder, traces and the live view subscribe to it. */
  readonly messages: Messages = new Emitter();
  /** The requests, in the order of their arrival. */
  readonly requests: Dispatcher;
  /** Hides secrets in what the server records and logs. */
  readonly redaction = new MessageRedaction();
  readonly recorder: Recorder;
  readonly idleQueue = new IdleQueue();
  readonly patternWorker = new PatternWorker();
  readonly view: ViewControl;
  readonly #door: ServerDoor;
  readonly #methods: CallRunner;
  readonly #isFailFast: boolean;
  readonly #guard: ProcessGuard;
  readonly #log: Log;
  #session: TerminalSession | undefined;
  #claim: DirectoryClaim | undefined;
  #notifications: ViewNotifications | undefined;
  #trace: SessionTrace | undefined;
  #lastRequest = '';
  #calls = 0;

  constructor({ defaults, isFailFast, isLoggingRequests, guardDelayMs, pause }: ServerSettings, door: ServerDoor) {
    this.#guard = new ProcessGuard(guardDelayMs);
    this.defaults = defaults;
    this.#door = door;
    this.#isFailFast = isFailFast;
    this.#log = (level, message) => door.log(level, this.redaction.redactText(message));
    this.recorder = new Recorder(this.messages, this.complain, this.redaction);
    this.view = new ViewControl(
      {
        defaults,
        redaction: this.redaction,
        record: (line) => this.#publish('notification', line),
        idleQueue: this.idleQueue,
        onBug: (error) => this.#reportBug(error),
        pause,
      },
      this.messages,
      { announce: (line) => door.announce(line), warn: (message) => this.#log('warn', message) },
    );
    this.#methods = this.#createMethods(isLoggingRequests);
    this.requests = new Dispatcher(this.#methods, {
      onResponseStart: (line, isControl) => {
        if (!isControl) this.redaction.noteRequest();
        this.#publish('request', line);
      },
      write: (line) => this.#write('response', line),
      note: (line) => this.#publish('response', line),
      waitForRoom: () => door.waitForRoom(),
      onFailure: (error) => this.handleStepFailure(error),
      onBug: (error) => this.#reportBug(error),
    });
  }

  #createMethods(isLogging: boolean): CallRunner {
    const methods = new MethodRunner(this);
    return isLogging ? new LoggedMethods(methods, this.#log, (params) => this.redaction.redactParams(params)) : methods;
  }

  /**
   * Runs a method for a caller in this process, in order with the requests of the client. It is recorded and shown like
   * these; its response is not sent to the client. Rejects with an RpcError.
   */
  async call<M extends MethodName>(
    method: M,
    params: Partial<MethodParams[M]>,
    signal?: AbortSignal,
  ): Promise<MethodResults[M]> {
    const { line, entry } = this.#createCall(method, params);
    return (await this.requests.call(line, entry, signal)) as MethodResults[M];
  }

  /**
   * Runs a method for a caller in this process at once, beside the requests that are pending. It is recorded and shown like
   * these. `onWaiting` is called when all its input is written. Rejects with an RpcError.
   */
  async callBeside<M extends MethodName>(
    method: M,
    params: Partial<MethodParams[M]>,
    { signal, onWaiting }: { readonly signal: AbortSignal; readonly onWaiting?: () => void },
  ): Promise<MethodResults[M]> {
    const { line, entry } = this.#createCall(method, params);
    const head = `{"jsonrpc":"2.0","id":${entry.id}`;
    this.redaction.noteRequest();
    this.#publish('request', line);
    try {
      const result = await this.#methods.run(entry, signal, 'alone', onWaiting);
      this.#publish('response', `${head},"result":${JSON.stringify(result)}}`);
      return result as MethodResults[M];
    } catch (error) {
      const failure =
        error instanceof RpcError
          ? error
          : new RpcError(codes.internalError, 'Internal error caused by a bug in tuispec.');
      this.#publish('response', `${head},"error":${JSON.stringify(failure)}}`);
      if (!(error instanceof RpcError)) this.#reportBug(error);
      throw failure;
    }
  }

  /** Waits for what no method describes, for a caller in this process. It is not recorded. Rejects with a MethodError. */
  async waitFor(spec: WaitSpec, options: Pick<CallOptions, 'cancel' | 'timeoutMs'>): Promise<Met> {
    const session = this.requireSession();
    using call = new Call(session, options);
    return await session.waitFor(spec, call);
  }

  #createCall(method: MethodName, params: object): { readonly line: string; readonly entry: CallMessage } {
    this.#calls += 1;
    const id = JSON.stringify(`call ${this.#calls}`);
    const line = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
    return { line, entry: { id, method, params: structuredClone(params) as Params } };
  }

  /** Sends a notification to the client. */
  notify<N extends keyof Notifications>(method: N, params: Notifications[N]): void {
    this.#write('notification', JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Resolves when the client can receive another notification; undefined if it can now. */
  waitForRoom(): Promise<void> | undefined {
    return this.#door.waitForDrain();
  }

  shutDown(isNow: boolean): void {
    this.#door.shutDown(isNow);
  }

  handleStepFailure(error: RpcError): void {
    this.#log('info', `${error.code} ${error.message}`);
    if (this.#isFailFast && error.code !== codes.cancelled) this.#door.shutDown(false, 1);
  }

  /** Logs an error that belongs to no request. */
  readonly complain = (message: string): void => this.#log('error', message);

  #reportBug(error: unknown): void {
    this.complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  #write(direction: 'response' | 'notification', line: string): void {
    this.#publish(direction, line);
    this.#door.write(line);
    this.idleQueue.noteResponseSent();
  }

  #publish(direction: RecordingEvent['direction'], line: string): void {
    // The request that starts a trace is part of it.
    if (direction === 'request' && this.#session === undefined)
      this.#lastRequest = line.length <= maxTracedRequest ? line : '';
    this.messages.fire(direction, line);
  }

  get session(): TerminalSession | undefined {
    return this.#session;
  }

  /** Sends the notifications of the session. */
  get notifications(): ViewNotifications | undefined {
    return this.#notifications;
  }

  /** The path of the trace that is written when the session ends; undefined without a trace. */
  get tracePath(): string | undefined {
    return this.#trace?.path;
  }

  /** Notes that a method has failed. */
  noteFailure(): void {
    this.#trace?.noteFailure();
  }

  async startTrace(session: TerminalSession, mode: TraceMode): Promise<void> {
    this.#trace = await SessionTrace.begin(session, mode, this, this.#lastRequest);
    this.#lastRequest = '';
  }

  begin(session: TerminalSession, params: InitializeParams): void {
    this.#session = session;
    this.redaction.follow(session.secrets);
    this.#notifications = new ViewNotifications(this, session, params);
    this.recorder.follow(session);
    this.view.follow(session, params);
    // The guard kills processes; a program in a terminal of others is not ours to end.
    session.launched.on(({ pid, isForeign }) => (isForeign ? this.#guard.release() : this.#guard.watch(pid)));
    session.launched.on(() => setV8Flags(this.defaults.environment));
    session.exited.on(({ pid, isForeign }) => isForeign || this.#guard.noteEnd(pid));
    this.#claimDirectory(session.settings.artifactRoot);
  }

  /** Ends the session: gently, with `graceMs` between SIGHUP and SIGKILL (default: 500), or at once. */
  async end(how: 'gently' | 'at once', graceMs?: number): Promise<Program | undefined> {
    const session = this.#session;
    // At once: the next server may start before the program has ended.
    this.#claim?.release();
    this.#claim = undefined;
    try {
      await (how === 'gently' ? session?.close(graceMs) : session?.kill());
    } finally {
      this.#guard.release();
      this.#notifications?.end();
      this.recorder.leave();
      this.view.leave();
      this.redaction.leave();
      const trace = this.#trace;
      this.#trace = undefined;
      await trace?.finish();
      this.#session = undefined;
      this.#notifications = undefined;
      session?.dispose();
    }
    return session?.current?.program;
  }

  /** Cancels all requests, and ends the program and everything else at once. */
  async close(): Promise<void> {
    this.requests.close();
    this.requests.cancelAll();
    try {
      await this.end('at once');
    } finally {
      await this.recorder.stop().catch(() => {});
      await this.view.stop();
      this[Symbol.dispose]();
    }
  }

  /** Ends the helper process and the thread. */
  [Symbol.dispose](): void {
    this.#guard[Symbol.dispose]();
    this.patternWorker.kill();
  }

  #claimDirectory(directory: string): void {
    this.#claim = claimDirectory(directory);
    const { otherPid } = this.#claim;
    if (otherPid === undefined) return;
    const advice = 'Give each server a unique session name or --artifact-dir';
    this.#log(
      'warn',
      `\`initialize\` has emptied ${directory}, which another server (process ${otherPid}) uses. ${advice}.`,
    );
  }

  /** Returns the session. Throws if there is none. */
  requireSession(): TerminalSession {
    if (this.session === undefined) throw new RpcError(codes.noSession, 'No active session: call initialize first.');
    return this.session;
  }
}
