import { toWireRow } from '../methods/wire.js';
import type { Program } from '../program/program.js';
import type { AvailabilityReason } from '../program/terminal-source.js';
import type { InitializeParams, ViewSubscribeParams } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import type { Session } from '../session/session.js';
import { renderLastLines } from '../terminal/last-lines.js';
import type { ServerState } from './server-context.js';
import { type ShownView, toShownView, ViewSubscription } from './view-subscription.js';

/** Sends the notifications of one session. */
export class ViewNotifications {
  readonly #app: ServerState;
  readonly #session: Session;
  readonly #params: InitializeParams;
  #subscription: ViewSubscription | undefined;

  constructor(app: ServerState, session: Session, params: InitializeParams) {
    this.#app = app;
    this.#session = session;
    this.#params = params;
    session.launched.on((program) => this.#follow(program));
    session.exited.on((program) => this.#announceExit(program));
  }

  /** Sends the current screen, then its changes. */
  subscribe({ debounceMs, includeText }: ViewSubscribeParams, screen: Screen | undefined): void {
    this.unsubscribe();
    const handleChange = (view: ShownView, rows: readonly number[]): void => this.#sendView(view, rows, includeText);
    const first = screen === undefined ? createBlankView(this.#session) : toShownView(screen);
    this.#subscription = new ViewSubscription(
      debounceMs,
      { onChange: handleChange, waitForRoom: () => this.#app.room() },
      first,
    );
    const program = this.#session.current?.program;
    if (program !== undefined) this.#subscription.follow(program);
  }

  unsubscribe(): void {
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
  }

  /** Sends pending changes and ends the subscription. */
  end(): void {
    this.#subscription?.flush();
    this.unsubscribe();
  }

  #sendView({ rows, cols, revision, lines }: ShownView, changed: readonly number[], includeText: boolean): void {
    const changedRows = changed.map(toWireRow);
    const text = includeText ? { text: lines.join('\n') } : {};
    this.#app.notify('view.changed', { rows, cols, revision, changedRows, ...text });
  }

  #follow(program: Program): void {
    this.#subscription?.follow(program);
    this.#announceAvailability(true, program.isForeign ? 'attached' : 'launched');
    program.availability.on((isAvailable, reason) => this.#announceAvailability(isAvailable, reason));
  }

  #announceAvailability(available: boolean, reason: AvailabilityReason): void {
    if (this.#params.notifyExit || this.#subscription !== undefined)
      this.#app.notify('session.availability', { available, reason, timestamp: Date.now() });
  }

  #announceExit(program: Program): void {
    const { exit, exitKind, timeoutKind } = program;
    this.#announceAvailability(false, exitKind === 'detached' ? 'detached' : 'exited');
    if (exitKind === 'detached') return;
    const { title = null, description = null, parentAgent = null, notifyExit } = this.#params;
    if (exit === undefined || !(notifyExit || this.#subscription !== undefined)) return;
    this.#app.notify('session.exited', {
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

// Before the first program the screen is blank.
const createBlankView = ({ rows, cols }: Session): ShownView => ({
  rows,
  cols,
  revision: 0,
  lines: Array.from({ length: rows }, () => ''),
});
