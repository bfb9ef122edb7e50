import { setTimeout as sleep } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import { Deferred, Emitter } from '../../base/emitter.js';
import { InvalidParamError, MethodError } from '../../base/errors.js';
import { isObject, type Members, parseJson } from '../../base/json.js';
import { codes } from '../../protocol/message.js';
import type { MouseButton, WheelDirection } from '../../terminal/input/mouse.js';
import { readOnlyMessage } from './http-reply.js';
import type { LiveView } from './live-view.js';
import { PasteJoiner } from './manual-input.js';
import type { ScreenFormat } from './screen-broadcast.js';

/** Input of a viewer. */
export type ViewerInput =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string; readonly hasMore: boolean }
  | ViewerMouse;
/** A mouse event of a viewer; rows and columns count from 1. */
export interface ViewerMouse {
  readonly type: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel';
  readonly row: number;
  readonly col: number;
  readonly button: MouseButton | WheelDirection | undefined;
  readonly modifiers: readonly string[];
}

const types = ['key', 'text', 'paste', 'mouse'];
const actions = ['press', 'release', 'move', 'wheel'];
const buttons = ['left', 'middle', 'right'];
const directions = ['up', 'down', 'left', 'right'];
const modifierNames = ['Ctrl', 'Alt', 'Shift'];

/** Returns the input in a message of a viewer. Throws an InvalidParamError if it contains none. */
function inputFrom(message: Members): ViewerInput {
  const type = requireOneOf(message, 'type', types);
  if (type === 'key') return { type, key: requireText(message, 'key') };
  if (type === 'text') return { type, text: requireText(message, 'text') };
  if (type === 'paste') return { type, text: requireText(message, 'text'), hasMore: message['more'] === true };
  const action = requireOneOf(message, 'action', actions) as ViewerMouse['action'];
  const names = action === 'wheel' ? directions : buttons;
  const hasButton = action !== 'move' || (message['button'] !== undefined && message['button'] !== null);
  const { modifiers = [] } = message;
  if (!Array.isArray(modifiers) || !modifiers.every((name) => modifierNames.includes(name)))
    throw new InvalidParamError('/modifiers', `\`modifiers\` must be a list of ${modifierNames.join(', ')}.`);
  return {
    type: 'mouse',
    action,
    row: requireCount(message, 'row'),
    col: requireCount(message, 'col'),
    button: hasButton ? (requireOneOf(message, 'button', names) as MouseButton | WheelDirection) : undefined,
    modifiers,
  };
}

function requireText(message: Members, name: string): string {
  const value = message[name];
  if (typeof value !== 'string' || value === '')
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be a text that is not empty.`);
  return value;
}

function requireOneOf(message: Members, name: string, words: readonly string[]): string {
  const value = message[name];
  if (typeof value !== 'string' || !words.includes(value))
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be one of ${words.join(', ')}.`);
  return value;
}

function requireCount(message: Members, name: string): number {
  const value = message[name];
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 1000)
    throw new InvalidParamError(`/${name}`, `\`${name}\` must be an integer from 1 to 1000.`);
  return value as number;
}

/** What a viewer asks for when it connects. */
interface ViewerOptions {
  readonly format: ScreenFormat;
  /** Whether the connection ends after the exit of the program. */
  readonly closesAtExit: boolean;
}
/** Receives the events of a viewer. */
interface ViewerListener {
  /** Everything has been sent: there is room for another screen. */
  onRoom(viewer: Viewer): void;
  onMessage(viewer: Viewer, text: string): void;
  onClose(viewer: Viewer): void;
}

/** Codes with which a connection is closed. */
const closeCodes = { normal: 1000, shutdown: 1001, notText: 1003, policy: 1008, busy: 1013 } as const;

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
      else listener.onMessage(this, decodeText(data));
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

const decodeText = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();

const maxViewers = 16;
const reloadMs = 3000;
const refusalMs = 1000;

/** The connections of a live view. */
export class Viewers implements ViewerListener {
  readonly #view: LiveView;
  readonly #isInteractive: boolean;
  readonly #viewers = new Set<Viewer>();
  /** Connections that are being closed because there are too many. */
  readonly #refused = new Set<WebSocket>();
  readonly #gone = new Emitter();
  /** Resolves when there has been a viewer. */
  readonly #joined = new Deferred<void>();

  constructor(view: LiveView, isInteractive: boolean) {
    this.#view = view;
    this.#isInteractive = isInteractive;
  }

  /** Shows the view to another client, unless there are too many. */
  add(socket: WebSocket, options: ViewerOptions): void {
    if (this.#viewers.size >= maxViewers) {
      this.#refuse(socket);
      return;
    }
    const viewer = new Viewer(socket, options, this);
    this.#viewers.add(viewer);
    this.#joined.resolve();
    this.#view.join(viewer);
  }

  onRoom(): void {
    this.#view.refresh();
  }

  onMessage(viewer: Viewer, text: string): void {
    void this.#write(viewer, text).then((ack) => viewer.send(JSON.stringify(ack)));
  }

  onClose(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    this.#view.leaveViewer(viewer);
    if (this.#viewers.size === 0) this.#gone.fire();
  }

  /** Disconnects viewers that have not answered the last ping. */
  checkAreAlive(): void {
    for (const viewer of this.#viewers) viewer.checkIsAlive();
  }

  /** Disconnects all viewers at once. */
  disconnect(): void {
    for (const viewer of this.#viewers) viewer.disconnect();
    for (const socket of this.#refused) socket.terminate();
  }

  /** Resolves when all viewers have disconnected. */
  async waitUntilGone(): Promise<void> {
    while (this.#viewers.size > 0)
      await new Promise<void>((resolve) => {
        const off = this.#gone.on(() => {
          off();
          resolve();
        });
      });
  }

  /** Resolves when the page has been opened and closed. A page that is reloaded is gone for a moment only. */
  async waitUntilLeft(): Promise<void> {
    await this.#joined.promise;
    do {
      await this.waitUntilGone();
      await sleep(reloadMs);
    } while (this.#viewers.size > 0);
  }

  #refuse(socket: WebSocket): void {
    this.#refused.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#refused.delete(socket));
    socket.close(closeCodes.busy, `There are already ${maxViewers} viewers.`);
    setTimeout(() => socket.terminate(), refusalMs).unref();
  }

  /** Writes the input in a message; resolves with the response to it. */
  async #write(viewer: Viewer, text: string): Promise<object> {
    this.#view.host.redaction.noteInput(text);
    const value = parseJson(text);
    const message = isObject(value) ? value : undefined;
    const seq = message?.['seq'];
    const ack = { type: 'ack', seq: Number.isSafeInteger(seq) ? seq : null };
    const createError = (code: number, reason: string, data: object = {}): object => ({
      ...ack,
      ok: false,
      error: { code, message: reason, data },
    });
    if (message === undefined) return createError(codes.parseError, 'The message must be a JSON object.');
    if (!this.#isInteractive) return createError(codes.failed, readOnlyMessage, { kind: 'read-only' });
    try {
      const { pause } = this.#view.host;
      if (message['type'] === 'pause' && pause !== undefined) {
        pause.isPaused = message['paused'] === true;
        return { ...ack, ok: true };
      }
      const input = inputFrom(message);
      const whole = input.type === 'paste' ? viewer.pastes.add(input.text, input.hasMore) : '';
      if (whole !== undefined)
        await this.#view.input.write(this.#view.session, input.type === 'paste' ? { ...input, text: whole } : input);
      return { ...ack, ok: true };
    } catch (error) {
      if (error instanceof InvalidParamError)
        return createError(codes.invalidParams, error.message, { pointer: error.pointer });
      if (error instanceof MethodError) return createError(codes.failed, error.message, { kind: error.kind });
      this.#view.host.onBug(error);
      return createError(codes.internalError, 'The server has a bug. Its log contains the details.');
    }
  }
}
