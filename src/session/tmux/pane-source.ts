import { MethodError } from '../../base/errors.js';
import { type Exit, nameSignal } from '../../base/exit.js';
import type { ProcessSession } from '../../base/system/facts.js';
import { type LineMode, readLineMode } from '../program/kernel-settings.js';
import type { ExitKind } from '../program/program.js';
import type { SourceHealth, SourceListener, TerminalSource } from '../program/terminal-source.js';
import { OutputPause } from '../quiet.js';
import { ControlClient } from './control-client.js';
import {
  createPaneSubscription,
  isPaneAlive,
  type Pane,
  type PaneState,
  paneStateFormat,
  parsePaneState,
} from './find-pane.js';
import { PaneStream, type ScreenDifference } from './pane-stream.js';
import { PaneReader, type PaneSnapshot, parseLayoutChange } from './snapshot.js';
import { PaneInput, quoteWord, type Variables } from './tmux.js';

// An index of the hook arrays that no person uses.
const hookIndex = 7317;
const maxStatusRequests = 20;

/**
 * Keeps a pane open when its program ends, so that its last output and its exit status can be read. Sets options of this
 * pane, and a hook that removes them when our client is gone, however it ends.
 */
class LastWords {
  readonly #client: ControlClient;
  readonly #paneId: string;
  #isInstalled = false;
  /** When people keep dead panes themselves. */
  #kept: 'always' | 'failed' | 'never' = 'never';
  /** Commands that restore the options of the pane. */
  #restoring: readonly string[] = [];
  #hookScope = '-g';
  /** What to remove: our hook, or the array if it contained no other. */
  #diedHook = 'pane-died';

  constructor(client: ControlClient, paneId: string) {
    this.#client = client;
    this.#paneId = paneId;
  }

  async install(): Promise<void> {
    const id = this.#paneId;
    const { lines } = await this.#client.request(
      `display-message -p '#{client_name}' ; display-message -p -t ${id} '#{remain-on-exit} #{session_id}' ; show-hooks -t ${id} client-detached ; show-hooks -p -t ${id} pane-died ; show-options -p -t ${id}`,
    );
    const [client = '', options = '', ...others] = lines;
    const [remain = '', sessionId = ''] = options.split(' ');
    this.#kept = remain === 'on' || remain === '1' ? 'always' : remain === 'failed' ? 'failed' : 'never';
    // Removing the last hook of an array leaves an empty one, which hides the global hooks.
    if (others.some((line) => /^pane-died\[\d+\]/.test(line))) this.#diedHook = `pane-died[${hookIndex}]`;
    // Hooks of the session hide the global ones.
    this.#hookScope = others.some((line) => /^client-detached\[\d+\]/.test(line)) ? `-t ${sessionId}` : '-g';
    const changes: [option: string, value: string][] = [];
    if (this.#kept !== 'always') changes.push(['remain-on-exit', 'on']);
    // People who keep failed panes expect the text of this format.
    if (this.#kept === 'never') changes.push(['remain-on-exit-format', "''"]);
    this.#restoring = changes.map(([option]) => {
      const own = others.find((line) => line.startsWith(`${option} `));
      return own === undefined ? `set-option -pu -t ${id} ${option}` : `set-option -p -t ${id} ${own}`;
    });
    const keep = changes.map(([option, value]) => `set-option -p -t ${id} ${option} ${value}`);
    const cleanUp = `if-shell -F "#{==:#{hook_client},${client}}" ${quoteWord([...this.#undo(), this.#killIfDead].join(' ; '))}`;
    const commands = [
      ...keep,
      `set-hook -p -t ${id} pane-died[${hookIndex}] ${quoteWord(`refresh-client -t ${client} -A "${id}:pause"`)}`,
      `set-hook ${this.#hookScope} client-detached[${hookIndex}] ${quoteWord(cleanUp)}`,
    ];
    this.#isInstalled = true;
    const { lines: errors, hasFailed } = await this.#client.request(commands.join(' ; '));
    if (!hasFailed) return;
    await this.remove();
    throw new MethodError('io', `tmux refused the options of \`keepLastWords\`: ${errors.join(' ')}.`);
  }

  /** Waits for the exit status. Up to tmux 3.4, the end of a child can get lost until the next one ends. */
  async readStatus(state: PaneState): Promise<PaneState> {
    let known = state;
    for (let round = 0; round < maxStatusRequests && known.exitStatus === '' && known.exitSignal === ''; round += 1) {
      const reap = round % 5 === 0 ? 'run-shell -b true' : 'run-shell -d 0.01';
      const { lines } = await this.#client.request(
        `${reap} ; display-message -p -t ${this.#paneId} '${paneStateFormat}'`,
      );
      known = parsePaneState(lines.at(-1) ?? '') ?? known;
    }
    return known;
  }

  /** Restores the options of the pane. */
  async remove(): Promise<void> {
    if (!this.#isInstalled) return;
    this.#isInstalled = false;
    await this.#client.request(this.#undo().join(' ; '));
  }

  /** Restores the options, and closes the pane of the ended program as tmux would have done. */
  async release(): Promise<void> {
    await this.remove();
    await this.#client.request(this.#killIfDead);
  }

  #undo(): string[] {
    const id = this.#paneId;
    // If the pane is gone, the commands on it fail, and tmux skips the rest.
    return [
      `set-hook ${this.#hookScope === '-g' ? '-gu' : `-u ${this.#hookScope}`} client-detached[${hookIndex}]`,
      ...this.#restoring,
      `set-hook -pu -t ${id} ${this.#diedHook}`,
    ];
  }

  get #killIfDead(): string {
    const id = this.#paneId;
    if (this.#kept === 'always') return "display-message -p ''";
    const isDone = this.#kept === 'failed' ? '#{&&:#{pane_dead},#{==:#{pane_dead_status},0}}' : '#{pane_dead}';
    return `if-shell -F -t ${id} "${isDone}" "kill-pane -t ${id}"`;
  }
}

/** How the program of a dead pane has ended; undefined if tmux does not know it. */
function toPaneExit({ exitStatus, exitSignal }: PaneState): Exit | undefined {
  const signal = toSignalName(exitSignal);
  if (exitStatus === '' && signal === null) return undefined;
  return signal === null ? { exitCode: Number(exitStatus), signal } : { exitCode: null, signal };
}

/** tmux reports a number on Linux, a name elsewhere. */
function toSignalName(value: string): string | null {
  if (value === '') return null;
  if (!/^\d+$/.test(value)) return value.startsWith('SIG') ? value : `SIG${value}`;
  if (value === '0') return null;
  return nameSignal(Number(value));
}

/** The format of which `parsePaneHealth` parses the result. */
const paneHealthFormat = '#{pane_dead} #{session_attached} #{pane_mode}|#{pane_current_command}';

/** Parses a line of `paneHealthFormat`. */
function parsePaneHealth(line: string): SourceHealth {
  const [, dead, attached, mode = '', command = ''] = /^(\d*) (\d*) (.*?)\|(.*)$/.exec(line) ?? [];
  // Our own client is one of those that are attached.
  const attachedClients = Math.max(0, Number(attached) - 1);
  return { isRunning: dead === '0', command, attachedClients, ...(mode === '' ? {} : { paneMode: mode }) };
}

/** How to attach to a pane. */
interface PaneSpec {
  readonly pane: Pane;
  readonly version: number;
  readonly socket: readonly string[];
  readonly variables: Variables;
  readonly scrollback: number;
  readonly isReadOnly: boolean;
  readonly keepsLastWords: boolean;
}

const unknownExit: Exit = { exitCode: null, signal: null };

/** A pane of a tmux server as the terminal of a session. Its size, its options and its program belong to its people. */
export class PaneSource implements TerminalSource {
  readonly isForeign = true;
  // tmux answers.
  readonly takeReply = (): void => {};
  readonly isEnding = false;
  readonly waitingInputBytes = 0;
  readonly #spec: PaneSpec;
  readonly #client: ControlClient;
  readonly #input: PaneInput;
  readonly #lastWords: LastWords | undefined;
  readonly #stream: PaneStream;
  #listener: SourceListener | undefined;
  readonly #reader: PaneReader;
  readonly #pause = new OutputPause(() => void this.verify());
  #isStarted = false;
  #windowId = '';
  #lastWrite: Promise<void> = Promise.resolve();
  #isClosing = false;
  #exit: Exit | undefined;
  #exitKind: ExitKind = 'complete';
  #check: Promise<void> | undefined;

  private constructor(spec: PaneSpec) {
    const { pane, socket, variables, version } = spec;
    this.#spec = spec;
    this.#stream = new PaneStream({
      onOverflow: () => void this.#client.request(`refresh-client -A '${pane.id}:pause'`).catch(() => {}),
      onGap: () => void this.#readAgain(),
    });
    this.#client = new ControlClient(socket, pane.sessionId, variables, {
      onOutput: (id, bytes) => {
        if (id !== pane.id) return;
        this.#stream.push(bytes);
        this.#pause.note();
      },
      onNotification: (name, rest) => this.#handleNotification(name, rest),
      onBatchEnd: () => this.#stream.deliver(),
      onClose: () => void this.#handleClose(),
    });
    this.#reader = new PaneReader(this.#client, pane, spec.scrollback);
    this.#input = new PaneInput(this.#client, pane.id, version, spec.isReadOnly);
    if (spec.keepsLastWords) this.#lastWords = new LastWords(this.#client, pane.id);
  }

  /** Attaches to a pane and reads its screen. */
  static async open(spec: PaneSpec): Promise<PaneSource> {
    const source = new PaneSource(spec);
    try {
      await source.#subscribe(spec.pane.windowId);
      await source.#lastWords?.install();
      await source.#follow(await source.#synchronize());
      return source;
    } catch (error) {
      source.#isClosing = true;
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

  get processes(): ProcessSession {
    return { leader: this.pid, terminal: '', isLeaderGone: () => false };
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
    const { lines } = await this.#client.request(`display-message -p -t ${this.#spec.pane.id} '${paneHealthFormat}'`);
    return parsePaneHealth(lines[0] ?? '');
  }

  write(bytes: Buffer, isPaste = false): Promise<void> {
    const written = this.#lastWrite.then(() => this.#input.write(bytes, isPaste));
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

  async verify(): Promise<void> {
    if (!this.#isStarted) return;
    this.#startCheck(() => this.#repairIfDifferent());
    await this.#check;
  }

  resize(): void {
    throw new MethodError('foreign-size', 'Cannot resize a tmux pane: its size belongs to the people who use it.');
  }

  async readLineMode(): Promise<LineMode | undefined> {
    const { lines } = await this.#client.request(`display-message -p -t ${this.#spec.pane.id} '#{pane_tty}'`);
    return await readLineMode(lines[0] ?? '');
  }

  // They belong to the people who use the pane.
  async readKernelSettings(): Promise<undefined> {}

  /** Detaches. The program in the pane continues to run. */
  async end(): Promise<void> {
    this.#isClosing = true;
    this.#pause.stop();
    await this.#lastWords?.remove().catch(() => {});
    await this.#client.detach();
    this.#finish(unknownExit, 'detached');
  }

  close(): void {
    this.#isClosing = true;
    void this.#client.detach();
  }

  async #subscribe(windowId: string): Promise<void> {
    const { lines, hasFailed } = await this.#client.request(createPaneSubscription(windowId, this.#spec.pane.id));
    if (hasFailed) throw new MethodError('io', `tmux refused a subscription: ${lines.join(' ')}.`);
    this.#windowId = windowId;
  }

  /** Reads the screen at one moment of the output, and continues from there. */
  #synchronize(): Promise<PaneState> {
    return this.#reader.read((snapshot) => this.#stream.take(snapshot));
  }

  #handleNotification(name: string, rest: string): void {
    const { id } = this.#spec.pane;
    // Output was dropped because we were too slow, or the program has ended and `LastWords` has paused the pane.
    if (name === 'pause' && rest === id && this.#stream.notePause()) void this.#readAgain();
    else if (name === 'layout-change') this.#handleLayout(rest);
    else if (name === 'pane-mode-changed' && rest === id) this.#startCheck();
    else if (name === 'subscription-changed') void this.verify();
    else if (/^(?:unlinked-)?window-(?:close|add)$|^session-changed$/.test(name)) this.#startCheck();
  }

  #handleLayout(rest: string): void {
    const { windowId, size } = parseLayoutChange(rest, this.#spec.pane.id);
    const isOurs = windowId === this.#stream.snapshot?.state.windowId;
    if ((size !== undefined && size !== this.#stream.size) || (isOurs && size === undefined)) this.#startCheck();
  }

  /** Reads the screen again because output is missing. */
  async #readAgain(): Promise<void> {
    const halt = this.#stream.stop();
    const { id } = this.#spec.pane;
    await this.#client.request(`refresh-client -A '${id}:continue'`).catch(() => {});
    this.#stream.expectSnapshot(halt);
    this.#startCheck();
    await this.#check;
  }

  /** Compares the state of the pane with the known one. Runs one check after another. */
  #startCheck(run = (): Promise<void> => this.#runCheck()): void {
    if (this.#isClosing || this.#exit !== undefined) return;
    this.#check = (this.#check ?? Promise.resolve()).then(run);
  }

  /**
   * Some actions of tmux appear in no output, and its widths can differ from ours. Compares twice, so that nothing is
   * repaired because of what happens in between.
   */
  async #repairIfDifferent(): Promise<void> {
    if ((await this.#compare()) === 'none') return;
    const difference = await this.#compare();
    if (difference === 'none') return;
    if (difference === 'screen') this.#stream.dropOutput();
    await this.#runCheck();
    if (difference === 'screen' && (await this.#compare()) === 'screen') this.#stream.acceptDifference();
  }

  async #compare(): Promise<ScreenDifference> {
    // The screen was switched, or the pane is gone.
    let difference: ScreenDifference = 'state';
    if (this.#exit !== undefined || this.#isClosing) return 'none';
    const read = this.#reader.readScreen((snapshot) => {
      difference = this.#stream.compare(snapshot);
    });
    await read.catch(() => {});
    return difference;
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

  /** Follows the pane to another window or session. */
  async #follow({ sessionId, windowId }: PaneState): Promise<void> {
    if (windowId !== this.#windowId) await this.#subscribe(windowId);
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
    const isAlive = await isPaneAlive(this.#spec);
    if (isAlive && error instanceof MethodError && error.kind === 'detached') return;
    this.#finish(unknownExit, isAlive ? 'detached' : 'incomplete');
    await this.#client.detach();
  }

  async #handleClose(): Promise<void> {
    if (this.#isClosing || this.#exit !== undefined) return;
    this.#stream.deliver();
    const isAlive = await isPaneAlive(this.#spec);
    this.#finish(unknownExit, isAlive ? 'detached' : 'incomplete');
  }

  #finish(exit: Exit, kind: ExitKind = 'complete'): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#exitKind = kind;
    this.#pause.stop();
    if (!this.#isStarted) return;
    this.#stream.deliver();
    this.resume();
    this.#listener?.onExit(exit, kind);
  }
}
