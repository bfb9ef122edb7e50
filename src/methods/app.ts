import type { Notifications } from '../protocol/generated/types.js';
import { codes, RpcError } from '../rpc/errors.js';
import type { AmbiguityMode } from '../session/expect.js';
import type { Session } from '../session/session.js';

/** What flags and variables say; parameters of `initialize` go before them. */
export interface Defaults {
  readonly artifactDir: string;
  readonly cols: number;
  readonly rows: number;
  readonly timeoutMs: number;
  readonly ambiguityMode: AmbiguityMode;
  readonly snapshotTheme: string;
  readonly updateSnapshots: boolean;
  /** What programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the raw output of programs goes. */
  readonly outputLog: string | undefined;
}
/** The sender of a notification. */
export type Notify = <N extends keyof Notifications>(name: N, params: Notifications[N]) => void;

/** What the methods of one server share. */
export class App {
  readonly defaults: Defaults;
  readonly notify: Notify;
  /** Ends the server: in its turn, or now. */
  readonly shutDown: (now: boolean) => void;
  session: Session | undefined;

  constructor(defaults: Defaults, notify: Notify, shutDown: (now: boolean) => void) {
    this.defaults = defaults;
    this.notify = notify;
    this.shutDown = shutDown;
  }

  requireSession(): Session {
    if (this.session === undefined) throw new RpcError(codes.noSession, 'No active session: call initialize first.');
    return this.session;
  }
}
