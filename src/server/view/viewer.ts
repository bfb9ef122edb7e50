import type { RawData, WebSocket } from 'ws';
import { PasteJoiner } from './paste-joiner.js';
import type { ScreenFormat } from './screen-encodings.js';

/** What a viewer asks for when it connects. */
export interface ViewerOptions {
  readonly format: ScreenFormat;
  /** Whether the connection ends after the exit of the program. */
  readonly closesAtExit: boolean;
}
/** Receives the events of a viewer. */
export interface ViewerListener {
  /** Everything has been sent: there is room for another screen. */
  onRoom(viewer: Viewer): void;
  onMessage(viewer: Viewer, text: string): void;
  onClose(viewer: Viewer): void;
}

/** Codes with which a connection is closed. */
export const closeCodes = { normal: 1000, shutdown: 1001, notText: 1003, policy: 1008, busy: 1013 } as const;

const maxWaitingBytes = 8 * 1024 * 1024;
// Keyboards and mice stay far below.
const maxMessagesPerSecond = 200;
const closingMs = 500;
// A viewer may still have to read the last screen.
const readingMs = 5000;

/** A connection that shows a session. */
export class Viewer {
  readonly options: ViewerOptions;
  /** Whether it has missed a screen, so that it needs a complete one. */
  isBehind = true;
  readonly pastes = new PasteJoiner();
  readonly #socket: WebSocket;
  /** Something has been sent. */
  readonly #onSent: () => void;
  #isNew = true;
  /** The report of an exit, which follows the last screen of the program. */
  #exitMessage: string | undefined;
  #isAlive = true;
  #allowance = maxMessagesPerSecond;
  #refilledAt = performance.now();

  constructor(socket: WebSocket, options: ViewerOptions, listener: ViewerListener) {
    this.#socket = socket;
    this.options = options;
    this.#onSent = () => {
      if (this.isBehind && this.hasRoom) listener.onRoom(this);
    };
    socket.on('message', (data, isBinary) => {
      // More messages can arrive after it has been closed.
      if (socket.readyState !== socket.OPEN) return;
      if (isBinary) this.close('notText', 'Messages must be text.');
      else if (this.#isTooFast()) this.close('policy', 'Too many messages.');
      else listener.onMessage(this, textOf(data));
    });
    socket.on('ping', (data) => {
      if (socket.readyState !== socket.OPEN) return;
      if (this.#isTooFast()) this.close('policy', 'Too many messages.');
      else if (this.#hasCapacity()) socket.pong(data, false, this.#onSent);
    });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // The library closes the connection after an error, and waits for the client.
    socket.on('error', () => this.#endSoon(closingMs));
    socket.on('close', () => listener.onClose(this));
  }

  /** Whether it has not received any screen yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Whether everything has been sent. */
  get hasRoom(): boolean {
    return this.#socket.bufferedAmount === 0;
  }

  /** Whether it has missed the last screen of a program that has ended. */
  get hasMissedExit(): boolean {
    return this.#exitMessage !== undefined;
  }

  /** Sends a message: text in UTF-8. A viewer that does not read is disconnected before much is waiting. */
  send(message: string | Buffer): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#hasCapacity()) socket.send(message, { binary: false }, this.#onSent);
  }

  /** Sends a screen, and the report of the exit if the screen is the last one. */
  sendScreen(message: Buffer): void {
    this.isBehind = false;
    this.#isNew = false;
    this.send(message);
    this.#sendExit();
  }

  /** Sends the report of an exit: now, or after the last screen. */
  sendExit(message: string): void {
    this.#exitMessage = message;
    if (!this.isBehind) this.#sendExit();
  }

  /** Disconnects a viewer that has not answered the last ping, and sends another one. */
  checkIsAlive(): void {
    if (!this.#isAlive) this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping('', false, this.#onSent);
  }

  close(reason: keyof typeof closeCodes, message = ''): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    socket.close(closeCodes[reason], message);
    this.#endSoon(reason === 'normal' ? readingMs : closingMs);
  }

  /** Disconnects at once. */
  disconnect(): void {
    this.#socket.terminate();
  }

  /** Disconnects a client that does not read, and so does not answer, after some time. */
  #endSoon(ms: number): void {
    setTimeout(() => this.#socket.terminate(), ms).unref();
  }

  /** Whether more can wait to be sent; otherwise disconnects. */
  #hasCapacity(): boolean {
    if (this.#socket.bufferedAmount <= maxWaitingBytes) return true;
    this.close('busy', 'The viewer is too slow.');
    return false;
  }

  #sendExit(): void {
    const message = this.#exitMessage;
    if (message === undefined) return;
    this.#exitMessage = undefined;
    this.send(message);
    if (this.options.closesAtExit) this.close('normal');
  }

  #isTooFast(): boolean {
    const now = performance.now();
    const earned = ((now - this.#refilledAt) / 1000) * maxMessagesPerSecond;
    this.#allowance = Math.min(maxMessagesPerSecond, this.#allowance + earned) - 1;
    this.#refilledAt = now;
    return this.#allowance < 0;
  }
}

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();
