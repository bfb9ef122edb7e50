import type { Exit, ExitKind } from '../program/exit.js';
import { type LineMode, readLineModeOf } from '../program/line-mode.js';
import type { SourceHealth, SourceListener, TerminalSource } from '../program/terminal-source.js';
import { MethodError } from '../protocol/errors.js';
import { ControlClient } from './control-client.js';
import { isPaneAlive, type Pane } from './find-pane.js';
import { LastWords } from './last-words.js';
import { toPaneExit } from './pane-exit.js';
import { PaneInput } from './pane-input.js';
import type { PaneState } from './pane-state.js';
import { PaneStream } from './pane-stream.js';
import { quoteWord, type Variables } from './run-tmux.js';
import { createSnapshotLine, type PaneSnapshot, parseSnapshot } from './snapshot.js';

/** How to attach to a pane. */
export interface PaneSpec {
  readonly pane: Pane;
  readonly version: number;
  readonly socket: readonly string[];
  readonly variables: Variables;
  readonly scrollback: number;
  readonly isReadOnly: boolean;
  readonly keepsLastWords: boolean;
}

// The screen switches between two captures at most this often in practice.
const maxSnapshots = 20;
const unknownExit: Exit = { exitCode: null, signal: null };

/** A pane of a tmux server as the terminal of a session. Its size, its options and its program belong to its people. */
export class PaneSource implements TerminalSource {
  readonly isForeign = true;
  readonly isEnding = false;
  readonly waitingInputBytes = 0;
  readonly #spec: PaneSpec;
  readonly #client: ControlClient;
  readonly #input: PaneInput;
  readonly #lastWords: LastWords | undefined;
  readonly #stream: PaneStream;
  #listener: SourceListener | undefined;
  #isStarted = false;
  #isAlternate: boolean;
  #lastWrite: Promise<void> = Promise.resolve();
  #isClosing = false;
  #exit: Exit | undefined;
  #exitKind: ExitKind = 'complete';
  #check: Promise<void> | undefined;

  private constructor(spec: PaneSpec) {
    const { pane, socket, variables, version } = spec;
    this.#spec = spec;
    this.#isAlternate = pane.isAlternate;
    this.#stream = new PaneStream({
      onOverflow: () => void this.#client.request(`refresh-client -A '${pane.id}:pause'`).catch(() => {}),
      onGap: () => void this.#readAgain(),
    });
    this.#client = new ControlClient(socket, pane.sessionId, variables, {
      onOutput: (id, bytes) => id === pane.id && this.#stream.push(bytes),
      onNotification: (name, rest) => this.#handleNotification(name, rest),
      onBatchEnd: () => this.#stream.deliver(),
      onClose: () => void this.#handleClose(),
    });
    this.#input = new PaneInput(this.#client, pane.id, version);
    if (spec.keepsLastWords) this.#lastWords = new LastWords(this.#client, pane.id);
  }

  /** Attaches to a pane and reads its screen. */
  static async open(spec: PaneSpec): Promise<PaneSource> {
    const source = new PaneSource(spec);
    try {
      await source.#subscribe();
      await source.#lastWords?.install();
      await source.#synchronize();
      return source;
    } catch (error) {
      await source.#client.detach();
      throw error;
    }
  }

  /** The state of the pane at the last snapshot. */
  get state(): PaneState {
    return (this.#stream.snapshot as PaneSnapshot).state;
  }

  get pid(): number {
    return this.#spec.pane.pid;
  }

  get resynced(): number {
    return this.#stream.resynced;
  }

  get isPaused(): boolean {
    return this.#stream.isPaused;
  }

  /** Reports to a listener after `start`. */
  connect(listener: SourceListener): this {
    this.#listener = listener;
    return this;
  }

  /** Delivers the screen, and from now on the output. */
  start(): void {
    this.#isStarted = true;
    if (this.#listener !== undefined) this.#stream.start(this.#listener);
    if (this.#exit !== undefined) this.#listener?.onExit(this.#exit, this.#exitKind);
  }

  async readHealth(): Promise<SourceHealth> {
    const { id } = this.#spec.pane;
    const format = '#{pane_dead} #{session_attached} #{pane_in_mode} #{pane_mode}|#{pane_current_command}';
    const { lines } = await this.#client.request(`display-message -p -t ${id} '${format}'`);
    const [, dead, attached, , mode = '', command = ''] = /^(\d*) (\d*) (\d*) (.*?)\|(.*)$/.exec(lines[0] ?? '') ?? [];
    // Our own client is one of those that are attached.
    const attachedClients = Math.max(0, Number(attached) - 1);
    return { isRunning: dead === '0', command, attachedClients, ...(mode === '' ? {} : { paneMode: mode }) };
  }

  write(bytes: Buffer): Promise<void> {
    if (this.#spec.isReadOnly)
      return Promise.reject(
        new MethodError('read-only', 'The pane was attached with `readOnly`, so it gets no input.'),
      );
    const written = this.#lastWrite.then(() => this.#input.write(bytes));
    this.#lastWrite = written.catch(() => {});
    return written;
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  drainNow(): void {
    this.#stream.deliver();
  }

  // A reply follows all output that tmux has read before.
  async drain(): Promise<void> {
    if (this.#exit === undefined) await this.#client.request("display-message -p ''").catch(() => {});
    await this.#check;
  }

  resize(): void {
    throw new MethodError('foreign-size', 'Cannot resize a tmux pane: its size belongs to the people who use it.');
  }

  async readLineMode(): Promise<LineMode | undefined> {
    const { lines } = await this.#client.request(`display-message -p -t ${this.#spec.pane.id} '#{pane_tty}'`);
    return await readLineModeOf(lines[0] ?? '');
  }

  /** Detaches. The program in the pane continues to run. */
  async end(): Promise<void> {
    this.#isClosing = true;
    await this.#lastWords?.remove().catch(() => {});
    await this.#client.detach();
    this.#finish(unknownExit, 'detached');
  }

  close(): void {
    this.#isClosing = true;
    void this.#client.detach();
  }

  async #subscribe(): Promise<void> {
    const { id } = this.#spec.pane;
    // The form for one pane reports nothing for dead panes.
    const value = `#{?#{==:#{pane_id},${id}},#{pane_pid} #{pane_dead} #{pane_dead_status} #{pane_in_mode},}`;
    const { lines, hasFailed } = await this.#client.request(`refresh-client -B 'tuispec:%*:${value}'`);
    if (hasFailed) throw new MethodError('io', `tmux refused a subscription: ${lines.join(' ')}.`);
  }

  /** Reads the screen at one moment of the output, and continues from there. */
  async #synchronize(): Promise<PaneState> {
    for (let round = 0; round < maxSnapshots; round += 1) {
      const result = await this.#capture();
      if (result === undefined) continue;
      const { serverPid, startTime, pid } = this.#spec.pane;
      const { state } = result;
      if (state.serverPid !== serverPid || state.startTime !== startTime || state.pid !== pid)
        throw new MethodError('stale-pane', 'The pane now belongs to another server or runs another program.');
      return state;
    }
    throw new MethodError('io', 'The screen of the pane changes too fast to be read.');
  }

  async #capture(): Promise<PaneSnapshot | undefined> {
    const { pane } = this.#spec;
    // Waits search the screen whenever as many lines have scrolled off, which must not happen within a redraw.
    const scrollback = Math.max(0, this.#spec.scrollback - 1);
    const spec = { paneId: pane.id, scrollback, isAlternate: this.#isAlternate, nonce: this.#client.nonce };
    const { line, last } = createSnapshotLine(spec);
    let result: ReturnType<typeof parseSnapshot> | undefined;
    await this.#client.requestRaw(line, last, (lines) => {
      result = parseSnapshot(lines, spec);
      if (typeof result === 'object') this.#stream.take(result);
    });
    if (result === 'other-screen') this.#isAlternate = !this.#isAlternate;
    else if (typeof result === 'object') return result;
    else throw new MethodError('pane-not-found', `The tmux pane ${pane.id} no longer exists.`);
    return undefined;
  }

  #handleNotification(name: string, rest: string): void {
    const { id } = this.#spec.pane;
    // Output was dropped because we were too slow, or the program has ended and `LastWords` has paused the pane.
    if (name === 'pause' && rest === id && this.#stream.notePause()) void this.#readAgain();
    else if (name === 'layout-change') this.#handleLayout(rest);
    else if (name === 'pane-mode-changed' && rest === id) this.#startCheck();
    else if (name === 'subscription-changed' && rest.includes(`${id} : `)) this.#startCheck();
    else if (/^(?:unlinked-)?window-(?:close|add)$|^session-changed$/.test(name)) this.#startCheck();
  }

  #handleLayout(rest: string): void {
    const [window = '', layout = '', visible = layout] = rest.split(' ');
    const number = this.#spec.pane.id.slice(1);
    const size = new RegExp(`(\\d+x\\d+),\\d+,\\d+,${number}(?=[,\\]}]|$)`).exec(visible)?.[1];
    const isOurs = window === this.#stream.snapshot?.state.windowId;
    if ((size !== undefined && size !== this.#stream.size) || (isOurs && size === undefined)) this.#startCheck();
  }

  /** Reads the screen again because output is missing. */
  async #readAgain(): Promise<void> {
    this.#stream.expectSnapshot();
    const { id } = this.#spec.pane;
    await this.#client.request(`refresh-client -A '${id}:continue'`).catch(() => {});
    this.#startCheck();
    await this.#check;
  }

  /** Compares the state of the pane with the known one. Runs one check after another. */
  #startCheck(): void {
    if (this.#isClosing || this.#exit !== undefined) return;
    const check = (this.#check ?? Promise.resolve()).then(() => this.#runCheck());
    this.#check = check;
  }

  async #runCheck(): Promise<void> {
    if (this.#isClosing || this.#exit !== undefined) return;
    try {
      const state = await this.#synchronize();
      if (state.isDead) await this.#handleDeath(state);
      else await this.#follow(state);
    } catch (error) {
      await this.#handleLoss(error);
    }
  }

  /** Follows the pane to another session. */
  async #follow({ sessionId }: PaneState): Promise<void> {
    const { lines } = await this.#client.request("display-message -p '#{session_id}'");
    if (lines[0] === sessionId || lines[0] === undefined) return;
    // tmux would now send the output since the move, which the next snapshot contains. Pausing the pane discards it.
    const { id } = this.#spec.pane;
    await this.#client.request(`switch-client -t ${quoteWord(sessionId)} ; refresh-client -A '${id}:pause'`);
  }

  async #handleDeath(state: PaneState): Promise<void> {
    const known = this.#lastWords === undefined ? state : await this.#lastWords.readStatus(state);
    await this.#lastWords?.release();
    const exit = toPaneExit(known);
    this.#finish(exit ?? unknownExit, exit === undefined ? 'incomplete' : 'complete');
    await this.#client.detach();
  }

  async #handleLoss(error: unknown): Promise<void> {
    const isAlive = await this.#isAlive();
    if (isAlive && error instanceof MethodError && error.kind === 'detached') return;
    this.#finish(unknownExit, isAlive ? 'detached' : 'incomplete');
    await this.#client.detach();
  }

  async #handleClose(): Promise<void> {
    if (this.#isClosing || this.#exit !== undefined) return;
    this.#stream.deliver();
    const isAlive = await this.#isAlive();
    this.#finish(unknownExit, isAlive ? 'detached' : 'incomplete');
  }

  #isAlive(): Promise<boolean> {
    const { socket, variables, pane } = this.#spec;
    return isPaneAlive(socket, variables, pane);
  }

  #finish(exit: Exit, kind: ExitKind = 'complete'): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#exitKind = kind;
    if (!this.#isStarted) return;
    this.#stream.deliver();
    this.resume();
    this.#listener?.onExit(exit, kind);
  }
}
