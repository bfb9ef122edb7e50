import type { IdleQueue } from '../../base/idle-queue.js';
import { type methodFacts, version } from '../../protocol/generated/tables.js';
import type {
  InitializeParams,
  MethodName,
  MethodParams,
  MethodResults,
  RpcDiscoverResult,
  ViewSubscribeParams,
} from '../../protocol/generated/types.js';
import type { RpcError } from '../../protocol/message.js';
import type { Recorder } from '../../recordings/recorder.js';
import type { Screen } from '../../screen/screen.js';
import type { Program } from '../../session/program/program.js';
import type { PatternWorker } from '../../session/regex/worker.js';
import type { RunningProgram, Session } from '../../session/terminal-session.js';
import type { AmbiguityMode } from '../../session/waits/wait.js';

/** Settings from flags and environment variables. Parameters of `initialize` override them. */
export interface Defaults {
  readonly artifactDir: string;
  readonly cols: number;
  readonly rows: number;
  readonly timeoutMs: number;
  readonly ambiguityMode: AmbiguityMode;
  readonly snapshotTheme: string;
  readonly updateSnapshots: boolean;
  readonly trace: 'off' | 'on' | 'on-failure';
  /** The path of a font file for pictures. */
  readonly fontPath: string | undefined;
  /** The environment that programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the raw output of programs. The bytes are valid during the call only. */
  readonly takeOutput: ((bytes: Uint8Array) => void) | undefined;
}
/** The live view of the server. */
export interface ViewFunctions {
  /** Starts the view, instead of one that is active. Fails with kind `io` if the address cannot be used. */
  start(options: ViewSettings): Promise<{ readonly url: string; readonly port: number }>;
  stop(): Promise<void>;
  readonly status: { readonly url?: string; readonly viewers: number; readonly interactive: boolean };
}
/** How a view is served. */
export interface ViewSettings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly isInteractive: boolean;
  /** Names that the Host header may contain in addition to those of the loopback interface. */
  readonly allowedHosts: readonly string[];
  /** Whether the next free port is used instead of one that is in use. */
  readonly isPortFlexible?: boolean;
}
/** What the server provides to its methods. */
export interface ServerContext {
  readonly defaults: Defaults;
  /** Runs work that no response waits for. */
  readonly idleQueue: IdleQueue;
  /** Matches the patterns that could block the event loop. */
  readonly patternWorker: PatternWorker;
  readonly recorder: Recorder;
  readonly view: ViewFunctions;
  readonly session: Session | undefined;
  /** Sends the notifications of the session. */
  readonly notifications:
    | { subscribe(params: ViewSubscribeParams, screen: Screen | undefined): void; unsubscribe(): void }
    | undefined;
  begin(session: Session, params: InitializeParams): void;
  /** Records a session that is about to begin, for a trace. Fails with kind `io` if the file cannot be written. */
  startTrace(session: Session, mode: 'on' | 'on-failure'): Promise<void>;
  /** Ends the session: with `graceMs` between SIGHUP and SIGKILL (default: 500), or immediately. */
  end(how: 'gently' | 'at once', graceMs?: number): Promise<Program | undefined>;
  /** Ends the server: after the requests before this one, or immediately. */
  shutDown(isNow: boolean): void;
  /** Reports that a step failed. The request itself succeeds. */
  handleStepFailure(error: RpcError): void;
}
/** What a method receives that needs nothing. */
export interface Context {
  readonly server: ServerContext;
  /** Aborts when the client cancels the request. */
  readonly cancel: AbortSignal;
  /**
   * Runs another method: as a step of this one, which not all methods can be, or as a request of its own. `cancel` cancels
   * it (default: the signal of this request).
   */
  run(method: string, params: object, place?: 'step' | 'alone', cancel?: AbortSignal): Promise<unknown>;
}
/** What a method receives that needs a session. */
interface SessionContext extends Context {
  readonly session: Session;
}
/** What a method receives that needs a program, which may have ended. */
export interface ProgramContext extends SessionContext, RunningProgram {}
/** What a method receives, by what its schema says that it needs. */
export type ContextOf<M extends MethodName> = {
  nothing: Context;
  session: SessionContext;
  program: ProgramContext;
}[(typeof methodFacts)[M]['needs']];

/** A method: translates its params, and then acts. */
export interface MethodHandler<M extends MethodName, P = unknown> {
  readonly name: M;
  /** Translates the params. Throws if they are invalid, before the session is accessed. */
  parse(params: MethodParams[M]): P;
  run(context: ContextOf<M>, parsed: P): MethodResults[M] | Promise<MethodResults[M]>;
}
/** Defines a method. Without `parse`, it receives its params as they are. */
export const defineMethod = <M extends MethodName, P = MethodParams[M]>(
  name: M,
  { parse = (params) => params as P, run }: MethodSteps<M, P>,
): MethodHandler<M, P> => ({ name, parse, run });

type MethodSteps<M extends MethodName, P> = Pick<MethodHandler<M, P>, 'run'> &
  Partial<Pick<MethodHandler<M, P>, 'parse'>>;

/** Every method. The compiler rejects missing and additional entries. */
export type MethodTable = { readonly [M in MethodName]: MethodHandler<M> };

const ping = defineMethod('server.ping', { run: () => ({ pong: true, version }) });

const shutdown = defineMethod('server.shutdown', {
  run: ({ server }, { now }) => {
    server.shutDown(now);
    return { shuttingDown: true };
  },
});

const discover = defineMethod('rpc.discover', {
  run: async () => {
    const document: unknown = await import('../../protocol/generated/openrpc.json', { with: { type: 'json' } });
    return (document as { default: RpcDiscoverResult }).default;
  },
});

type ServerMethod = 'server.ping' | 'server.shutdown' | 'rpc.discover';
/** The methods that need no terminal. Loading the terminal takes longer than loading everything else. */
export const serverMethods: Pick<MethodTable, ServerMethod> = {
  'server.ping': ping,
  'server.shutdown': shutdown,
  'rpc.discover': discover,
};

/** Whether a method needs no terminal. */
export const isServerMethod = (method: string): method is ServerMethod => Object.hasOwn(serverMethods, method);
