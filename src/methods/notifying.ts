import type { InitializeParams, ViewSubscribeParams } from '../protocol/generated/types.js';
import { type Screen, textOf } from '../screen/screen.js';
import { lastLinesOf } from '../session/last-lines.js';
import type { Program } from '../session/program.js';
import type { Session } from '../session/session.js';
import { ViewSubscription } from '../session/subscription.js';
import type { App } from './app.js';

/** Sends the notifications of one session. */
export class Notifier {
  readonly #app: App;
  readonly #session: Session;
  readonly #params: InitializeParams;
  #wish: ViewSubscribeParams | undefined;
  #subscription: ViewSubscription | undefined;

  constructor(app: App, session: Session, params: InitializeParams) {
    this.#app = app;
    this.#session = session;
    this.#params = params;
    session.launched.on((program) => this.#follow(program));
    session.exited.on((program) => this.#announceExit(program));
  }

  subscribe(wish: ViewSubscribeParams): void {
    this.unsubscribe();
    this.#wish = wish;
    const program = this.#session.stage?.program;
    if (program !== undefined) this.#follow(program);
    else this.#sendBlank(wish);
  }

  unsubscribe(): void {
    this.#wish = undefined;
    this.#subscription?.[Symbol.dispose]();
    this.#subscription = undefined;
  }

  /** Sends what has not been sent yet, then nothing more. */
  end(): void {
    this.#subscription?.flush();
    this.unsubscribe();
  }

  #follow(program: Program): void {
    const wish = this.#wish;
    if (wish === undefined) return;
    const told = this.#subscription?.told;
    this.#subscription?.flush();
    this.#subscription?.[Symbol.dispose]();
    const changed = (screen: Screen, rows: readonly number[]): void => this.#sendView(screen, rows, wish.includeText);
    this.#subscription = new ViewSubscription(
      program,
      wish.debounceMs,
      { changed, room: () => this.#app.room() },
      told,
    );
  }

  #sendView(screen: Screen, changed: readonly number[], includeText: boolean): void {
    const { rows, cols, revision } = screen;
    const changedRows = changed.map((row) => row + 1);
    this.#app.notify('view.changed', {
      rows,
      cols,
      revision,
      changedRows,
      ...(includeText ? { text: textOf(screen) } : {}),
    });
  }

  // Before the first program the screen is blank.
  #sendBlank({ includeText }: ViewSubscribeParams): void {
    const { rows, cols } = this.#session;
    const text = '\n'.repeat(rows - 1);
    this.#app.notify('view.changed', { rows, cols, revision: 0, changedRows: [], ...(includeText ? { text } : {}) });
  }

  #announceExit(program: Program): void {
    const { exit, timeoutKind } = program;
    const { title = null, description = null, parentAgent = null, notifyExit } = this.#params;
    if (exit === undefined || !(notifyExit || this.#wish !== undefined)) return;
    this.#app.notify('session.exited', {
      sessionName: this.#session.settings.name,
      ...exit,
      lastLines: lastLinesOf(program.emulator),
      title,
      description,
      parentAgent,
      timedOut: timeoutKind !== undefined,
      ...(timeoutKind === undefined ? {} : { timeoutKind }),
    });
  }
}
