import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { Deferred, Emitter } from '../../base/emitter.js';
import { InvalidParamError, MethodError } from '../../base/errors.js';
import { codes } from '../../protocol/message.js';
import type { LiveView } from './live-view.js';
import { closeCodes, Viewer, type ViewerListener, type ViewerOptions } from './viewer.js';
import { inputFrom, parseMessage } from './viewer-message.js';

const maxViewers = 16;
const reloadMs = 3000;
const refusalMs = 1000;
const readOnlyMessage = 'The view is read-only. Start it with --view-interactive.';

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
    const message = parseMessage(text);
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
