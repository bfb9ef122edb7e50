import { type Colors, formatRgb } from '../../base/colors.js';
import { Emitter, type PauseSwitch } from '../../base/emitter.js';
import { statusOf } from '../../base/exit.js';
import type { IdleQueue } from '../../base/idle-queue.js';
import { findTheme } from '../../pictures/themes.js';
import { version } from '../../protocol/generated/tables.js';
import type { InitializeParams, RecordingEvent } from '../../protocol/generated/types.js';
import { RecordingClock } from '../../recordings/frames.js';
import type { MessageRedaction } from '../../screen/redaction/messages.js';
import type { Screen } from '../../screen/screen.js';
import type { Program } from '../../session/program/program.js';
import type { TerminalSession } from '../../session/terminal-session.js';
import { renderLastLines } from '../../terminal/last-lines.js';
import { ManualInput } from './manual-input.js';
import { EventStream, encodeMessage, MessageLog } from './outgoing.js';
import { ScreenBroadcast } from './screen-broadcast.js';
import type { Viewer } from './viewers.js';

/** What a program seems to do. `awaiting_input` is an estimate: it has been quiet for half a second. */
type ActivityState = 'none' | 'processing' | 'awaiting_input' | 'exited' | 'closed';

const quietMs = 500;
// A program that displays nothing after an input, such as a password prompt.
const maxReactionMs = 2000;

/** Estimates whether the program is working or waits for input, from the times of its output and its input. */
class Activity implements Disposable {
  /** Fires when the state has changed. Only while it is being watched. */
  readonly changed = new Emitter<[state: ActivityState, previous: ActivityState]>();
  #session: TerminalSession | undefined;
  #hadSession = false;
  #last: ActivityState = 'none';
  #unsubscribe: readonly (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isWatched = false;
  #launchedAt = Number.NEGATIVE_INFINITY;

  /** The current state. */
  get state(): ActivityState {
    const session = this.#session;
    if (session === undefined) return this.#hadSession ? 'closed' : 'none';
    if (session.current === undefined) return 'none';
    if (session.current.program.exit !== undefined) return 'exited';
    return this.#remainingMs > 0 ? 'processing' : 'awaiting_input';
  }

  /** Reports changes from now on. */
  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#last = this.state;
    this.#followProgram();
  }

  /** Observes this session from now on. */
  follow(session: TerminalSession): void {
    this.#session = session;
    this.#hadSession = true;
    session.launched.on(() => {
      this.#launchedAt = performance.now();
      this.#followProgram();
    });
  }

  /** The session has ended. */
  leave(): void {
    this.#session = undefined;
    this.#followProgram();
  }

  [Symbol.dispose](): void {
    this.#isWatched = false;
    this.#followProgram();
  }

  /** The time until the program counts as waiting for input, if nothing happens. */
  get #remainingMs(): number {
    const current = this.#session?.current;
    if (current === undefined) return 0;
    const now = performance.now();
    const outputAgeMs = current.program.lastOutputAgeMs ?? now - this.#launchedAt;
    const inputAgeMs = now - current.inputTime.writtenAt;
    const hasReacted = outputAgeMs < inputAgeMs;
    return Math.max(quietMs - outputAgeMs, hasReacted ? 0 : maxReactionMs - inputAgeMs);
  }

  #followProgram(): void {
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isWatched) return;
    const current = this.#session?.current;
    if (current !== undefined)
      this.#unsubscribe = [
        current.program.changed.on(() => this.#check()),
        current.program.exited.on(() => this.#check()),
        current.inputTime.written.on(() => this.#check()),
      ];
    this.#check();
  }

  #check(): void {
    const { state } = this;
    // The timer that is running ends after output or input that has come since.
    if (state === 'processing')
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#check();
      }, this.#remainingMs + 1).unref();
    if (state === this.#last) return;
    const previous = this.#last;
    this.#last = state;
    this.changed.fire(state, previous);
  }
}

/** Reports the end of a program. */
interface ExitMessage {
  readonly type: 'pty_exited';
  readonly session_id: string;
  readonly pane_id: string;
  /** 128 + n after signal n; -1 if it is unknown. */
  readonly exit_code: number;
  readonly last_lines: readonly string[];
  readonly session_title: string | null;
  readonly session_description: string | null;
  readonly parent_agent: string | null;
  readonly timed_out: boolean;
  readonly signal: string | null;
  readonly timeout_kind: 'idle' | 'runtime' | null;
}

const maxIdLength = 64;

/** Converts a name to an id of up to 64 letters, digits, `_` and `-`. */
const toId = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, maxIdLength)
    .replaceAll(/^-+|-+$/g, '') || 'session';

/** Creates the message about the end of a program; `launches` counts the programs of the session. */
function createExitMessage(
  program: Program,
  { name, title, description, parentAgent }: InitializeParams,
  launches: number,
): ExitMessage {
  const { exit = { exitCode: null, signal: null }, timeoutKind = null, emulator } = program;
  return {
    type: 'pty_exited',
    session_id: toId(name),
    pane_id: `p${launches}`,
    exit_code: statusOf(exit) ?? -1,
    last_lines: renderLastLines(emulator),
    session_title: title ?? null,
    session_description: description ?? null,
    parent_agent: parentAgent ?? null,
    timed_out: timeoutKind !== null,
    signal: exit.signal,
    timeout_kind: timeoutKind,
  };
}

/** What the view needs from its server. */
export interface ViewHost {
  readonly defaults: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly fontPath: string | undefined;
    readonly snapshotTheme: string;
  };
  readonly redaction: MessageRedaction;
  /** Records a notification that is not sent to the client. */
  record(line: string): void;
  /** Runs work that no response waits for. */
  readonly idleQueue: Pick<IdleQueue, 'defer'>;
  /** Reports an unexpected error. */
  readonly onBug: (error: unknown) => void;
  /** Set if viewers can pause those who use the session. */
  readonly pause?: PauseSwitch | undefined;
}

/** What a server shows: its session, its messages and the screen, to viewers and as events. */
export class LiveView implements Disposable {
  readonly events = new EventStream();
  readonly input: ManualInput;
  readonly host: ViewHost;
  readonly #isInteractive: boolean;
  readonly #clock = new RecordingClock();
  readonly #startMicros = this.#clock.getMicros();
  readonly #log = new MessageLog();
  readonly #broadcast: ScreenBroadcast;
  readonly #activity = new Activity();
  readonly #leavePause: (() => void) | undefined;
  #session: TerminalSession | undefined;
  #params: InitializeParams | undefined;
  #unsubscribe: readonly (() => void)[] = [];
  #launches = 0;
  #isAvailable = false;
  /** The end of the last program, until another one is started. */
  #exit: ExitMessage | undefined;

  constructor(host: ViewHost, isInteractive: boolean) {
    this.host = host;
    this.#broadcast = new ScreenBroadcast(() => this.#clock.getMicros(), this.#startMicros, host.idleQueue);
    this.#isInteractive = isInteractive;
    this.input = new ManualInput((params) =>
      host.record(JSON.stringify({ jsonrpc: '2.0', method: 'view.input', params })),
    );
    this.#activity.changed.on((state, previous) =>
      this.events.send('state_changed', this.#describeActivity(state, previous)),
    );
    this.#leavePause = host.pause?.changed.on(() =>
      this.#broadcast.send(JSON.stringify({ type: 'pause', paused: host.pause?.isPaused === true })),
    );
  }

  get session(): TerminalSession | undefined {
    return this.#session;
  }

  /** What the program seems to do. */
  get state(): ActivityState {
    return this.#activity.state;
  }

  get viewers(): number {
    return this.#broadcast.size;
  }

  /** The screen without secrets; undefined if there is no program. */
  get screen(): Screen | undefined {
    const screen = this.#session?.current?.program.screen;
    return screen && this.#session?.secrets.redactFrame(screen);
  }

  /** Shows a message that the server has received or sent. */
  note(direction: RecordingEvent['direction'], line: string): void {
    const redacted = this.host.redaction.redactLine(line, direction === 'request');
    const message = this.#log.add({ timestampMicros: this.#clock.getMicros(), direction, line: redacted });
    this.#broadcast.send(() => encodeMessage(message));
  }

  /** Shows this session from now on. */
  follow(session: TerminalSession, params: InitializeParams): void {
    this.#session = session;
    this.#params = params;
    this.#launches = 0;
    this.#unsubscribe = [
      session.launched.on((program) => this.#followProgram(program)),
      session.exited.on((program) => this.#endProgram(program)),
    ];
    this.#activity.follow(session);
    this.#broadcast.send(JSON.stringify({ type: 'session', session: params.name, theme: this.#describeTheme() }));
    const program = session.current?.program;
    if (program === undefined) return;
    this.#followProgram(program);
    if (program.exit !== undefined) this.#endProgram(program);
  }

  /** The session has ended. */
  leave(): void {
    if (this.#session === undefined) return;
    this.input.end();
    this.#broadcast.leaveProgram();
    for (const off of this.#unsubscribe) off();
    this.#noteAvailability(false);
    this.#session = undefined;
    this.#activity.leave();
    this.#broadcast.send(JSON.stringify({ type: 'session', session: null }));
  }

  /** Shows the session to another viewer, beginning with the last messages. */
  join(viewer: Viewer): void {
    const hello = {
      type: 'hello',
      version,
      interactive: this.#isInteractive,
      ...(this.host.pause === undefined ? {} : { paused: this.host.pause.isPaused }),
      session: this.#session?.settings.name ?? null,
      theme: this.#describeTheme(),
      startedAtMicros: this.#startMicros,
    };
    viewer.send(JSON.stringify(hello));
    for (const message of this.#log.encode()) viewer.send(message);
    if (this.#exit !== undefined) viewer.sendExit(JSON.stringify(this.#exit));
    this.#broadcast.join(viewer);
  }

  /** A viewer has disconnected. */
  leaveViewer(viewer: Viewer): void {
    this.#broadcast.leave(viewer);
  }

  /** Shows the screen to viewers that have missed it. */
  refresh(): void {
    this.#broadcast.refresh();
  }

  /** Begins to report events, and returns those that describe the current state. */
  describeEvents(): readonly (readonly [name: string, data: object])[] {
    this.#activity.watch();
    return [
      ['state_changed', this.#describeActivity(this.state)],
      ...(this.agentId === undefined ? [] : [['commander_availability', this.#describeAvailability()] as const]),
      ...(this.#exit === undefined ? [] : [['pty_exited', this.#exit] as const]),
    ];
  }

  /** Describes the session and its program. */
  describeState(): object {
    const session = this.#session;
    const program = session?.current?.program;
    const { exitCode = null, signal = null } = program?.exit ?? {};
    const screen = this.screen;
    return {
      session: session?.settings.name ?? null,
      agent_id: this.agentId ?? null,
      state: this.state,
      available: this.#isAvailable,
      commander_available: this.#isAvailable,
      pid: program?.exit === undefined ? (program?.pid ?? null) : null,
      exitCode,
      signal,
      cols: screen?.cols ?? null,
      rows: screen?.rows ?? null,
      revision: screen?.revision ?? 0,
      title: screen?.title ?? '',
      viewers: this.viewers,
      interactive: this.#isInteractive,
    };
  }

  /** The id of the session in URLs and events; undefined without a session. */
  get agentId(): string | undefined {
    return this.#session === undefined ? undefined : toId(this.#session.settings.name);
  }

  /** Ends the reports, and disconnects all viewers. */
  [Symbol.dispose](): void {
    for (const off of this.#unsubscribe) off();
    this.input.end();
    this.#leavePause?.();
    // Nobody could end the pause.
    if (this.host.pause !== undefined) this.host.pause.isPaused = false;
    this.#activity[Symbol.dispose]();
    this.#broadcast[Symbol.dispose]();
    this.events[Symbol.dispose]();
  }

  #followProgram(program: Program): void {
    this.#launches += 1;
    this.#exit = undefined;
    this.input.end();
    this.#broadcast.follow(program, (screen) => this.#session?.secrets.redactFrame(screen) ?? screen);
    this.#noteAvailability(true);
    program.availability.on((isAvailable) => this.#noteAvailability(isAvailable));
  }

  #endProgram(program: Program): void {
    this.#noteAvailability(false);
    const params = this.#params;
    if (program.exitKind === 'detached' || params === undefined) return;
    this.#exit = this.host.redaction.redactValue(createExitMessage(program, params, this.#launches));
    this.#broadcast.end(JSON.stringify(this.#exit));
    this.events.send('pty_exited', this.#exit);
  }

  #noteAvailability(isAvailable: boolean): void {
    if (isAvailable === this.#isAvailable) return;
    this.#isAvailable = isAvailable;
    this.events.send('commander_availability', this.#describeAvailability());
  }

  #describeAvailability(): object {
    return { agent_id: this.agentId, available: this.#isAvailable, timestamp: new Date().toISOString() };
  }

  #describeActivity(state: string, previous: string | null = null): object {
    return { agent_id: this.agentId ?? null, state, previous, timestamp: new Date().toISOString() };
  }

  #describeTheme(): object {
    const { defaults } = this.host;
    const colors: Colors | undefined =
      this.#session?.settings.profile.colors ??
      findTheme(defaults.snapshotTheme, defaults.environment['COLORFGBG']) ??
      findTheme('auto', undefined);
    if (colors === undefined) return {};
    const { foreground, background, cursor, palette } = colors;
    return {
      foreground: formatRgb(foreground),
      background: formatRgb(background),
      cursor: formatRgb(cursor),
      palette: palette.map(formatRgb),
    };
  }
}
