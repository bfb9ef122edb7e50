import { join } from 'node:path';
import { claimDirectory, type DirectoryClaim } from '../base/artifacts.js';
import { IdleQueue } from '../base/idle-queue.js';
import type { Theme } from '../pictures/themes.js';
import type { InitializeParams, RecordingEvent } from '../protocol/generated/types.js';
import { codes, RpcError } from '../protocol/message.js';
import { Recorder } from '../recordings/recorder.js';
import { MessageRedaction } from '../screen/redaction/messages.js';
import { ProcessGuard } from '../session/program/process-guard.js';
import type { Program } from '../session/program/program.js';
import { PatternWorker } from '../session/regex/worker.js';
import type { TerminalSession } from '../session/terminal-session.js';
import type { Defaults, ServerHost, ViewFunctions, ViewSettings } from './server-host.js';
import { setV8Flags } from './v8-flags.js';
import type { ViewHost } from './view/live-view.js';
import type { ViewServer } from './view/view-server.js';
import { type NotificationSink, ViewNotifications } from './view-notifications.js';

/** When the trace of a session is written. */
type TraceMode = 'off' | 'on' | 'on-failure';

// Smooth playback; a session that changes constantly costs about 3 % of a core.
const frameIntervalMs = 50;

/** Records a session, and writes it as an HTML file when the session ends. It does not affect other recordings. */
class SessionTrace {
  /** The path of the HTML file. */
  readonly path: string;
  readonly #recordingPath: string;
  readonly #title: string;
  readonly #theme: Theme;
  readonly #mode: TraceMode;
  readonly #recorder: Recorder;
  readonly #complain: (message: string) => void;
  #hasFailure = false;

  private constructor(
    session: TerminalSession,
    mode: TraceMode,
    redaction: MessageRedaction,
    complain: (message: string) => void,
  ) {
    const { artifactRoot, name, profile, snapshotTheme } = session.settings;
    this.path = join(artifactRoot, 'trace.html');
    this.#recordingPath = join(artifactRoot, 'trace.jsonl');
    this.#title = name;
    this.#theme = { ...profile.colors, name: snapshotTheme };
    this.#mode = mode;
    this.#complain = complain;
    this.#recorder = new Recorder(complain, redaction);
  }

  /** Starts the recording of a session. Fails with kind `io` if its file cannot be written. */
  static async begin(
    session: TerminalSession,
    mode: TraceMode,
    redaction: MessageRedaction,
    complain: (message: string) => void,
  ): Promise<SessionTrace> {
    const trace = new SessionTrace(session, mode, redaction, complain);
    const path = trace.#recordingPath;
    try {
      await trace.#recorder.start({ path, frameIntervalMs, isStyled: true, appends: false });
    } catch (error) {
      session.dispose();
      throw error;
    }
    trace.#recorder.follow(session);
    return trace;
  }

  note(direction: RecordingEvent['direction'], line: string): void {
    this.#recorder.note(direction, line);
  }

  /** Notes that a method has failed. */
  noteFailure(): void {
    this.#hasFailure = true;
  }

  /** Ends the recording after the session, and writes the HTML file if the mode demands it. */
  async finish(): Promise<void> {
    try {
      this.#recorder.leave();
      await this.#recorder.stop();
      if (this.#mode !== 'on' && !this.#hasFailure) return;
      const { writeTrace } = await import('../recordings/trace/write-trace.js');
      const options = { out: this.path, title: this.#title, theme: this.#theme, hidesInput: false };
      await writeTrace(this.#recordingPath, options);
    } catch (error) {
      this.#complain(`Cannot write the trace ${this.path}: ${(error as Error).message}`);
    }
  }
}

/** What a person who starts the view has to know. */
interface Announcements {
  announce(line: string): void;
  warn(message: string): void;
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

/** Starts and stops the live view of a server. Its code is loaded at the first start. */
export class ViewControl implements ViewFunctions {
  readonly #host: ViewHost;
  readonly #announcements: Announcements;
  #view: ViewServer | undefined;
  #session: readonly [session: TerminalSession, params: InitializeParams] | undefined;

  constructor(host: ViewHost, announcements: Announcements) {
    this.#host = host;
    this.#announcements = announcements;
  }

  get status(): ViewFunctions['status'] {
    const view = this.#view;
    if (view === undefined) return { viewers: 0, interactive: false };
    return { url: view.url, viewers: view.view.viewers, interactive: view.options.isInteractive };
  }

  async start(settings: ViewSettings): Promise<{ readonly url: string; readonly port: number }> {
    const { ViewServer } = await import('./view/view-server.js');
    if (settings.port === this.#view?.port) await this.stop();
    const view = await ViewServer.open(settings, this.#host);
    await this.stop();
    this.#view = view;
    if (this.#session !== undefined) view.view.follow(...this.#session);
    const { url, port } = view;
    this.#announcements.announce(`tuispec: view at ${url}\n`);
    if (!loopbackHosts.includes(settings.host))
      this.#announcements.warn(
        `The view is served on ${settings.host} without encryption. Everyone who can read the traffic can read the token.`,
      );
    return { url, port };
  }

  async stop(): Promise<void> {
    const view = this.#view;
    this.#view = undefined;
    await view?.stop();
  }

  /** Resolves when the page has been opened and closed. */
  async waitUntilLeft(): Promise<void> {
    await this.#view?.waitUntilLeft();
  }

  /** Shows a message that the server has received or sent. */
  note(direction: RecordingEvent['direction'], line: string): void {
    this.#view?.view.note(direction, line);
  }

  /** Shows this session from now on. */
  follow(session: TerminalSession, params: InitializeParams): void {
    this.#session = [session, params];
    this.#view?.view.follow(session, params);
  }

  /** The session has ended. */
  leave(): void {
    this.#session = undefined;
    this.#view?.view.leave();
  }
}

const maxTracedRequest = 1024 * 1024;

/** The server functions that methods use. */
interface ServerHooks extends NotificationSink {
  readonly defaults: Defaults;
  /** Ends the server: after the requests before this one, or immediately. */
  shutDown(isNow: boolean): void;
  /** Reports a failed step of a request that itself succeeds. */
  handleStepFailure(error: RpcError): void;
  /** Logs an error that belongs to no request. */
  complain(message: string): void;
  /** Warns on standard error. */
  warn(message: string): void;
  /** Writes a line to standard error as it is. */
  announce(line: string): void;
  /** Reports an unexpected error. */
  onBug(error: unknown): void;
}

/** The state that the methods of one server share. */
export class ServerState implements ServerHost, Disposable {
  readonly defaults: Defaults;
  /** Hides secrets in what the server records and logs. */
  readonly redaction = new MessageRedaction();
  readonly recorder: Recorder;
  readonly idleQueue = new IdleQueue();
  readonly patternWorker = new PatternWorker();
  readonly view: ViewControl;
  readonly #guard = new ProcessGuard();
  readonly #hooks: ServerHooks;
  #session: TerminalSession | undefined;
  #claim: DirectoryClaim | undefined;
  #notifications: ViewNotifications | undefined;
  #trace: SessionTrace | undefined;
  #lastRequest = '';

  constructor(hooks: ServerHooks) {
    this.#hooks = hooks;
    this.defaults = hooks.defaults;
    this.recorder = new Recorder(hooks.complain, this.redaction);
    this.view = new ViewControl(
      {
        defaults: hooks.defaults,
        redaction: this.redaction,
        record: (line) => this.note('notification', line),
        idleQueue: this.idleQueue,
        onBug: hooks.onBug,
      },
      hooks,
    );
  }

  shutDown(isNow: boolean): void {
    this.#hooks.shutDown(isNow);
  }

  handleStepFailure(error: RpcError): void {
    this.#hooks.handleStepFailure(error);
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

  /** Records a message that was received or sent. */
  note(direction: RecordingEvent['direction'], line: string): void {
    // The request that starts a trace is part of it. A longer one is not retained, because it may have 16 MiB.
    if (direction === 'request' && this.#session === undefined)
      this.#lastRequest = line.length <= maxTracedRequest ? line : '';
    this.recorder.note(direction, line);
    this.#trace?.note(direction, line);
    this.view.note(direction, line);
  }

  /** Notes that a method has failed. */
  noteFailure(): void {
    this.#trace?.noteFailure();
  }

  async startTrace(session: TerminalSession, mode: TraceMode): Promise<void> {
    this.#trace = await SessionTrace.begin(session, mode, this.redaction, this.#hooks.complain);
    if (this.#lastRequest !== '') this.#trace.note('request', this.#lastRequest);
    this.#lastRequest = '';
  }

  begin(session: TerminalSession, params: InitializeParams): void {
    this.#session = session;
    this.redaction.follow(session.secrets);
    this.#notifications = new ViewNotifications(this.#hooks, session, params);
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
    this.#hooks.warn(
      `\`initialize\` has emptied ${directory}, which another server (process ${otherPid}) uses. ${advice}.`,
    );
  }

  /** Returns the session. Throws if there is none. */
  requireSession(): TerminalSession {
    if (this.session === undefined) throw new RpcError(codes.noSession, 'No active session: call initialize first.');
    return this.session;
  }
}
