import type { Program } from '../program/program.js';
import type {
  InitializeParams,
  MethodName,
  MethodParams,
  MethodResults,
  ViewSubscribeParams,
} from '../protocol/generated/types.js';
import type { Recorder } from '../recording/recorder.js';
import type { RpcError } from '../rpc/errors.js';
import type { Screen } from '../screen/screen.js';
import type { Session } from '../session/session.js';
import type { AmbiguityMode } from '../waits/wait-for-match.js';

/** What flags and variables say; parameters of `initialize` go before them. */
export interface Defaults {
  readonly artifactDir: string;
  readonly cols: number;
  readonly rows: number;
  readonly timeoutMs: number;
  readonly ambiguityMode: AmbiguityMode;
  readonly snapshotTheme: string;
  readonly updateSnapshots: boolean;
  /** A font file for pictures. */
  readonly fontPath: string | undefined;
  /** What programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Gets the raw output of programs; the bytes are only valid during the call. */
  readonly takeOutput: ((bytes: Uint8Array) => void) | undefined;
}
/** What a server offers to its methods. */
export interface ServerContext {
  readonly defaults: Defaults;
  readonly recorder: Recorder;
  readonly session: Session | undefined;
  /** Sends the notifications of the session. */
  readonly notifier:
    | { subscribe(params: ViewSubscribeParams, screen: Screen | undefined): void; unsubscribe(): void }
    | undefined;
  /** The session; without one, an error. */
  requireSession(): Session;
  begin(session: Session, params: InitializeParams): void;
  /** Ends the session, with `graceMs` between SIGHUP and SIGKILL (default: 500), or at once. */
  end(how: 'gently' | 'at once', graceMs?: number): Promise<Program | undefined>;
  /** Ends the server: in its turn, or now. */
  shutDown(isNow: boolean): void;
  /** Reports the failure of a step, although its request succeeds. */
  stepFailed(error: RpcError): void;
}
/** What a method runs with. */
export interface Context {
  readonly app: ServerContext;
  /** Aborts when the request is cancelled. */
  readonly cancel: AbortSignal;
  /** Runs another method: as a step of this one, where not all may stand, or as if it had come alone. `cancel` ends it (default: that of this request). */
  run(method: string, params: object, place?: 'step' | 'alone', cancel?: AbortSignal): Promise<unknown>;
}
/** What is left to do once the params are judged. */
export type Act<M extends MethodName> = (context: Context) => MethodResults[M] | Promise<MethodResults[M]>;
/** A method in two steps: it translates its params, throwing when they are wrong, before any session is looked at. */
export type Handler<M extends MethodName> = (params: MethodParams[M]) => Act<M>;
/** Every method has its handler, and nothing else is in the table: the compiler sees to it. */
export type MethodTable = { readonly [M in MethodName]: Handler<M> };
