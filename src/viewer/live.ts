import { App } from './app.js';
import { toTheme } from './colors.js';
import { ExitNotice } from './compared-screens.js';
import { Connection, type ConnectionState, ConnectionStatus } from './connection.js';
import { create, createButton } from './dom.js';
import {
  LiveEvents,
  type LiveHello,
  type LiveSession,
  limitHistory,
  parseServerMessage,
  type ServerMessage,
} from './live-events.js';
import { Typing } from './typing.js';

const noSession = 'tuispec';
// The timeline and the list take at most this share of the time.
const maxUpdateShare = 1 / 8;
const minUpdateMs = 100;

/** The page of a live session: receives its events, and shows them at most once per animation frame. */
class LivePage {
  readonly app = new App(
    { version: '', title: noSession, name: noSession, startedAt: 0, theme: toTheme(undefined), notes: [] },
    true,
  );
  readonly #connection = new Connection({
    onState: (state) => this.#showState(state),
    onMessage: (text) => this.#receive(text),
  });
  readonly #status = new ConnectionStatus(() => this.#connection.retry());
  readonly #events = new LiveEvents();
  readonly #exit = new ExitNotice(this.app);
  readonly #typing = new Typing(this.app, (message) => this.#connection.send(message));
  readonly #live = createButton('Live', 'LIVE', () => this.app.follow(), 'Show the present (End)');
  readonly #pause = createButton('Pause', 'PAUSE', () => this.#togglePause(), 'Let commands wait while you type');
  /** What is shown instead of a screen while there is none. */
  readonly #placeholder = create('div', { class: 'placeholder' });
  readonly #begin = create('div', { class: 'begin', hidden: true });
  #hello: LiveHello | undefined;
  #session: LiveSession | undefined;
  #isPlanned = false;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #nextUpdateMs = 0;
  #isEmpty = true;

  constructor() {
    const { app } = this;
    app.controls.top.prepend(this.#status.label);
    app.messages.prepend(this.#status.notice);
    this.#begin.textContent = 'earlier events are no longer kept';
    this.#begin.title = 'This page keeps the events of the last 10 minutes, up to 16 MB.';
    app.timeline.element.append(this.#begin);
    this.#live.classList.add('live');
    this.#pause.classList.add('pause');
    this.#pause.hidden = true;
    app.controls.transport.insertBefore(this.#live, app.timeline.element);
    app.controls.transport.insertBefore(this.#pause, app.timeline.element);
    app.window.element.append(this.#placeholder);
    app.onShow = () => {
      this.#live.setAttribute('aria-pressed', String(app.isFollowing));
      this.#placeholder.hidden = !app.window.window.hidden;
      this.#exit.update();
      this.#typing.update();
    };
    app.update();
    app.show();
    this.#showPlaceholder();
  }

  connect(token: string | undefined): void {
    this.#connection.open(token);
  }

  /** Connects again now if the connection has been lost. */
  wake(): void {
    this.#connection.wake();
  }

  #showState(state: ConnectionState): void {
    this.#status.show(state);
    const isConnected = state.kind === 'live';
    this.app.element.classList.toggle('offline', !isConnected);
    this.#typing.isConnected = isConnected;
  }

  #receive(text: string): void {
    const message = parseServerMessage(text);
    if (message === undefined) return;
    if (message.type === 'hello') this.#start(message.hello);
    else if (message.type === 'session') this.#changeSession(message.session);
    else if (message.type === 'ack') this.#typing.reject(message.seq, message.isAccepted, message.problem);
    else if (message.type === 'pause') this.#showPause(message.isPaused);
    else if (message.type === 'modes') this.#typing.hasMouse = message.hasMouse;
    else this.#append(message, text.length);
  }

  #start(hello: LiveHello): void {
    this.#hello = hello;
    this.#events.connect(hello.startMicros);
    this.#changeSession(hello);
    this.#showState({ kind: 'live' });
    this.#pause.hidden = hello.isPaused === undefined || !hello.isInteractive;
    this.#showPause(hello.isPaused === true);
  }

  #showPause(isPaused: boolean): void {
    this.#pause.setAttribute('aria-pressed', String(isPaused));
    this.#pause.textContent = isPaused ? 'PAUSED' : 'PAUSE';
  }

  #togglePause(): void {
    this.#connection.send({ type: 'pause', paused: this.#pause.getAttribute('aria-pressed') !== 'true' });
  }

  #changeSession(session: LiveSession): void {
    this.#session = session;
    const { header } = this.app;
    // After the end of a session, its last screen remains, with its name and its colors.
    const title = session.name ?? header.title;
    const theme = Object.keys(session.theme).length > 0 ? toTheme(session.theme) : header.theme;
    this.app.header = {
      ...header,
      version: this.#hello?.version ?? '',
      title,
      name: title,
      startedAt: this.#events.startedAt,
      theme,
      notes: session.name === undefined && title !== noSession ? ['the session is closed'] : [],
    };
    document.title = title === noSession ? noSession : `${title} · ${noSession}`;
    this.#typing.isInteractive = session.name !== undefined && this.#hello?.isInteractive === true;
    this.#showPlaceholder();
  }

  #append(message: ServerMessage, length: number): void {
    const { recording } = this.app;
    for (const event of this.#events.decode(message)) {
      if (this.#isEmpty) recording.forgetBefore(event.at);
      this.#isEmpty = false;
      // Several events in one message share its text.
      recording.append(event, length);
    }
    if (limitHistory(recording)) this.#begin.hidden = false;
    this.#plan();
  }

  /** Shows what has been received in the next animation frame. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#render();
    });
  }

  /** Shows the screen; updates what becomes slower with the length of the recording, but not all the time. */
  #render(): void {
    const { app } = this;
    const now = performance.now();
    const remainingMs = this.#nextUpdateMs - now;
    if (remainingMs > 0) {
      if (app.isFollowing) app.show();
      this.#updateTimer ??= setTimeout(() => {
        this.#updateTimer = undefined;
        this.#plan();
      }, remainingMs);
      return;
    }
    clearTimeout(this.#updateTimer);
    this.#updateTimer = undefined;
    app.update();
    app.show();
    const tookMs = performance.now() - now;
    this.#nextUpdateMs = now + Math.max(minUpdateMs, tookMs / maxUpdateShare);
  }

  #showPlaceholder(): void {
    const text =
      this.#session === undefined
        ? 'Waiting for the server.'
        : this.#session.name === undefined
          ? 'No session yet. The screen appears when a client starts a program.'
          : 'No screen yet. It appears when a program runs.';
    this.#placeholder.textContent = text;
  }
}

const storageKey = 'tuispec.token';

/** Returns the token in the address, or that of the page before it was reloaded. */
function findToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    if (token !== '') sessionStorage.setItem(storageKey, token);
    return token || (sessionStorage.getItem(storageKey) ?? undefined);
  } catch {
    // Storage may be disabled.
    return token || undefined;
  }
}

async function showSession(): Promise<void> {
  const page = new LivePage();
  document.body.append(page.app.element);
  page.connect(findToken());
  addEventListener('hashchange', () => page.connect(findToken()));
  addEventListener('online', () => page.wake());
  document.addEventListener('visibilitychange', () => page.wake());
  // The width of a cell depends on the fonts.
  await document.fonts.ready;
  page.app.window.fit();
  document.documentElement.dataset['ready'] = '';
}

void showSession();
