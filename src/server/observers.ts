// What observes the messages of a server, in addition to its recorder: traces and the live view.

import { join } from 'node:path';
import type { Theme } from '../pictures/themes.js';
import type { InitializeParams } from '../protocol/generated/types.js';
import { type Messages, Recorder } from '../recordings/recorder.js';
import type { MessageRedaction } from '../screen/redaction/messages.js';
import type { TerminalSession } from '../session/terminal-session.js';
import type { ViewFunctions, ViewSettings } from './server-host.js';
import type { ViewHost } from './view/live-view.js';
import type { ViewServer } from './view/view-server.js';

/** What a trace needs from its server. */
interface TraceHost {
  readonly redaction: MessageRedaction;
  readonly messages: Messages;
  /** Logs an error that belongs to no request. */
  readonly complain: (message: string) => void;
}

/** When the trace of a session is written. */
export type TraceMode = 'off' | 'on' | 'on-failure';

// Smooth playback; a session that changes constantly costs about 3 % of a core.
const frameIntervalMs = 50;

/** Records a session, and writes it as an HTML file when the session ends. It does not affect other recordings. */
export class SessionTrace {
  /** The path of the HTML file. */
  readonly path: string;
  readonly #recordingPath: string;
  readonly #title: string;
  readonly #theme: Theme;
  readonly #mode: TraceMode;
  readonly #recorder: Recorder;
  readonly #complain: (message: string) => void;
  #hasFailure = false;

  private constructor(session: TerminalSession, mode: TraceMode, { redaction, messages, complain }: TraceHost) {
    const { artifactRoot, name, profile, snapshotTheme } = session.settings;
    this.path = join(artifactRoot, 'trace.html');
    this.#recordingPath = join(artifactRoot, 'trace.jsonl');
    this.#title = name;
    this.#theme = { ...profile.colors, name: snapshotTheme };
    this.#mode = mode;
    this.#complain = complain;
    this.#recorder = new Recorder(messages, complain, redaction);
  }

  /** Starts the recording of a session, beginning with a request. Fails with kind `io` if its file cannot be written. */
  static async begin(
    session: TerminalSession,
    mode: TraceMode,
    host: TraceHost,
    firstRequest: string,
  ): Promise<SessionTrace> {
    const trace = new SessionTrace(session, mode, host);
    const path = trace.#recordingPath;
    try {
      await trace.#recorder.start({ path, frameIntervalMs, isStyled: true, appends: false });
    } catch (error) {
      session.dispose();
      throw error;
    }
    trace.#recorder.follow(session);
    if (firstRequest !== '') trace.#recorder.note('request', firstRequest);
    return trace;
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
  readonly #messages: Messages;
  #view: ViewServer | undefined;
  #unsubscribe: () => void = () => {};
  #session: readonly [session: TerminalSession, params: InitializeParams] | undefined;

  constructor(host: ViewHost, messages: Messages, announcements: Announcements) {
    this.#host = host;
    this.#messages = messages;
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
    this.#unsubscribe = this.#messages.on((direction, line) => view.view.note(direction, line));
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
    this.#unsubscribe();
    await view?.stop();
  }

  /** Resolves when the page has been opened and closed. */
  async waitUntilLeft(): Promise<void> {
    await this.#view?.waitUntilLeft();
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
