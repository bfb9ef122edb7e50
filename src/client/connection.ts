import { resolve } from 'node:path';
import { clearTimeout, now, setTimeout } from '../base/timers.js';
import { CancelledError, captureCaller, inLibraryWords, TuispecError } from './errors.js';
import { findReason } from './failed-start.js';
import type { ServerProcess } from './server-process.js';
import type { TerminalEvents } from './terminal-options.js';
import type {
  AmbiguityMode,
  Loose,
  MethodName,
  MethodParams,
  MethodResults,
  RequestOptions,
  Selector,
  SessionExitedNotification,
} from './wire.js';

/** What a terminal was launched with. */
interface ConnectionSettings {
  /** @internal */
  readonly server: ServerProcess;
  /** Whether the server runs on this machine, so that paths are relative to this process. */
  readonly isLocal: boolean;
  readonly pid: number;
  /** How the program has ended, if it already has. */
  readonly exit: SessionExitedNotification | undefined;
  readonly size: { readonly cols: number; readonly rows: number };
  /** Default timeout of waits. */
  readonly timeoutMs: number;
  /** What the session does with several matches. */
  readonly ambiguity: AmbiguityMode;
  /** Cancels all requests. */
  readonly signal: AbortSignal | undefined;
  /** The time that is left for waits; undefined if there is no limit. */
  readonly remainingMs: (() => number | undefined) | undefined;
  /** The timeout of the test, if it has one. */
  readonly testTimeoutMs: number | undefined;
  /** The trace that is written when the session ends in any case. */
  readonly tracePath: string | undefined;
  /** The directory of the files of the session. */
  readonly artifactRoot: string;
  /** The directory of the baselines, if it was given. */
  readonly snapshotDir: string | undefined;
  /** Whether a test runner completes the message of a failure after the test. */
  readonly hasRunner: boolean;
  /** Returns the server to its owner. */
  readonly release: (graceMs: number | undefined) => Promise<void>;
}

/** A program that a person can use in the browser. */
export interface ShownProgram {
  readonly url: string;
  /** Resolves when the program has exited. */
  readonly ended: Promise<void>;
}

interface Listener<N extends keyof TerminalEvents> {
  readonly listener: (event: TerminalEvents[N]) => void;
  /** Keeps this process alive. */
  readonly hold: Disposable;
}
type Listeners = { readonly [N in keyof TerminalEvents]: Set<Listener<N>> };

/** A call of a test that runs. */
interface RunningCall {
  readonly title: string;
  /** The frames of its caller. */
  readonly caller: string;
  readonly request?: { readonly method: MethodName; readonly params: object };
}

// Requests that wait, and that can be sent again without an effect on the program.
const repeatable: ReadonlySet<string> = new Set([
  'waitForText',
  'waitForExit',
  'waitFor',
  'waitUntil',
  'expectVisible',
  'expectNotVisible',
  'expectRestored',
  'expectSnapshot',
  'expectLines',
  'expectContrast',
  'expectColors',
]);
const libraryMethods: Partial<Readonly<Record<MethodName, string>>> = { sendKey: 'press', sendText: 'type' };

interface InputParams {
  readonly keys?: readonly string[];
}
const inputs: Partial<Readonly<Record<MethodName, (params: InputParams) => string>>> = {
  sendKey: ({ keys = [] }) => `key ${keys.at(-1)}`,
  sendText: () => 'typed text',
  sendLine: () => 'a line and Enter',
  sendBytes: () => 'bytes',
  click: () => 'a click',
  scroll: () => 'the wheel',
  drag: () => 'a drag',
};

/** Where baselines are unless the test says otherwise. */
export const defaultSnapshotDir = '__screens__';
const invalidParams = -32602;
const maxProbeMs = 5000;
const maxPictureMs = 1000;

/** The connection of one terminal to its server. */
export class TerminalConnection {
  readonly pid: number;
  size: ConnectionSettings['size'];
  /** The title of the last step. */
  lastStep: string | undefined;
  /** Launches the program again with the same options; undefined if it was not launched here. */
  relaunch: (() => Promise<TerminalConnection>) | undefined;
  /** The number of recordings that have been started. */
  recordings = 0;
  /** Where the assertions are that nothing awaits yet. */
  readonly notAwaited = new Set<Error>();
  /** The calls that run, and those that the end of the test has interrupted. */
  readonly #running = new Set<RunningCall>();
  readonly #pictures = new Set<Promise<unknown>>();
  #finding: string | undefined;
  /** The timeout of the last wait, before it was limited. */
  #askedMs = 0;
  #lastInput: { readonly what: string; readonly at: number } | undefined;
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

  /** The directory of the baselines. */
  get snapshotDir(): string {
    return resolve(this.#settings.snapshotDir ?? defaultSnapshotDir);
  }

  /** What the session does with several matches. */
  get ambiguity(): AmbiguityMode {
    return this.#settings.ambiguity;
  }

  /** The timeout of a wait: the given or default one, or less if the test ends sooner. */
  limitTimeout(timeoutMs = this.#settings.timeoutMs): number {
    this.#askedMs = timeoutMs;
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

  /** Sends a request. `isRaw`: its failure keeps the words of the server. */
  async request<M extends MethodName>(
    method: M,
    params: Loose<MethodParams[M]>,
    { signal, isRaw = false }: RequestOptions & { readonly isRaw?: boolean } = {},
  ): Promise<MethodResults[M]> {
    if (this.#closing !== undefined) throw new TuispecError('The terminal has been closed.', { method });
    using signals = joinSignals([signal, this.#settings.signal, this.#cancellation.signal]);
    using _ = this.track({ title: `terminal.${libraryMethods[method] ?? method}`, request: { method, params } });
    const before = this.#lastInput;
    this.#noteInput(method, params);
    try {
      return await this.#settings.server.request(method, params as MethodParams[M], { signal: signals.signal });
    } catch (error) {
      // Nothing has been typed.
      if (error instanceof TuispecError && error.code === invalidParams) this.#lastInput = before;
      throw isRaw ? error : this.#explain(error);
    }
  }

  /** Remembers a call until it ends. A call that the end of the test interrupts is not forgotten. */
  track(call: Omit<RunningCall, 'caller'> & { readonly caller?: string }): Disposable {
    if (!this.#settings.hasRunner) return { [Symbol.dispose]: () => {} };
    const running: RunningCall = { caller: captureCaller(), ...call };
    this.#running.add(running);
    return {
      [Symbol.dispose]: () => {
        if (this.#settings.signal?.aborted !== true) this.#running.delete(running);
      },
    };
  }

  /** Remembers why the assertion that runs does not hold yet. */
  noteFinding(reason: string | undefined): void {
    this.#finding = reason;
  }

  /** Describes the calls that the end of the test has interrupted, each with its line and what it has found so far. */
  async describeInterrupted(): Promise<string[]> {
    const calls = [...this.#running];
    const found = calls.length === 0 || this.#finding === undefined ? [] : [this.#finding];
    for (const { request } of calls) {
      const text = request && (await this.#probe(request));
      if (text !== undefined && !found.includes(text)) found.push(text);
    }
    // Requests of assertions are not what the test has called.
    const assertions = calls.filter(({ request }) => request === undefined);
    const shown = assertions.length > 0 ? assertions : calls;
    return [
      ...shown.map(({ title, caller }) => `Pending: ${title}\n${caller.split('\n', 1)[0] ?? ''}`.trimEnd()),
      ...found.map((text) => `Found so far: ${text}`),
    ];
  }

  /** Why an interrupted request has not succeeded yet: sends it again, without time to wait. */
  async #probe({ method, params }: NonNullable<RunningCall['request']>): Promise<string | undefined> {
    const { server } = this.#settings;
    const { expectAfter: selector } = params as { readonly expectAfter?: Selector };
    const again =
      selector !== undefined
        ? server.request('waitForText', { selector, since: 'lastInput', timeoutMs: 0 })
        : repeatable.has(method)
          ? server.request(method, {
              ...params,
              timeoutMs: 0,
              ...(method === 'expectSnapshot' ? { update: 'none' } : {}),
            })
          : undefined;
    return again && (await within(maxProbeMs, findReason(again)));
  }

  #noteInput(method: MethodName, params: object): void {
    const describe = inputs[method];
    if (describe !== undefined) this.#lastInput = { what: describe(params as InputParams), at: now() };
  }

  /** The error in the words of the library. If the program has been silent, the message says since which input. */
  #explain(error: unknown): unknown {
    if (!(error instanceof TuispecError) || error instanceof CancelledError) return error;
    const { method, code, data } = error;
    const silence = error.kind === 'timeout' ? this.#describeSilence(data.lastOutputAgeMs) : undefined;
    const limit = error.kind === 'timeout' ? describeTestLimit(this.#askedMs, this.#settings.testTimeoutMs) : undefined;
    const change = (text: string): string =>
      [inLibraryWords(text), silence, limit].filter((part) => part !== undefined).join(' ');
    const details = data.details === undefined ? {} : { details: change(data.details) };
    return new TuispecError(change(error.reason), { method, code, data: { ...data, ...details } });
  }

  #describeSilence(lastOutputAgeMs: number | null | undefined): string | undefined {
    if (lastOutputAgeMs === null) return 'The program has written nothing.';
    if (this.#lastInput === undefined || lastOutputAgeMs === undefined) return undefined;
    const { what, at } = this.#lastInput;
    const ageMs = now() - at;
    return lastOutputAgeMs < ageMs
      ? undefined
      : `Last input: ${what} ${(ageMs / 1000).toFixed(1)} s ago, no output since.`;
  }

  /**
   * The screen and a picture of it, for the message of a failure; nothing if the server cannot respond. The screen is
   * read only if the failure does not contain it. The picture is another request, so that no failure waits for it.
   */
  async captureEvidence(known?: string): Promise<{ readonly screen?: string; readonly picturePath?: string }> {
    if (this.#closing !== undefined) {
      const last = known ?? this.#lastScreen;
      return last === undefined ? {} : { screen: last };
    }
    const name = this.createName('failure');
    const view = known ?? this.#readScreen();
    const picture = this.#settings.server.request('renderView', { name }).then(
      ({ pngPath }) => pngPath,
      () => undefined,
    );
    this.#pictures.add(picture);
    const screen = await view;
    if (screen === undefined) return {};
    // A test may have little time left: its failure does not wait for the picture.
    if (this.#settings.hasRunner)
      return { screen, picturePath: `${this.#settings.artifactRoot}/snapshots/${name}.png` };
    const picturePath = await within(maxPictureMs, picture);
    return { screen, ...(picturePath === undefined ? {} : { picturePath }) };
  }

  /** Lets a person use the program in the browser; undefined if it has ended or is on another machine. */
  async showToPerson(): Promise<ShownProgram | undefined> {
    const { server, isLocal } = this.#settings;
    if (!isLocal || this.#closing !== undefined || this.#exit !== undefined) return undefined;
    const ended = new Promise<void>((resolve) => {
      this.on('exit', () => resolve());
      server.onEnded(resolve);
    });
    // The server of a terminal that was killed does not respond.
    const view = await server.request('view.start', { interactive: true }).catch(() => undefined);
    return view && { url: view.url, ended };
  }

  /** Ends the view of `showToPerson`: the next session of the server is not interactive. */
  async hideFromPerson(): Promise<void> {
    await this.#settings.server.request('view.stop', {}).catch(() => {});
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
    const view = this.#settings.hasRunner ? this.#readScreen() : undefined;
    // The server draws them first, and it is killed if it does not respond in time.
    await within(maxProbeMs, Promise.all(this.#pictures));
    try {
      await this.#settings.release(graceMs);
      this.#lastScreen = await view;
    } finally {
      for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
      for (const listeners of Object.values(this.#listeners)) this.#removeAll(listeners);
    }
    const [forgotten] = this.notAwaited;
    if (forgotten !== undefined) throw forgotten;
  }

  // Not `this.request`: a test that was aborted shows its screen too.
  async #readScreen(): Promise<string | undefined> {
    return (await this.#settings.server.request('currentView', {}).catch(() => undefined))?.text;
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

/** Why a wait has ended sooner than it was asked to; undefined if the test could last that long. */
export const describeTestLimit = (askedMs: number, testTimeoutMs: number | undefined): string | undefined =>
  testTimeoutMs === undefined || askedMs <= testTimeoutMs
    ? undefined
    : `The test ends after ${testTimeoutMs} ms: raise its timeout to wait longer.`;

/** The result of a promise, or undefined after a time. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
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

const maxTimeoutMs = 2 ** 31 - 1;

/** A timeout as the server accepts it: whole milliseconds; `Infinity` becomes the maximum. */
export const toTimeoutMs = (timeoutMs: number): number => Math.max(0, Math.min(Math.ceil(timeoutMs), maxTimeoutMs));

// state: keyed weakly by the caller's signals.
const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a listener when a signal is aborted. All listeners share one of the signal, because Node warns of more than ten,
 * and any number of requests may wait.
 */
export function onAbort(signal: AbortSignal, listener: () => void): Disposable {
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  listeners.add(listener);
  return { [Symbol.dispose]: () => void listeners.delete(listener) };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  const callAll = (): void => {
    for (const listener of [...listeners]) listener();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
}
