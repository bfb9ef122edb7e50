import type { IdleQueue } from '../base/idle-queue.js';
import type { InitializeParams, ViewSubscribeParams } from '../protocol/generated/types.js';
import type { RpcError } from '../protocol/message.js';
import type { Recorder } from '../recordings/recorder.js';
import type { Screen } from '../screen/screen.js';
import type { Program } from '../session/program/program.js';
import type { PatternWorker } from '../session/regex/worker.js';
import type { TerminalSession } from '../session/terminal-session.js';
import type { AmbiguityMode } from '../session/waits/wait.js';

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
export interface ServerHost {
  readonly defaults: Defaults;
  /** Runs work that no response waits for. */
  readonly idleQueue: IdleQueue;
  /** Matches the patterns that could block the event loop. */
  readonly patternWorker: PatternWorker;
  readonly recorder: Recorder;
  readonly view: ViewFunctions;
  readonly session: TerminalSession | undefined;
  /** Sends the notifications of the session. */
  readonly notifications:
    | { subscribe(params: ViewSubscribeParams, screen: Screen | undefined): void; unsubscribe(): void }
    | undefined;
  begin(session: TerminalSession, params: InitializeParams): void;
  /** Records a session that is about to begin, for a trace. Fails with kind `io` if the file cannot be written. */
  startTrace(session: TerminalSession, mode: 'on' | 'on-failure'): Promise<void>;
  /** Ends the session: with `graceMs` between SIGHUP and SIGKILL (default: 500), or immediately. */
  end(how: 'gently' | 'at once', graceMs?: number): Promise<Program | undefined>;
  /** Ends the server: after the requests before this one, or immediately. */
  shutDown(isNow: boolean): void;
  /** Reports that a step failed. The request itself succeeds. */
  handleStepFailure(error: RpcError): void;
}
