import { claimDirectory, type DirectoryClaim } from '../files/directory-claim.js';
import type { Defaults, ServerContext } from '../methods/context.js';
import { ProcessGuard } from '../program/process-guard.js';
import type { Program } from '../program/program.js';
import type { InitializeParams, Notifications } from '../protocol/generated/types.js';
import { Recorder } from '../recording/recorder.js';
import { MessageRedaction } from '../redaction/message-redaction.js';
import { codes, RpcError } from '../rpc/errors.js';
import type { Session } from '../session/session.js';
import { compileEagerly } from './v8-flags.js';
import { ViewNotifications } from './view-notifications.js';

/** The sender of a notification. */
export type Notify = <N extends keyof Notifications>(name: N, params: Notifications[N]) => void;

/** The server functions that methods use. */
export interface ServerHooks {
  readonly defaults: Defaults;
  readonly notify: Notify;
  /** Resolves when there is capacity for more notifications; undefined if there already is. */
  waitForRoom(): Promise<void> | undefined;
  /** Ends the server: after the requests before this one, or immediately. */
  shutDown(isNow: boolean): void;
  /** Reports a failed step of a request that itself succeeds. */
  handleStepFailure(error: RpcError): void;
  /** Logs an error that belongs to no request. */
  complain(message: string): void;
  /** Warns on standard error. */
  warn(message: string): void;
}

/** The state that the methods of one server share. */
export class ServerState implements ServerContext {
  readonly defaults: Defaults;
  readonly notify: Notify;
  readonly room: ServerHooks['waitForRoom'];
  readonly shutDown: ServerHooks['shutDown'];
  readonly handleStepFailure: ServerHooks['handleStepFailure'];
  /** Hides secrets in what the server records and logs. */
  readonly redaction = new MessageRedaction();
  readonly recorder: Recorder;
  readonly guard = new ProcessGuard();
  readonly #warn: ServerHooks['warn'];
  #session: Session | undefined;
  #claim: DirectoryClaim | undefined;
  #notifier: ViewNotifications | undefined;

  constructor({ defaults, notify, waitForRoom, shutDown, handleStepFailure, complain, warn }: ServerHooks) {
    this.defaults = defaults;
    this.notify = notify;
    this.room = waitForRoom;
    this.shutDown = shutDown;
    this.handleStepFailure = handleStepFailure;
    this.recorder = new Recorder(complain, this.redaction);
    this.#warn = warn;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** Sends the notifications of the session. */
  get notifier(): ViewNotifications | undefined {
    return this.#notifier;
  }

  begin(session: Session, params: InitializeParams): void {
    this.#session = session;
    this.redaction.follow(session.secrets);
    this.#notifier = new ViewNotifications(this, session, params);
    this.recorder.follow(session);
    // The guard kills processes; a program in a terminal of others is not ours to end.
    session.launched.on(({ pid, isForeign }) => (isForeign ? this.guard.release() : this.guard.watch(pid)));
    session.launched.on(compileEagerly);
    session.exited.on(({ pid, isForeign }) => isForeign || this.guard.noteEnd(pid));
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
      this.guard.release();
      this.#notifier?.end();
      this.recorder.leave();
      this.redaction.leave();
      this.#session = undefined;
      this.#notifier = undefined;
      session?.dispose();
    }
    return session?.current?.program;
  }

  #claimDirectory(directory: string): void {
    this.#claim = claimDirectory(directory);
    const { otherPid } = this.#claim;
    if (otherPid === undefined) return;
    const advice = 'Give each server a unique session name or --artifact-dir';
    this.#warn(`\`initialize\` has emptied ${directory}, which another server (process ${otherPid}) uses. ${advice}.`);
  }

  requireSession(): Session {
    if (this.session === undefined) throw new RpcError(codes.noSession, 'No active session: call initialize first.');
    return this.session;
  }
}
