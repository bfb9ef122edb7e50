import { Emitter } from '../../base/emitter.js';
import type { Session } from '../../session/terminal-session.js';

/** What a program seems to do. `awaiting_input` is an estimate: it has been quiet for half a second. */
export type ActivityState = 'none' | 'processing' | 'awaiting_input' | 'exited' | 'closed';

const quietMs = 500;
// A program that displays nothing after an input, such as a password prompt.
const maxReactionMs = 2000;

/** Estimates whether the program is working or waits for input, from the times of its output and its input. */
export class Activity implements Disposable {
  /** Fires when the state has changed. Only while it is being watched. */
  readonly changed = new Emitter<[state: ActivityState, previous: ActivityState]>();
  #session: Session | undefined;
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
  follow(session: Session): void {
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
