import type { InitializeParams, Notifications, ViewSubscribeParams } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import { ScreenScheduler } from '../session/observe.js';
import type { Program } from '../session/program/program.js';
import type { AvailabilityReason } from '../session/program/terminal-source.js';
import type { TerminalSession } from '../session/terminal-session.js';
import { renderLastLines } from '../terminal/last-lines.js';
import { toWireRow } from './methods/wire.js';

/** Sends notifications to a client. */
export interface NotificationSink {
  notify<N extends keyof Notifications>(name: N, params: Notifications[N]): void;
  /** Resolves when there is capacity for more notifications; undefined if there already is. */
  waitForRoom(): Promise<void> | undefined;
}

/** What a subscriber knows of the screen. */
interface ShownView {
  readonly rows: number;
  readonly cols: number;
  readonly revision: number;
  /** The visible text, without trailing blanks. */
  readonly lines: readonly string[];
}

/** Sends the notifications of one session. */
export class ViewNotifications {
  readonly #client: NotificationSink;
  readonly #session: TerminalSession;
  readonly #params: InitializeParams;
  #scheduler: ScreenScheduler | undefined;

  constructor(client: NotificationSink, session: TerminalSession, params: InitializeParams) {
    this.#client = client;
    this.#session = session;
    this.#params = params;
    session.launched.on((program) => this.#announceLaunch(program));
    session.exited.on((program) => this.#announceExit(program));
  }

  /**
   * Sends the current screen, then its changes: at most once per `debounceMs`, always including the final state, never
   * an incomplete update. A slow client receives only the latest state.
   */
  subscribe({ debounceMs, includeText }: ViewSubscribeParams, screen: Screen | undefined): void {
    this.unsubscribe();
    let shown = screen === undefined ? createBlankView(this.#session) : toShownView(screen);
    this.#scheduler = new ScreenScheduler({
      minIntervalMs: debounceMs,
      waitForRoom: () => this.#client.waitForRoom(),
      read: (program) => {
        const view = toShownView(program.screen);
        const changed = [...view.lines.keys()].filter((row) => view.lines[row] !== shown.lines[row]);
        if (changed.length === 0 && view.rows === shown.rows && view.cols === shown.cols) return false;
        shown = view;
        this.#sendView(view, changed, includeText);
        return true;
      },
    });
    this.#sendView(shown, [...shown.lines.keys()], includeText);
    this.#scheduler.noteSeen();
    const program = this.#session.current?.program;
    if (program !== undefined) this.#follow(program);
  }

  unsubscribe(): void {
    this.#scheduler?.[Symbol.dispose]();
    this.#scheduler = undefined;
  }

  /** Sends pending changes, even to a slow client, and ends the subscription. */
  end(): void {
    this.#scheduler?.flush();
    this.unsubscribe();
  }

  #follow(program: Program): void {
    this.#scheduler?.follow(program);
    this.#scheduler?.plan();
  }

  #sendView({ rows, cols, revision, lines }: ShownView, changed: readonly number[], includeText: boolean): void {
    const changedRows = changed.map(toWireRow);
    const text = includeText ? { text: lines.join('\n') } : {};
    this.#client.notify('view.changed', { rows, cols, revision, changedRows, ...text });
  }

  #announceLaunch(program: Program): void {
    this.#follow(program);
    this.#announceAvailability(true, program.isForeign ? 'attached' : 'launched');
    program.availability.on((isAvailable, reason) => this.#announceAvailability(isAvailable, reason));
  }

  #announceAvailability(available: boolean, reason: AvailabilityReason): void {
    if (this.#params.notifyExit || this.#scheduler !== undefined)
      this.#client.notify('session.availability', { available, reason, timestamp: Date.now() });
  }

  #announceExit(program: Program): void {
    const { exit, exitKind, timeoutKind } = program;
    this.#announceAvailability(false, exitKind === 'detached' ? 'detached' : 'exited');
    if (exitKind === 'detached') return;
    const { title = null, description = null, parentAgent = null, notifyExit } = this.#params;
    if (exit === undefined || !(notifyExit || this.#scheduler !== undefined)) return;
    this.#client.notify('session.exited', {
      sessionName: this.#session.settings.name,
      ...exit,
      ...(exitKind === 'incomplete' ? { complete: false as const } : {}),
      lastLines: renderLastLines(program.emulator),
      title,
      description,
      parentAgent,
      timedOut: timeoutKind !== undefined,
      ...(timeoutKind === undefined ? {} : { timeoutKind }),
      revision: program.screen.revision,
    });
  }
}

const toShownView = ({ rows, cols, revision, lines }: Screen): ShownView => ({
  rows,
  cols,
  revision,
  lines: lines.map((line) => line.trimmed),
});

// Before the first program the screen is blank.
const createBlankView = ({ rows, cols }: TerminalSession): ShownView => ({
  rows,
  cols,
  revision: 0,
  lines: Array.from({ length: rows }, () => ''),
});
