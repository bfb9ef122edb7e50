import type { IdleQueue } from '../../base/idle-queue.js';
import { findTheme } from '../../pictures/render/themes.js';
import { version } from '../../protocol/generated/tables.js';
import type { InitializeParams, RecordingEvent } from '../../protocol/generated/types.js';
import { RecordingClock } from '../../recordings/frames.js';
import type { MessageRedaction } from '../../screen/redaction/messages.js';
import type { Screen } from '../../screen/screen.js';
import type { Colors } from '../../screen/style.js';
import type { Program } from '../../session/program/program.js';
import type { Session } from '../../session/terminal-session.js';
import { Activity, type ActivityState } from './activity.js';
import { EventStream } from './event-stream.js';
import { createExitMessage, type ExitMessage, toId } from './exit-message.js';
import { ManualInput } from './manual-input.js';
import { encodeMessage, MessageLog } from './message-log.js';
import { ScreenBroadcast } from './screen-broadcast.js';
import type { Viewer } from './viewer.js';

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
  #session: Session | undefined;
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
  }

  get session(): Session | undefined {
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
  follow(session: Session, params: InitializeParams): void {
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
      foreground: toHex(foreground),
      background: toHex(background),
      cursor: toHex(cursor),
      palette: palette.map(toHex),
    };
  }
}

const toHex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;
