import { callAfterOutput, type Deadline } from '../async/deadline.js';
import type { Emitter } from '../async/emitter.js';
import { defer, noteResponseSent } from '../async/idle-queue.js';
import type { VisibleProgram } from '../program/program.js';
import type { Secrets } from '../redaction/secrets.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { Screen } from '../screen/screen.js';

/** What a wait depends on. */
export interface WaitContext {
  readonly program: VisibleProgram;
  /** Fires when waits check the screen. */
  readonly checks: Pick<Emitter, 'on'>;
  readonly patterns: SafeMatcher;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
  /** What an error must not contain. */
  readonly secrets?: Secrets;
}
/** Captures the screen; the returned function evaluates it, possibly later. A defined result ends the wait. */
export type Observe<T> = (recheckIn: (milliseconds: number) => void) => () => T | undefined;
/** How a wait ended: with a result, by the deadline or by the exit of the program; and on which screen. */
export type Outcome<T> = { readonly screen: Screen } & ({ readonly found: T } | { readonly ended: WaitEnding });

type WaitEnding = 'timeout' | 'exited';

// Observations that wait for a slow pattern. If there are more, the program is paused.
const maxPending = 16;
// After the deadline, a wait still completes the synchronized update (at most 150 ms) and the pattern in progress.
const maxFinalCheckMs = 400;

/**
 * Resolves with the first defined result. Subscribes before the first check, so that no change is missed. After the
 * program exits or the deadline passes, checks once more. Does not check during a synchronized update.
 */
export const waitFor = <T>(waiting: WaitContext, observe: Observe<T>): Promise<Outcome<T>> =>
  new Wait(waiting, observe).outcome;

class Wait<T> {
  readonly outcome: Promise<Outcome<T>>;
  readonly #waiting: WaitContext;
  readonly #observe: Observe<T>;
  readonly #pending: Observation<T>[] = [];
  readonly #cleanups: (() => void)[] = [];
  #settle: (outcome: Outcome<T>) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #timer: Disposable | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #finalTimer: NodeJS.Timeout | undefined;
  #isOverdue = false;
  #isEvaluating = false;
  #hasEnded = false;

  constructor(waiting: WaitContext, observe: Observe<T>) {
    this.#waiting = waiting;
    this.#observe = observe;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = (outcome) => {
        this.#end();
        resolve(outcome);
      };
      this.#fail = (error) => {
        this.#end();
        reject(error);
      };
    });
    const { checks, deadline, cancel } = waiting;
    const onCancel = (): void => this.#fail(cancel.reason);
    cancel.addEventListener('abort', onCancel, { once: true });
    this.#cleanups.push(
      checks.on(() => this.#check()),
      () => cancel.removeEventListener('abort', onCancel),
    );
    if (cancel.aborted) onCancel();
    else if (deadline.isOver) this.#expire();
    else {
      this.#cleanups.push(deadline.onExpired(() => this.#expire()));
      this.#checkUnlessUpdating();
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    noteResponseSent();
    this.#timer?.[Symbol.dispose]();
    clearTimeout(this.#finalTimer);
    this.#waiting.program.resumeOutput();
    // Until then, listeners only find that the wait has ended.
    defer(() => {
      for (const cleanup of this.#cleanups) cleanup();
    });
  }

  #expire(): void {
    if (this.#hasEnded) return;
    this.#isOverdue = true;
    this.#finalTimer = setTimeout(() => {
      this.#settle({ ended: 'timeout', screen: this.#waiting.program.screen });
    }, maxFinalCheckMs);
    this.#checkUnlessUpdating();
  }

  // The scheduler triggers a check at the end of the update.
  #checkUnlessUpdating(): void {
    const { program } = this.#waiting;
    if (program.exit !== undefined || program.emulator.synchronization.remainingMs === 0) this.#check();
  }

  #check(): void {
    if (this.#hasEnded) return;
    const { program } = this.#waiting;
    const ended = program.exit !== undefined ? 'exited' : this.#isOverdue ? 'timeout' : undefined;
    this.#timer?.[Symbol.dispose]();
    this.#dueAt = Number.POSITIVE_INFINITY;
    const evaluate = this.#observe((milliseconds) => this.#scheduleRecheck(milliseconds));
    if (!this.#isEvaluating) {
      this.#evaluate({ evaluate, ended, getScreen: () => program.screen });
      return;
    }
    const { screen } = program;
    this.#pending.push({ evaluate, ended, getScreen: () => screen });
    if (this.#pending.length > maxPending) program.pauseOutput();
  }

  // Several conditions can request a recheck. The earliest one counts.
  #scheduleRecheck(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds;
    if (this.#hasEnded || dueAt >= this.#dueAt) return;
    this.#timer?.[Symbol.dispose]();
    this.#dueAt = dueAt;
    this.#timer = callAfterOutput(milliseconds, () => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#checkUnlessUpdating();
    });
  }

  #evaluateNext(): void {
    const observation = this.#pending.shift();
    if (observation !== undefined) this.#evaluate(observation);
  }

  #evaluate(observation: Observation<T>): void {
    try {
      const found = this.#waiting.patterns.resolve(observation.evaluate);
      if (found instanceof Promise) this.#evaluateLater(found, observation);
      else if (!this.#conclude(found, observation)) this.#evaluateNext();
    } catch (error) {
      this.#fail(error);
    }
  }

  #evaluateLater(result: Promise<T | undefined>, { ended, getScreen }: Observation<T>): void {
    this.#isEvaluating = true;
    const screen = getScreen();
    const observation = { ended, getScreen: () => screen };
    const proceed = (found: T | undefined): void => {
      this.#isEvaluating = false;
      if (this.#hasEnded || this.#conclude(found, observation)) return;
      this.#evaluateNext();
      if (this.#pending.length === 0) this.#waiting.program.resumeOutput();
    };
    result.then(proceed).catch((error: unknown) => this.#fail(error));
  }

  #conclude(found: T | undefined, { ended, getScreen }: Pick<Observation<T>, 'ended' | 'getScreen'>): boolean {
    // After a delay of the server, an exit may be reported late. It takes precedence over the timeout.
    if (found === undefined && ended === 'timeout' && this.#waiting.program.isEnding) return false;
    if (found !== undefined) this.#settle({ found, screen: getScreen() });
    else if (ended !== undefined) this.#settle({ ended, screen: getScreen() });
    return found !== undefined || ended !== undefined;
  }
}

interface Observation<T> {
  readonly evaluate: () => T | undefined;
  readonly ended: WaitEnding | undefined;
  /** Returns the observed screen. To be called in the same tick, unless the screen was stored for a later evaluation. */
  getScreen(): Screen;
}
