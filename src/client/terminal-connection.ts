import { resolve } from 'node:path';
import { onAbort } from './abort-listeners.js';
import { TuispecError } from './errors.js';
import type { RequestOptions } from './request-options.js';
import type { ServerProcess } from './server-process.js';
import type { TerminalEvents } from './terminal-options.js';
import type {
  CurrentViewResult,
  MethodName,
  MethodParams,
  MethodResults,
  SessionExitedNotification,
} from './wire-types.js';

/** What a terminal was launched with. */
export interface ConnectionSettings {
  readonly server: ServerProcess;
  /** Whether the server runs on this machine, so that paths are relative to this process. */
  readonly isLocal: boolean;
  readonly pid: number;
  /** How the program has ended, if it already has. */
  readonly exit: SessionExitedNotification | undefined;
  readonly size: { readonly cols: number; readonly rows: number };
  /** Default timeout of waits. */
  readonly timeoutMs: number;
  /** Cancels all requests. */
  readonly signal: AbortSignal | undefined;
  /** The time that is left for waits; undefined if there is no limit. */
  readonly remainingMs: (() => number | undefined) | undefined;
  /** The trace that is written when the session ends in any case. */
  readonly tracePath: string | undefined;
  /** Whether the last screen is kept when the terminal is closed. */
  readonly keepsScreen: boolean;
  /** Returns the server to its owner. */
  readonly release: (graceMs: number | undefined) => Promise<void>;
}

const maxTimeoutMs = 2 ** 31 - 1;

/** A timeout as the server accepts it: whole milliseconds; `Infinity` becomes the maximum. */
export const toTimeoutMs = (timeoutMs: number): number => Math.max(0, Math.min(Math.ceil(timeoutMs), maxTimeoutMs));

interface Listener<N extends keyof TerminalEvents> {
  readonly listener: (event: TerminalEvents[N]) => void;
  /** Keeps this process alive. */
  readonly hold: Disposable;
}
type Listeners = { readonly [N in keyof TerminalEvents]: Set<Listener<N>> };

/** The connection of one terminal to its server. */
export class TerminalConnection {
  readonly pid: number;
  size: ConnectionSettings['size'];
  /** The title of the last step. */
  lastStep: string | undefined;
  /** The number of recordings that have been started. */
  recordings = 0;
  /** Where the assertions are that nothing awaits yet. */
  readonly notAwaited = new Set<Error>();
  readonly #settings: ConnectionSettings;
  readonly #listeners: Listeners = { change: new Set(), exit: new Set() };
  readonly #subscriptions: Disposable[];
  readonly #counts = new Map<string, number>();
  #cancellation = new AbortController();
  #closing: Promise<void> | undefined;
  #lastScreen: string | undefined;
  #exit: SessionExitedNotification | undefined;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    this.pid = settings.pid;
    this.#exit = settings.exit;
    this.size = settings.size;
    this.#subscriptions = [
      settings.server.onNotification('view.changed', (event) => this.#emit('change', event)),
      settings.server.onNotification('session.exited', (event) => {
        this.#exit = event;
        this.#emit('exit', event);
      }),
    ];
  }

  /** Whether the terminal is being closed or has been. */
  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** How the program ended, if it has. */
  get exit(): SessionExitedNotification | undefined {
    return this.#exit;
  }

  /** The trace that is written when the session ends in any case. */
  get tracePath(): string | undefined {
    return this.#settings.tracePath;
  }

  /** The timeout of a wait: the given or default one, or less if the test ends sooner. */
  limitTimeout(timeoutMs = this.#settings.timeoutMs): number {
    return toTimeoutMs(Math.min(timeoutMs, this.#settings.remainingMs?.() ?? timeoutMs));
  }

  /** Returns a name with a number that is used once in this session. */
  createName(kind: string): string {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    return `${kind}-${number}`;
  }

  /** A path as the server must receive it. */
  resolvePath(path: string): string {
    return this.#settings.isLocal ? resolve(path) : path;
  }

  async request<M extends MethodName>(
    method: M,
    params: MethodParams[M],
    { signal }: RequestOptions = {},
  ): Promise<MethodResults[M]> {
    if (this.#closing !== undefined) throw new TuispecError('The terminal has been closed.', { method });
    using signals = joinSignals([signal, this.#settings.signal, this.#cancellation.signal]);
    return await this.#settings.server.request(method, params, { signal: signals.signal });
  }

  /** The screen now and a picture of it, for the message of a failure; nothing if the server cannot respond. */
  async captureEvidence(): Promise<{ readonly screen?: string; readonly picturePath?: string }> {
    if (this.#closing !== undefined) return this.#lastScreen === undefined ? {} : { screen: this.#lastScreen };
    const view = await this.#readView();
    if (view === undefined) return {};
    const name = this.createName('failure');
    const picture = await this.#settings.server.request('renderView', { name }).catch(() => undefined);
    return { screen: view.text, ...(picture === undefined ? {} : { picturePath: picture.pngPath }) };
  }

  on<N extends keyof TerminalEvents>(name: N, listener: (event: TerminalEvents[N]) => void): Disposable {
    const listeners: Set<Listener<N>> = this.#listeners[name];
    const added: Listener<N> = { listener, hold: this.#settings.server.hold() };
    listeners.add(added);
    if (name === 'change' && listeners.size === 1) this.#send('viewSubscribe', { includeText: true, debounceMs: 20 });
    return {
      [Symbol.dispose]: () => {
        if (!listeners.delete(added)) return;
        added.hold[Symbol.dispose]();
        if (name === 'change' && listeners.size === 0) this.#send('viewUnsubscribe', {});
      },
    };
  }

  /** Cancels all pending requests: the server runs one at a time, so that others would wait for them. */
  cancelPending(): void {
    this.#cancellation.abort(new Error('The terminal is being closed.'));
    this.#cancellation = new AbortController();
  }

  /** Ends the program and returns the server; later calls return the same promise. */
  close(graceMs: number | undefined): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number | undefined): Promise<void> {
    this.cancelPending();
    const view = this.#settings.keepsScreen ? this.#readView() : undefined;
    try {
      await this.#settings.release(graceMs);
      this.#lastScreen = (await view)?.text;
    } finally {
      for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
      for (const listeners of Object.values(this.#listeners)) this.#removeAll(listeners);
    }
    const [forgotten] = this.notAwaited;
    if (forgotten !== undefined) throw forgotten;
  }

  // Not `this.request`: a test that was aborted shows its screen too.
  async #readView(): Promise<CurrentViewResult | undefined> {
    return await this.#settings.server.request('currentView', {}).catch(() => undefined);
  }

  // A server that cannot respond makes the next request fail, with the reason.
  #send<M extends MethodName>(method: M, params: MethodParams[M]): void {
    if (this.#closing === undefined) this.request(method, params).catch(() => {});
  }

  #emit<N extends keyof TerminalEvents>(name: N, event: TerminalEvents[N]): void {
    for (const { listener } of this.#listeners[name]) {
      try {
        listener(event);
      } catch (error) {
        // As for the listeners of an event emitter, this is an uncaught exception.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #removeAll(listeners: Set<{ readonly hold: Disposable }>): void {
    for (const { hold } of listeners) hold[Symbol.dispose]();
    listeners.clear();
  }
}

/** A signal that is aborted with the first of several. `AbortSignal.any` may be collected on Node 20 before it fires. */
function joinSignals(optional: readonly (AbortSignal | undefined)[]): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const signals = optional.filter((signal) => signal !== undefined);
  const abort = (): void => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  const added = signals.map((signal) => onAbort(signal, abort));
  if (signals.some(({ aborted }) => aborted)) abort();
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const listener of added) listener[Symbol.dispose]();
    },
  };
}
