import { Emitter } from '../base/emitter.js';
import { MethodError } from '../base/errors.js';
import type { IdleQueue } from '../base/idle-queue.js';
import { Secrets } from '../screen/redaction/secrets.js';
import type { Screen } from '../screen/screen.js';
import { type Accept, findMatches, type Match, type Selector } from '../screen/selectors/selector.js';
import type { TerminalEvent } from '../terminal/events.js';
import { BaselineStore } from '../terminal/freshness/baseline.js';
import { encodeFocus } from '../terminal/input/keys.js';
import { type ColorDepth, type Identity, profiles } from '../terminal/queries/profiles.js';
import type { Profile } from '../terminal/queries/terminal-state.js';
import { Call } from './call.js';
import { HeldButtons, type MouseSpec, sendGesture } from './gestures.js';
import { type BeforeWrite, type InputTimes, InputWriter, type KeySequence, type TypingOptions } from './input.js';
import { type Measured, Measurement } from './measurement.js';
import { readScreen, scheduleChecks } from './observe.js';
import { type LaunchSpec, resolveLaunch } from './program/launch.js';
import { Program, type TimeoutKind } from './program/program.js';
import { type Person, Pty } from './program/pty.js';
import type { SourceListener, TerminalSource } from './program/terminal-source.js';
import type { PatternWorker } from './regex/worker.js';
import { expectRestored, type Restored, type RestoredOptions, SettingsLog } from './restored.js';
import { LineEditors } from './submit/input-state.js';
import { type GhostHandling, Submission, type Submitted } from './submit/submission.js';
import { createModesCondition, ModeReader, toNamedLineMode } from './waits/modes.js';
import { joinKeptLines } from './waits/screen-search.js';
import { type ChangeSpec, type Met, visible, type WaitSpec, waitForChangeOf, waitForSpec } from './waits/specs.js';
import { type AmbiguityMode, waitFor } from './waits/wait.js';

/** When the server ends a program. 0 means never. */
interface Limits {
  readonly idleTimeoutMs: number;
  readonly maxRuntimeMs: number;
}

/** Ends a program that exceeds its runtime or its idle time. */
function endAtLimits(program: Program, { idleTimeoutMs, maxRuntimeMs }: Limits): void {
  const timers = new Map<TimeoutKind, NodeJS.Timeout>();
  const startedAt = performance.now();
  // After a delay of the server, the exit of the program or its output may not have been processed yet.
  const end = (kind: TimeoutKind): void => {
    if (program.exit === undefined && !program.isEnding) void program.end({ timeoutKind: kind });
  };
  const getSilenceMs = (): number => {
    if (program.isPaused) return 0;
    program.drainNow();
    return program.lastOutputAgeMs ?? performance.now() - startedAt;
  };
  const checkIdle = (): void => {
    const silentMs = getSilenceMs();
    if (silentMs >= idleTimeoutMs) end('idle');
    else timers.set('idle', setTimeout(checkIdle, idleTimeoutMs - silentMs));
  };
  if (idleTimeoutMs > 0) timers.set('idle', setTimeout(checkIdle, idleTimeoutMs));
  if (maxRuntimeMs > 0)
    timers.set(
      'runtime',
      setTimeout(() => end('runtime'), maxRuntimeMs),
    );
  program.exited.on(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
}

/** The settings of a session. */
export interface SessionSettings {
  readonly name: string;
  readonly artifactRoot: string;
  /** The directory of the snapshot baselines. */
  readonly snapshotDir: string;
  readonly timeoutMs: number;
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  readonly ambiguityMode: AmbiguityMode;
  readonly snapshotTheme: string;
  /** How the terminal identifies itself. */
  readonly profile: Profile;
  readonly updateSnapshots: boolean;
  /** The environment that programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the raw output of programs. The bytes are valid during the call only. */
  readonly takeOutput: ((bytes: Uint8Array) => void) | undefined;
  /** Texts that must not reach files, logs and errors. */
  readonly secrets: readonly string[];
}
/** A program to launch, with its limits, its screen size and what to wait for afterwards. */
interface Launch extends Omit<LaunchSpec, 'terminalVariables'>, Limits {
  /** How the terminal identifies itself (default: as the session says). */
  readonly profile?: Profile | undefined;
  readonly cols: number;
  readonly rows: number;
  readonly ready: readonly WaitSpec[];
  /** A person who uses the program in a terminal of their own. */
  readonly person?: Person | undefined;
  readonly readyTimeoutMs?: number | undefined;
}
/** How to type a text that the session may have to hide. */
interface Typing extends TypingOptions {
  readonly isSecret: boolean;
}
/** A selector that must match afterwards, with text that is new since Enter. */
interface Expected {
  readonly expected?: Selector | undefined;
  readonly ambiguityMode?: AmbiguityMode | undefined;
}
/** How to submit a text. */
interface SubmitOptions extends Expected {
  /** How often Enter may be pressed again. */
  readonly retries: number;
  readonly ghost: GhostHandling;
  readonly isSecret: boolean;
}
/** Where to search, and how many matches to return. */
interface FindOptions {
  readonly isWide: boolean;
  readonly limit: number;
}
/** What is known about the program without its output. */
interface Health {
  readonly isAlive: boolean;
  readonly command: string | null;
  /** Set if a person reads the scrollback of the pane, so that it takes no input. */
  readonly paneMode: string | undefined;
  readonly attachedClients: number | undefined;
}
/** The first matches, and the number of all. */
interface Found {
  readonly screen: Screen;
  readonly matches: readonly Match[];
  readonly count: number;
}
/** How to open a terminal, and its size. */
interface OpenTerminal {
  readonly profile?: Profile | undefined;
  readonly promisedColors?: ColorDepth;
  readonly cols: number;
  readonly rows: number;
  /** Default: that of the session. */
  readonly scrollback?: number | undefined;
  open(listener: SourceListener): TerminalSource;
}
/** A terminal of others, with a name for errors. */
interface ForeignTerminal extends OpenTerminal {
  readonly name: string;
}
/** When input was written. */
interface InputTime extends InputTimes {
  writtenAt: number;
  /** When the program last received something: input, a size or a signal. */
  actedAt: number;
  /** What the client calls to write it. */
  method: string;
  /** The call that writes it: one may write several times. */
  call: Call | undefined;
  /** Fires directly before each write. */
  readonly written: Emitter<[method: string]>;
}
/** A program with its input writers, the checks of its waits and its baselines. */
export interface RunningProgram {
  readonly program: Program;
  /** How its terminal identifies itself. */
  readonly profile: Profile;
  /** The colors that its terminal and its environment promise. */
  readonly promisedColors: ColorDepth;
  /** Fires when waits check the screen. */
  readonly checks: Emitter;
  readonly input: InputWriter;
  /** Writes what a person types: it moves no baseline, because the client did not send it. */
  readonly manualInput: InputWriter;
  /** When input was last written, by the client or by a person. */
  readonly inputTime: InputTime;
  readonly heldButtons: HeldButtons;
  readonly lineEditors: LineEditors;
  readonly baselines: BaselineStore;
  /** What it has changed in its terminal; undefined in a terminal of others. */
  readonly settingsLog: SettingsLog | undefined;
}

/** What a session shares with others of its server. */
interface SessionServices {
  readonly idleQueue: IdleQueue;
  readonly patternWorker: PatternWorker;
}

// Matches are counted one by one, because all of them may not fit into memory.
function limitMatches(limit: number, all: Iterable<Match>): Pick<Found, 'matches' | 'count'> {
  const matches: Match[] = [];
  let count = 0;
  for (const match of all) {
    if (count < limit) matches.push(match);
    count += 1;
  }
  return { matches, count };
}

const identityOf = ({ identity }: Profile): Identity => identity ?? profiles['xterm-256color'];

/** One terminal and the programs that run in it, one after another. */
export class TerminalSession {
  readonly settings: SessionSettings;
  /** What must not reach files, logs and errors. Inputs can add to it. */
  readonly secrets: Secrets;
  /** Fires when a program has been started. */
  readonly launched = new Emitter<[Program]>();
  /** Fires once for each program, when it has ended. */
  readonly exited = new Emitter<[Program]>();
  readonly patternWorker: PatternWorker;
  readonly #idleQueue: IdleQueue;
  #current: RunningProgram | undefined;
  /** The measurement that was started last, until it is read; it may have ended with its program. */
  #measurement: Measurement | undefined;
  #isKilled = false;
  #cols: number;
  #rows: number;

  /** `idleQueue` runs work that no response waits for; `patternWorker` matches patterns that could block. */
  constructor(settings: SessionSettings, { idleQueue, patternWorker }: SessionServices) {
    this.settings = settings;
    this.#idleQueue = idleQueue;
    this.patternWorker = patternWorker;
    this.secrets = new Secrets(settings.secrets);
    this.#cols = settings.cols;
    this.#rows = settings.rows;
  }

  get cols(): number {
    return this.#cols;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The program that was launched last. It may have ended. */
  get current(): RunningProgram | undefined {
    return this.#current;
  }

  /**
   * Starts a program, and resolves when it is ready. First validates the launch, then ends the program that is running.
   * Starts nothing if the call is cancelled before that program has ended.
   */
  async launch(launch: Launch, { cancel }: Call): Promise<Program> {
    const { profile = this.settings.profile } = launch;
    const { term, variables, colors } = identityOf(profile);
    const terminalVariables = { TERM: term, ...variables };
    const { cwd, env } = resolveLaunch({ ...launch, terminalVariables }, this.settings.environment);
    const promisedColors = (env['NO_COLOR'] ?? '') === '' ? colors : 'none';
    const { cols, rows, ready, readyTimeoutMs: timeoutMs } = launch;
    const open = (listener: SourceListener): TerminalSource =>
      new Pty({ ...launch, cwd, env }, listener, this.#idleQueue);
    const { program } = await this.#replace({ cols, rows, open, profile, promisedColors }, launch.command, cancel);
    endAtLimits(program, launch);
    this.launched.fire(program);
    using call = new Call(this, { cancel, timeoutMs });
    for (const spec of ready) await this.waitFor(spec, call);
    return program;
  }

  /** Ends the program that is running, and continues with a terminal of others. */
  async attach(terminal: ForeignTerminal, { cancel }: Call): Promise<Program> {
    const { program } = await this.#replace(terminal, terminal.name, cancel);
    this.launched.fire(program);
    return program;
  }

  /** Presses keys one after another. */
  async press(keys: KeySequence, settleMs: number, call: Call): Promise<void> {
    await call.input.press(keys, settleMs, call.cancel);
  }

  /** Types a text as it is. */
  async type(text: string, how: Typing, call: Call): Promise<void> {
    await this.#typeText(text, how, () => call.input.typeText(text, how, call.cancel));
  }

  /** Writes a text at once, as a bracketed paste if the program has enabled this mode. */
  async paste(text: string, how: Typing, call: Call): Promise<void> {
    await this.#typeText(text, how, () => call.input.paste(text, how.settleMs, call.cancel));
  }

  /** Types a line, waits for its echo, presses Enter, and waits for what is expected. */
  async sendLine(text: string, { expected, ambiguityMode, ...how }: Typing & Expected, call: Call): Promise<void> {
    if (expected === undefined)
      return await this.#typeText(text, how, () => call.input.typeLine(text, how, call.cancel));
    const { deadline } = call;
    await this.#typeText(text, how, async () => {
      const arriving = call.receiveOutput();
      if (arriving !== undefined) await arriving;
      await call.input.typeLineBefore(text, { selector: expected, deadline }, how, call.cancel);
    });
    call.noteWaiting();
    await waitForSpec(visible(expected, { since: 'lastInput', ambiguityMode }), call);
  }

  /** Types a text into the prompt of the program, presses Enter, and verifies that the program has accepted it. */
  async submit(text: string, { expected, isSecret, ...how }: SubmitOptions, call: Call): Promise<Submitted> {
    if (isSecret) this.secrets.add(text);
    const { deadline, cancel, input } = call;
    const target = { ...call.requireRunning(), input };
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    const submission = new Submission(target, { text, ...how, deadline, cancel });
    const submitted = await this.secrets.redactWhileTyping(text, () => submission.run());
    call.noteWaiting();
    if (expected !== undefined) await waitForSpec(visible(expected, { since: 'lastInput' }), call);
    return submitted;
  }

  /** Writes bytes as they are. */
  async write(bytes: Buffer, settleMs: number, call: Call): Promise<void> {
    await call.input.write(() => bytes, settleMs, call.cancel);
  }

  /**
   * Writes what a person types in their own terminal, as it is and at once. Each piece is one input, so that Enter is
   * recognized; a text that continues the one before does not begin anew what counts as a reaction.
   */
  passOn(pieces: readonly Buffer[], isContinuation: boolean): void {
    const { program, baselines, inputTime } = this.#current ?? {};
    if (program === undefined || program.exit !== undefined) return;
    if (inputTime !== undefined) {
      inputTime.writtenAt = performance.now();
      inputTime.actedAt = inputTime.writtenAt;
    }
    for (const piece of pieces) {
      const undo = baselines?.noteInput(piece);
      if (isContinuation) undo?.();
    }
    void program.write(Buffer.concat(pieces));
  }

  /** Sends a gesture of the mouse when its targets are there; resolves with the number of bytes. */
  async mouse(gesture: MouseSpec, call: Call): Promise<number> {
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    return await sendGesture(gesture, call);
  }

  /** Sends a focus event if the program has requested these, or does so in time; resolves with whether it was sent. */
  async focus(isIn: boolean, settleMs: number, call: Call): Promise<boolean> {
    const { program } = call.requireRunning();
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    await waitFor(call, createModesCondition(call, new ModeReader(program), { focusEvents: true }));
    let isSent = false;
    const encode = (): Buffer => {
      isSent = program.emulator.modes.focusEvents;
      return Buffer.from(isSent ? encodeFocus(isIn) : '');
    };
    await call.input.write(encode, settleMs, call.cancel);
    return isSent;
  }

  /** Waits; fails with kind `timeout`, `exited`, `ambiguous` or `stopped`. */
  async waitFor(spec: WaitSpec, call: Call): Promise<Met> {
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    call.noteWaiting();
    return await waitForSpec(spec, call);
  }

  /** Waits until the screen has changed and is stable again; resolves at the timeout, too. */
  async waitForChange(spec: ChangeSpec, call: Call): Promise<{ readonly isChanged: boolean; readonly screen: Screen }> {
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    call.noteWaiting();
    return await waitForChangeOf(spec, call);
  }

  /** The matches on the screen, or also those in the lines above it. */
  async find(selector: Selector, { isWide, limit }: FindOptions, call: Call): Promise<Found> {
    const { program, patterns, cancel } = call;
    cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
    const screen = await readScreen(program);
    patterns.announceSelector(selector);
    const { emulator } = program;
    const lines = joinKeptLines(emulator, screen, isWide ? emulator.firstReadable : screen.top, patterns);
    const accept: Accept = ({ start }) => isWide || start.row >= 0;
    const found = await patterns.resolve(() =>
      limitMatches(limit, findMatches(selector, lines, patterns.search, accept)),
    );
    return { ...found, screen };
  }

  /** The screen after all output that has arrived, and after the end of a synchronized update. */
  async read(call: Call): Promise<Screen> {
    return await readScreen(call.program);
  }

  /** The screen and all modes, those of the kernel included. */
  async readState(
    call: Call,
  ): Promise<{ readonly screen: Screen; readonly modes: Readonly<Record<string, boolean | number | string>> }> {
    const { program } = call;
    // The connection to a tmux pane may have ended.
    const lineMode = program.exit === undefined ? await program.readLineMode().catch(() => undefined) : undefined;
    await program.drain();
    return { screen: program.screen, modes: { ...program.emulator.allModes, ...toNamedLineMode(lineMode) } };
  }

  /** Whether the program runs, and which command is in the foreground. */
  async readHealth({ program }: Call): Promise<Health> {
    const reported = program.exit === undefined ? await program.readHealth() : undefined;
    const isAlive = program.exit === undefined && (reported?.isRunning ?? !program.isEnding);
    const command = reported?.command ?? (isAlive ? program.foreground.command : undefined) ?? null;
    return { isAlive, command, paneMode: reported?.paneMode, attachedClients: reported?.attachedClients };
  }

  /** What the program has sent since a baseline without changing a cell. */
  async listEvents(since: string, call: Call): Promise<readonly TerminalEvent[]> {
    await call.program.drain();
    return call.program.emulator.events.since(call.baselines.find(since)?.eventCount ?? 0);
  }

  /** Marks this moment: matches can be new since then. */
  async mark(call: Call): Promise<string> {
    await call.program.drain();
    const name = call.baselines.mark();
    call.requireCurrent().settingsLog?.mark(name);
    return name;
  }

  /** Waits for the exit, or with a mark for the settings of that moment; fails if the terminal is not as it was. */
  async expectRestored(options: RestoredOptions, call: Call): Promise<Restored> {
    const arriving = call.receiveOutput();
    if (arriving !== undefined) await arriving;
    call.noteWaiting();
    return await expectRestored(options, call, this.#idleQueue);
  }

  /** Measures what each input costs from now on, instead of what was measured before. */
  async startMeasuring(quietMs: number, call: Call): Promise<void> {
    call.requireOwnTerminal();
    const current = call.requireRunning();
    await current.program.drain();
    call.requireRunning();
    this.#measurement?.[Symbol.dispose]();
    this.#measurement = new Measurement(current, quietMs);
  }

  /** Ends the measurement when output has paused, or at the timeout. Fails with kind `not-measuring` without one. */
  async stopMeasuring(call: Call): Promise<Measured> {
    const measurement = this.#measurement;
    if (measurement === undefined) {
      if (this.#current !== undefined) call.requireOwnTerminal();
      throw new MethodError('not-measuring', 'Nothing is being measured. Call `measure.start` first.');
    }
    call.noteWaiting();
    const measured = await measurement.stop(call);
    this.#measurement = undefined;
    return measured;
  }

  async #replace(
    { cols, rows, open, scrollback = this.settings.scrollback, ...terminal }: OpenTerminal,
    command: string,
    cancel: AbortSignal,
  ): Promise<RunningProgram> {
    const previous = this.#current;
    await this.close();
    cancel.throwIfAborted();
    if (this.#isKilled)
      throw new MethodError('spawn', `Cannot start ${JSON.stringify(command)}: the session is being closed.`);
    const firstRevision = previous === undefined ? 1 : previous.program.screen.revision + 1;
    const { takeOutput } = this.settings;
    const { profile = this.settings.profile, promisedColors = identityOf(profile).colors } = terminal;
    const log = takeOutput && this.secrets.openStream(takeOutput);
    const onOutput = (bytes: Uint8Array): void => log?.push(bytes);
    const idleQueue = this.#idleQueue;
    const program = new Program({ cols, rows, open, scrollback, profile, firstRevision, idleQueue, onOutput });
    previous?.program.dispose();
    this.#cols = cols;
    this.#rows = rows;
    const checks = scheduleChecks(program);
    const baselines = new BaselineStore(program, this.#current?.baselines);
    const never = Number.NEGATIVE_INFINITY;
    const settingsLog = program.isForeign ? undefined : new SettingsLog(program.emulator);
    const inputTime: InputTime = {
      escapedAt: never,
      manualAt: never,
      writtenAt: never,
      actedAt: never,
      method: 'input',
      call: undefined,
      written: new Emitter(),
    };
    const createInput = (getMethod: () => string, noteInput: BeforeWrite): InputWriter =>
      new InputWriter(
        program,
        (bytes, hasNoEcho) => {
          inputTime.writtenAt = performance.now();
          inputTime.actedAt = inputTime.writtenAt;
          settingsLog?.begin(getMethod(), inputTime.call?.requestId);
          const undo = noteInput(bytes, hasNoEcho);
          inputTime.written.fire(getMethod());
          return undo;
        },
        inputTime,
      );
    const input = createInput(
      () => inputTime.method,
      (bytes, hasNoEcho) => baselines.noteInput(bytes, hasNoEcho),
    );
    const manualInput = createInput(
      () => 'view.input',
      () => {
        inputTime.manualAt = inputTime.writtenAt;
        return () => {};
      },
    );
    const lineEditors = new LineEditors(program);
    const heldButtons = new HeldButtons();
    const observed = { program, profile, promisedColors, checks, baselines, settingsLog };
    this.#current = { ...observed, input, manualInput, inputTime, heldButtons, lineEditors };
    program.exited.on(() => log?.flush());
    program.exited.on(() => this.exited.fire(program));
    return this.#current;
  }

  async #typeText(text: string, { isSecret }: Typing, type: () => Promise<void>): Promise<void> {
    if (isSecret) this.secrets.add(text);
    await this.secrets.redactWhileTyping(text, type);
  }

  /** Sends a signal to the processes in the foreground. */
  signal(name: NodeJS.Signals, call: Call): void {
    const { program, settingsLog, inputTime } = call.requireRunning();
    program.drainNow();
    inputTime.actedAt = performance.now();
    settingsLog?.begin('signal', call.requestId, name);
    program.sendSignal(name);
  }

  /** Resizes the terminal, for a call or for a person. */
  resize(cols: number, rows: number, call?: Call): void {
    const { program, settingsLog, inputTime } = this.#current ?? {};
    program?.drainNow();
    if (inputTime !== undefined) inputTime.actedAt = performance.now();
    settingsLog?.begin('resize', call?.requestId);
    program?.resize(cols, rows);
    this.#cols = cols;
    this.#rows = rows;
  }

  /** Ends the program with SIGHUP, and with SIGKILL after `graceMs` (default: 500). */
  async close(graceMs?: number): Promise<void> {
    await this.#current?.program.end({ graceMs });
  }

  /** Kills the program immediately and prevents further launches. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#current?.program.kill();
  }

  /** Releases the memory of the screen. */
  dispose(): void {
    this.#current?.program.dispose();
  }
}
