import { copyFile, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { checkOptions, checks } from './check-options.js';
import type { TerminalConnection } from './connection.js';
import { type Cost, type MeasureOptions, measure } from './cost.js';
import { TuispecError } from './errors.js';
import {
  checkTextOptions,
  conditionFrom,
  Locator,
  type Position,
  type Rect,
  Region,
  type TextOptions,
  type TextQuery,
  toArea,
  toSelector,
  toTargetParams,
  toTargetSelector,
} from './locator.js';
import type {
  ActiveRecording,
  ClickOptions,
  DragOptions,
  EventOptions,
  FindOptions,
  HoverOptions,
  MouseTarget,
  RecordOptions,
  SavedSnapshot,
  ScreenshotOptions,
  ScrollOptions,
  SendLineOptions,
  SubmitOptions,
  TerminalEvents,
  TextTarget,
  TypeOptions,
  WaitForChangeOptions,
  WaitForOptions,
  WaitForStableOptions,
  WaitForTextOptions,
  WaitOptions,
} from './terminal-options.js';
import type * as wire from './wire.js';
import type { RequestOptions } from './wire.js';

/** Records a terminal to a file. Closing the terminal and starting another recording end it. */
async function startRecording(
  connection: TerminalConnection,
  path: string,
  { append = false, frameInterval = 200, styled = true }: RecordOptions,
): Promise<ActiveRecording> {
  const local = connection.resolvePath(path);
  const params = { path: local, append, frameIntervalMs: frameInterval, styled };
  const started = await connection.request('recording.start', params);
  connection.recordings += 1;
  const number = connection.recordings;
  const isActive = (): boolean => !connection.isClosed && connection.recordings === number;
  let stopped: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    if (isActive()) stopped ??= connection.request('recording.stop', {});
    await stopped;
  };
  return { path: started.path, stop, [Symbol.asyncDispose]: stop };
}

// state: keyed weakly by the caller's terminals.
const connections = new WeakMap<Terminal, TerminalConnection>();

/** @internal The connection of a terminal, for assertions. */
export const connectionOf = (terminal: Terminal): TerminalConnection => connections.get(terminal) as TerminalConnection;

/** A program that runs in a terminal. */
export class Terminal implements AsyncDisposable {
  readonly #connection: TerminalConnection;

  /** @internal */
  constructor(connection: TerminalConnection) {
    this.#connection = connection;
    connections.set(this, connection);
  }

  /** The process id of the program. */
  get pid(): number {
    return this.#connection.pid;
  }
  /** The width of the terminal in cells; of a tmux pane, when it was attached. */
  get cols(): number {
    return this.#connection.size.cols;
  }
  /** The height of the terminal in lines; of a tmux pane, when it was attached. */
  get rows(): number {
    return this.#connection.size.rows;
  }

  // Input

  /** Presses keys, such as `Enter`, `Ctrl+c` or `ArrowDown`. */
  async press(...keys: string[]): Promise<void> {
    if (keys.length > 0) await this.#connection.request('sendKey', { keys });
  }

  /** Types text. */
  async type(text: string, options: TypeOptions = {}): Promise<void> {
    checkOptions('type', options, { paste: 'boolean', delay: 'time', secret: 'boolean' });
    const { paste, delay, secret } = options;
    await this.#connection.request('sendText', { text, paste, delayMs: delay, secret });
  }

  /** Types a line and presses Enter; with `answer`, then waits for text that is new since Enter. */
  async sendLine(text: string, options: SendLineOptions = {}): Promise<void> {
    checkOptions('sendLine', options, { ...waitOf.match, answer: 'any', delay: 'time', secret: 'boolean' });
    const { answer, delay, secret, ambiguity, timeout, signal } = options;
    const wait =
      answer === undefined
        ? {}
        : { expectAfter: toTargetSelector(answer), timeoutMs: this.#connection.limitTimeout(timeout) };
    const params = { text, delayMs: delay, secret, ambiguityMode: ambiguity, ...wait };
    await this.#connection.request('sendLine', params, { signal });
  }

  /** Types a text into a prompt, presses Enter, and verifies that the program has accepted the text. */
  async submit(text: string, options: SubmitOptions = {}): Promise<wire.SubmitResult> {
    checkOptions('submit', options, {
      ...checks.wait,
      answer: 'any',
      retries: 'any',
      ghost: ['dismiss', 'ignore', 'fail'],
      secret: 'boolean',
    });
    const { answer, retries, ghost, secret, timeout, signal } = options;
    const expectAfter = answer === undefined ? {} : { expectAfter: toTargetSelector(answer) };
    const params = { text, retries, ghost, secret, ...expectAfter, timeoutMs: this.#connection.limitTimeout(timeout) };
    return await this.#connection.request('submit', params, { signal });
  }

  /** Writes bytes to the program. */
  async sendBytes(bytes: Uint8Array): Promise<void> {
    await this.#connection.request('sendBytes', { base64: Buffer.from(bytes).toString('base64') });
  }

  /** Reports to the program that the terminal has got or lost the focus, as soon as the program has enabled that. */
  async focus(focused = true, options: WaitOptions = {}): Promise<void> {
    checkOptions('focus', options, checks.wait);
    const { sent } = await this.#wait('focus', { focused }, options);
    if (sent) return;
    const reason = 'focus failed: The program has not enabled focus events (mode 1004), so nothing was sent.';
    const screen = await this.text().catch(() => undefined);
    throw new TuispecError(reason, { method: 'focus', data: { kind: 'timeout', screen } });
  }

  /** Clicks a match or a cell, as soon as it is there and the program has enabled the mouse. */
  async click(target: MouseTarget, all: ClickOptions = {}): Promise<void> {
    checkOptions('click', all, { ...checks.mouse, button: 'any', count: 'any', event: ['click', 'press', 'release'] });
    const { button, count, event, ...options } = all;
    const params = { ...toTargetParams(target), button, count, event, ...this.#createMouseParams(options) };
    await this.#connection.request('click', params, options);
  }

  /** Turns the mouse wheel. */
  async scroll(direction: 'up' | 'down' | 'left' | 'right', options: ScrollOptions = {}): Promise<void> {
    checkOptions('scroll', options, { ...checks.mouse, amount: 'any', target: 'any' });
    const { amount, target, ...others } = options;
    const place = target === undefined ? {} : toTargetParams(target);
    await this.#connection.request(
      'scroll',
      { direction, amount, ...place, ...this.#createMouseParams(others) },
      options,
    );
  }

  /** Drags the mouse with a button held. */
  async drag(from: MouseTarget, to: MouseTarget, all: DragOptions = {}): Promise<void> {
    checkOptions('drag', all, { ...checks.mouse, button: 'any' });
    const { button, ...options } = all;
    const params = { from: toTargetParams(from), to: toTargetParams(to), button, ...this.#createMouseParams(options) };
    await this.#connection.request('drag', params, options);
  }

  /** Moves the mouse. */
  async hover(target: MouseTarget, options: HoverOptions = {}): Promise<void> {
    checkOptions('hover', options, checks.mouse);
    await this.#connection.request(
      'hover',
      { ...toTargetParams(target), ...this.#createMouseParams(options) },
      options,
    );
  }

  // Finding

  /** Describes text on the screen; nothing is searched until the locator is used. */
  getByText(query: TextQuery, options: TextOptions = {}): Locator {
    checkTextOptions(options);
    return new Locator(this, toSelector(query, options));
  }

  /** A rectangle of the screen, 1-based. */
  region(rect: Rect): Region {
    return new Region(this, rect);
  }

  /** A row of the screen, 1-based; negative numbers count from the end: -1 is the last row at that moment. */
  line(row: number): Region {
    if (!Number.isInteger(row) || row === 0)
      throw new TypeError(`Invalid \`row\`: ${row}. Expected an integer from 1, or from -1 for the last row.`);
    return new Region(this, { row: row < 0 ? { fromEnd: -row } : row, col: 1, width: this.cols, height: 1 });
  }

  /** A cell, 1-based or from the end; it matches if it is not blank. */
  at(row: Position, col: Position): Locator {
    return new Locator(this, { type: 'at', row, col });
  }

  /** All matches that are on the screen now. */
  async find(query: TextTarget, options: FindOptions = {}): Promise<wire.Match[]> {
    checkOptions('find', options, { scope: ['viewport', 'scrollback'], limit: 'any' });
    const { scope, limit } = options;
    return (await this.#connection.request('find', { selector: toTargetSelector(query), scope, limit })).matches;
  }

  // Waiting

  /** Waits until a text is on the screen. */
  async waitForText(query: TextTarget, options: WaitForTextOptions = {}): Promise<wire.WaitForTextResult> {
    checkOptions('waitForText', options, {
      ...waitOf.match,
      since: 'any',
      state: ['visible', 'hidden'],
      failOn: 'any',
    });
    const { since, state, failOn, ambiguity } = options;
    const stop = failOn === undefined ? {} : { failOn: toTargetSelector(failOn) };
    const params = { selector: toTargetSelector(query), since, state, ...stop, ambiguityMode: ambiguity };
    return await this.#wait('waitForText', params, options);
  }

  /** Waits until the text of the screen has not changed for `debounce` milliseconds. */
  async waitForStable(debounce = 100, options: WaitForStableOptions = {}): Promise<wire.WaitForStableResult> {
    checkOptions('waitForStable', options, { ...waitOf.screen, ignore: 'any' });
    const { styles, cursor, ignore } = options;
    const areas = ignore === undefined ? {} : { ignore: ignore.map(toArea) };
    return await this.#wait('waitForStable', { debounceMs: debounce, styles, cursor, ...areas }, options);
  }

  /** Waits until the text of the screen has changed and is stable again. A timeout is not an error: `changed` is false. */
  async waitForChange(options: WaitForChangeOptions = {}): Promise<wire.WaitForChangeResult> {
    checkOptions('waitForChange', options, { ...waitOf.screen, since: 'any', stable: 'time' });
    const { since, stable, styles, cursor } = options;
    return await this.#wait('waitForChange', { since, stableMs: stable, styles, cursor }, options);
  }

  /** Waits until the terminal has these modes at the same time, such as `{ raw: true }`. */
  async waitForModes(modes: wire.Modes, options: WaitOptions = {}): Promise<wire.WaitForResult> {
    checkOptions('waitForModes', options, checks.wait);
    return await this.#wait('waitFor', { anyOf: [{ modes }] }, options);
  }

  /** Waits until the program has exited. */
  async waitForExit(options: WaitOptions = {}): Promise<wire.WaitForExitResult> {
    checkOptions('waitForExit', options, checks.wait);
    return await this.#wait('waitForExit', {}, options);
  }

  /** Waits for one of several conditions, or for all of them. */
  async waitFor(options: WaitForOptions): Promise<wire.WaitForResult> {
    checkOptions('waitFor', options, { ...waitOf.match, anyOf: 'any', allOf: 'any', since: 'any' });
    const { anyOf, allOf, since, ambiguity } = options;
    const conditions = { anyOf: anyOf?.map(conditionFrom), allOf: allOf?.map(conditionFrom) };
    return await this.#wait('waitFor', { ...conditions, since, ambiguityMode: ambiguity }, options);
  }

  /** Remembers the screen of this moment; the result can be passed as `since`. */
  async mark(): Promise<string> {
    return (await this.#connection.request('mark', {})).mark;
  }

  // Reading

  /** The text of the screen: all rows, also blank ones at the end, without trailing blanks of lines. */
  async text(): Promise<string> {
    return (await this.#connection.request('currentView', {})).text;
  }

  /** The screen with cursor and title, and on request with styles and scrollback. */
  async view(options: wire.CurrentViewParams = {}): Promise<wire.CurrentViewResult> {
    return await this.#connection.request('currentView', options);
  }

  /** The modes of the terminal, its clipboard, and queries without a reply. */
  async state(): Promise<wire.TerminalStateResult> {
    return await this.#connection.request('terminalState', {});
  }

  /** What the program has sent without changing a cell, such as notifications: the newest 1,000, in order. */
  async events(options: EventOptions = {}): Promise<readonly wire.Event[]> {
    checkOptions('events', options, { since: 'any', types: 'any' });
    const { since, types } = options;
    const params = { since, types: types === undefined ? undefined : [...types] };
    return (await this.#connection.request('events', params)).events;
  }

  /** Saves a picture of the screen; returns its path. Without `path`, it is stored in the artifact directory. */
  async screenshot(path?: string, options: ScreenshotOptions = {}): Promise<string> {
    checkOptions('screenshot', options, checks.picture);
    const { format = formatOf(path), scale, theme } = options;
    const name = this.#connection.createName('screenshot');
    const files = await this.#connection.request('dumpView', { name, format, scale, theme });
    const source = { ansi: files.snapshotPath, png: files.pngPath, svg: files.svgPath, html: files.htmlPath }[format];
    if (path === undefined || source === undefined) return source ?? files.snapshotPath;
    await copyFile(source, path);
    const copied = [files.snapshotPath, files.metaPath, files.pngPath, files.svgPath, files.htmlPath];
    await Promise.all(copied.map(async (file) => file && (await rm(file, { force: true }))));
    return path;
  }

  /** Saves the screen as text with escape sequences and as a picture, without comparing it. */
  async snapshot(name: string, options: ScreenshotOptions = {}): Promise<SavedSnapshot> {
    checkOptions('snapshot', options, checks.picture);
    const { format = 'png', scale, theme } = options;
    return await this.#connection.request('dumpView', { name, format, scale, theme });
  }

  /** Records requests, responses and frames to a file until the result is stopped or the terminal is closed. */
  async record(path: string, options: RecordOptions = {}): Promise<ActiveRecording> {
    checkOptions('record', options, { append: 'boolean', frameInterval: 'time', styled: 'boolean' });
    return await startRecording(this.#connection, path, options);
  }

  // Measuring

  /** Runs a function several times, and measures what the reactions to its input cost; for `expect(cost)`. */
  async measure(run: () => unknown, options: MeasureOptions = {}): Promise<Cost> {
    checkOptions('measure', options, { times: 'count', quiet: 'time' });
    return await measure(this, this.#connection, run, options);
  }

  // Everything else

  /** Changes the size of the terminal. The size of a tmux pane is not changed: the request is refused. */
  async resize(cols: number, rows: number): Promise<void> {
    await this.#connection.request('resize', { cols, rows });
    this.#connection.size = { cols, rows };
  }

  /** Sends a signal, such as `SIGINT`, to the program and its process group. */
  async signal(name: string): Promise<void> {
    await this.#connection.request('signal', { name });
  }

  /** Names a part of a test in recordings and in messages of failures. */
  async step<T>(title: string, run: () => T | Promise<T>): Promise<T> {
    this.#connection.lastStep = title;
    await this.#connection.request('step', { title });
    return await run();
  }

  /** Calls `listener` when the text changes or the program exits, until the result is disposed. */
  on<N extends keyof TerminalEvents>(name: N, listener: (event: TerminalEvents[N]) => void): Disposable {
    return this.#connection.on(name, listener);
  }

  /** Sends any request of the protocol; rejects with a `TuispecError`. */
  async request<M extends wire.MethodName>(
    method: M,
    params: wire.Loose<wire.MethodParams[M]>,
    options: RequestOptions = {},
  ): Promise<wire.MethodResults[M]> {
    return await this.#connection.request(method, params, { ...options, isRaw: true });
  }

  /** Ends the program: SIGHUP, then SIGKILL after `grace` milliseconds (default: 500). Detaches from a tmux pane. */
  async close(options: { readonly grace?: number | undefined } = {}): Promise<void> {
    checkOptions('close', options, { grace: 'time' });
    await this.#connection.close(options.grace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #wait<M extends WaitMethod>(
    method: M,
    params: wire.Loose<wire.MethodParams[M]>,
    { timeout, signal }: WaitOptions,
  ): Promise<wire.MethodResults[M]> {
    const timeoutMs = this.#connection.limitTimeout(timeout);
    return await this.#connection.request(method, { ...params, timeoutMs }, { signal });
  }

  #createMouseParams({ modifiers, force, ambiguity, timeout }: HoverOptions): wire.Loose<MouseParams> {
    const held = modifiers && [...modifiers];
    return { modifiers: held, force, ambiguityMode: ambiguity, timeoutMs: this.#connection.limitTimeout(timeout) };
  }
}

const waitOf = {
  match: { ...checks.wait, ambiguity: checks.ambiguity },
  screen: { ...checks.wait, styles: 'boolean', cursor: 'boolean' },
} as const;

type WaitMethod = 'waitForText' | 'waitForStable' | 'waitForChange' | 'waitForExit' | 'waitFor' | 'focus';
type MouseParams = Pick<wire.HoverParams, 'modifiers' | 'force' | 'ambiguityMode' | 'timeoutMs'>;

function formatOf(path: string | undefined): 'png' | 'svg' | 'html' | 'ansi' {
  const extension = path === undefined ? '' : extname(path).toLowerCase();
  if (extension === '.svg' || extension === '.html') return extension === '.svg' ? 'svg' : 'html';
  return extension === '.txt' || extension === '.ansi' ? 'ansi' : 'png';
}
