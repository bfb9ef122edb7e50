import type { InitializeParams, RecordingEvent } from '../protocol/generated/types.js';
import type { Session } from '../session/terminal-session.js';
import type { ViewFunctions, ViewSettings } from './methods/context.js';
import type { ViewHost } from './view/live-view.js';
import type { ViewServer } from './view/view-server.js';

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
  #session: readonly [session: Session, params: InitializeParams] | undefined;

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
  follow(session: Session, params: InitializeParams): void {
    this.#session = [session, params];
    this.#view?.view.follow(session, params);
  }

  /** The session has ended. */
  leave(): void {
    this.#session = undefined;
    this.#view?.view.leave();
  }
}
