/** The state of the connection to the server. */
export type ConnectionState =
  | { readonly kind: 'connecting' | 'live' | 'ended' | 'no-token' }
  /** Another attempt follows. */
  | { readonly kind: 'lost' | 'slow' | 'full' | 'too-fast'; readonly retryInMs: number }
  | { readonly kind: 'wrong-token' | 'not-allowed'; readonly message: string };
/** What a connection reports. */
export interface ConnectionListener {
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
