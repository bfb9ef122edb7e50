import { create, createButton, createIcon } from './dom.js';

export type ConnectionState =
  | { readonly kind: 'connecting' | 'live' | 'ended' | 'no-token' }
  /** Another attempt follows. */
  | { readonly kind: 'lost' | 'slow' | 'full' | 'too-fast'; readonly retryInMs: number }
  | { readonly kind: 'wrong-token' | 'not-allowed'; readonly message: string };
/** What a connection reports. */
interface ConnectionListener {
  onState(state: ConnectionState): void;
  onMessage(text: string): void;
}

const firstDelayMs = 250;
const maxDelayMs = 5000;
const maxCheckMs = 5000;
const closeCodes = { ended: [1000, 1001], policy: 1008, busy: 1013 } as const;

/** A WebSocket to the server that is opened again when it is lost. */
export class Connection {
  readonly #listener: ConnectionListener;
  #token: string | undefined;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delayMs = firstDelayMs;

  constructor(listener: ConnectionListener) {
    this.#listener = listener;
  }

  /** Connects with this token. */
  open(token: string | undefined): void {
    this.#token = token;
    this.#delayMs = firstDelayMs;
    this.retry();
  }

  /** Connects again now. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#leave();
    const token = this.#token;
    if (token === undefined) {
      this.#listener.onState({ kind: 'no-token' });
      return;
    }
    this.#listener.onState({ kind: 'connecting' });
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws?screens=cells`, [
      'tuispec.view.v1',
      `tuispec.token.${token}`,
    ]);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket === this.#socket) void this.#handleClose(socket, code, reason);
    });
  }

  /** Connects again now if the connection has been lost. */
  wake(): void {
    if (this.#timer !== undefined) this.retry();
  }

  /** Sends a message; it is lost without a connection. */
  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #leave(): void {
    this.#timer = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #receive(text: string): void {
    // A server that accepts connections only to close them is not tried more often.
    if (text.startsWith('{"type":"hello"')) this.#delayMs = firstDelayMs;
    this.#listener.onMessage(text);
  }

  async #handleClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    const [goingAway, normal] = closeCodes.ended;
    if (code === goingAway || code === normal) this.#listener.onState({ kind: 'ended' });
    else if (code === closeCodes.policy) this.#retryLater('too-fast');
    else if (code === closeCodes.busy) this.#retryLater(/slow/i.test(reason) ? 'slow' : 'full');
    else {
      const refusal = await this.#findRefusal();
      if (socket !== this.#socket) return;
      if (refusal === undefined) this.#retryLater('lost');
      else this.#listener.onState(refusal);
    }
  }

  #retryLater(kind: 'lost' | 'slow' | 'full' | 'too-fast'): void {
    const retryInMs = this.#delayMs;
    this.#delayMs = Math.min(maxDelayMs, retryInMs * 2);
    this.#timer = setTimeout(() => this.retry(), retryInMs);
    this.#listener.onState({ kind, retryInMs });
  }

  /** A WebSocket does not report why it was refused. The server reports it for a request with the same token. */
  async #findRefusal(): Promise<ConnectionState | undefined> {
    try {
      const response = await fetch('/api/state', {
        headers: { authorization: `Bearer ${this.#token}` },
        cache: 'no-store',
        signal: AbortSignal.timeout(maxCheckMs),
      });
      if (![401, 403, 421].includes(response.status)) return undefined;
      const message = await response.text();
      return { kind: response.status === 401 ? 'wrong-token' : 'not-allowed', message };
    } catch {
      return undefined;
    }
  }
}

/** How a state of the connection is shown. */
interface StateDescription {
  readonly label: string;
  readonly tone: 'good' | 'busy' | 'bad';
  /** What has happened and what to do; empty if there is nothing to say. */
  readonly text: string;
  readonly canRetry: boolean;
}

const kept = 'What has been shown until now remains below.';
const printedUrl = 'Open the URL that the server has printed; it contains the token.';

function describeState(state: ConnectionState): StateDescription {
  switch (state.kind) {
    case 'live':
      return { label: 'Connected', tone: 'good', text: '', canRetry: false };
    case 'connecting':
      return { label: 'Connecting…', tone: 'busy', text: '', canRetry: false };
    case 'lost':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: `The connection to the server is lost. The page reconnects as soon as it can. ${kept}`,
        canRetry: true,
      };
    case 'slow':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: 'This page was too slow to receive everything, so the server has disconnected it. It reconnects.',
        canRetry: true,
      };
    case 'too-fast':
      return {
        label: 'Reconnecting…',
        tone: 'busy',
        text: 'This page has sent too many messages, so the server has disconnected it. It reconnects.',
        canRetry: true,
      };
    case 'full':
      return {
        label: 'Waiting…',
        tone: 'busy',
        text: 'Too many pages show this session. This one connects when another one is closed.',
        canRetry: true,
      };
    case 'ended':
      return { label: 'Ended', tone: 'bad', text: `The server has ended. ${kept}`, canRetry: true };
    case 'no-token':
      return { label: 'Not connected', tone: 'bad', text: `The address has no token. ${printedUrl}`, canRetry: false };
    case 'wrong-token':
      return {
        label: 'Not connected',
        tone: 'bad',
        text: `The token in the address is not valid: it belongs to another server or to an earlier view. ${printedUrl}`,
        canRetry: true,
      };
    case 'not-allowed':
      return {
        label: 'Not connected',
        tone: 'bad',
        text: `The server refuses this page. ${state.message}`.trim(),
        canRetry: true,
      };
  }
}

const iconColors = { good: '#30a46c', busy: '#f5a524', bad: '#e5484d' } as const;

/** Shows a tone as the icon of the page. */
function showIcon(tone: keyof typeof iconColors): void {
  const square = `<rect width="16" height="16" rx="4" fill="${iconColors[tone]}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${square}</svg>`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(svg)}`);
}

/** Shows the state of the connection: a label at the top, and a sentence above the screen. */
export class ConnectionStatus {
  readonly label = create('span', { class: 'connection', role: 'status' });
  readonly notice = create('div', { class: 'notice', role: 'status' });
  readonly #text = create('span', {});
  readonly #retry: HTMLButtonElement;
  #isReconnecting = false;

  /** `retry` connects again. */
  constructor(retry: () => void) {
    this.#retry = createButton('Try again', 'Try again', retry);
    this.notice.append(createIcon('link'), this.#text, this.#retry);
  }

  show(state: ConnectionState): void {
    // While the page reconnects, it says why.
    if (state.kind === 'connecting' && this.#isReconnecting) return;
    this.#isReconnecting = 'retryInMs' in state;
    const { label, tone, text, canRetry } = describeState(state);
    if (this.label.textContent !== label) this.label.textContent = label;
    showIcon(tone);
    this.label.className = `connection ${tone}`;
    this.notice.className = `notice ${tone}`;
    this.notice.hidden = text === '';
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#retry.hidden = !canRetry;
  }
}
