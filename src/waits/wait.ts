import { afterOutput, type Deadline } from '../async/deadline.js';
import { later, noteAnswer } from '../async/idle-queue.js';
import type { WaitScheduler } from '../observers/wait-scheduler.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/safe-matcher.js';
import type { Screen } from '../screen/screen.js';

/** What a wait needs of its surroundings. */
export interface Waiting {
  readonly program: VisibleProgram;
  readonly watch: WaitScheduler;
  readonly patterns: SafeMatcher;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}
/** Catches what is to be seen now, and judges it then or later: a result ends the wait. */
export type Observe<T> = (again: (milliseconds: number) => void) => () => T | undefined;
/** How a wait ended: with what was found, or because it can no longer be; and on which screen. */
export type Outcome<T> = { readonly screen: Screen } & ({ readonly found: T } | { readonly ended: Ending });

type Ending = 'timeout' | 'exited';

// Sights that wait for a slow pattern; the program is held up when there are more.
const maxSights = 16;
// When the time is over, the end of a frame (at most 150 ms) and a pattern that is being matched are waited for.
const maxFarewellMs = 400;

/**
 * Resolves with the first result of a look. Subscribes first and looks second, so that nothing slips between. The end
 * of the program or of the time is decided by one more look. Half a frame is not looked at.
 */
export const waitFor = <T>(waiting: Waiting, look: Observe<T>): Promise<Outcome<T>> => new Wait(waiting, look).outcome;

class Wait<T> {
  readonly outcome: Promise<Outcome<T>>;
  readonly #waiting: Waiting;
  readonly #look: Observe<T>;
  readonly #sights: Sight<T>[] = [];
  readonly #cleanups: (() => void)[] = [];
  #settle: (outcome: Outcome<T>) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #timer: Disposable | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #farewell: NodeJS.Timeout | undefined;
  #isOverdue = false;
  #isJudging = false;
  #hasEnded = false;

  constructor(waiting: Waiting, look: Observe<T>) {
    this.#waiting = waiting;
    this.#look = look;
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
    const { watch, deadline, cancel } = waiting;
    const onCancel = (): void => this.#fail(cancel.reason);
    cancel.addEventListener('abort', onCancel, { once: true });
    this.#cleanups.push(
      watch.on(() => this.#see()),
      () => cancel.removeEventListener('abort', onCancel),
    );
    if (cancel.aborted) onCancel();
    else if (deadline.isOver) this.#expire();
    else {
      this.#cleanups.push(deadline.onExpired(() => this.#expire()));
      this.#seeUnlessHalf();
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    noteAnswer();
    this.#timer?.[Symbol.dispose]();
    clearTimeout(this.#farewell);
    this.#waiting.program.resumeOutput();
    // What is left of it only finds that it has ended.
    later(() => {
      for (const cleanup of this.#cleanups) cleanup();
    });
  }

  #expire(): void {
    if (this.#hasEnded) return;
    this.#isOverdue = true;
    this.#farewell = setTimeout(() => {
      this.#settle({ ended: 'timeout', screen: this.#waiting.program.screen });
    }, maxFarewellMs);
    this.#seeUnlessHalf();
  }

  // The watch looks as soon as the frame is over.
  #seeUnlessHalf(): void {
    const { program } = this.#waiting;
    if (program.exit !== undefined || program.emulator.synchronization.remainingMs === 0) this.#see();
  }

  #see(): void {
    if (this.#hasEnded) return;
    const { program } = this.#waiting;
    const ended = program.exit !== undefined ? 'exited' : this.#isOverdue ? 'timeout' : undefined;
    this.#timer?.[Symbol.dispose]();
    this.#dueAt = Number.POSITIVE_INFINITY;
    const judge = this.#look((milliseconds) => this.#seeAgain(milliseconds));
    if (!this.#isJudging) {
      this.#judge({ judge, ended, catchScreen: () => program.screen });
      return;
    }
    const { screen } = program;
    this.#sights.push({ judge, ended, catchScreen: () => screen });
    if (this.#sights.length > maxSights) program.pauseOutput();
  }

  // Of several conditions each asks for itself: the earliest counts.
  #seeAgain(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds;
    if (this.#hasEnded || dueAt >= this.#dueAt) return;
    this.#timer?.[Symbol.dispose]();
    this.#dueAt = dueAt;
    this.#timer = afterOutput(milliseconds, () => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#seeUnlessHalf();
    });
  }

  #judgeNext(): void {
    const sight = this.#sights.shift();
    if (sight !== undefined) this.#judge(sight);
  }

  #judge(sight: Sight<T>): void {
    try {
      const found = this.#waiting.patterns.resolve(sight.judge);
      if (found instanceof Promise) this.#judgeLater(found, sight);
      else if (!this.#conclude(found, sight)) this.#judgeNext();
    } catch (error) {
      this.#fail(error);
    }
  }

  #judgeLater(later: Promise<T | undefined>, { ended, catchScreen }: Sight<T>): void {
    this.#isJudging = true;
    const screen = catchScreen();
    const sight = { ended, catchScreen: () => screen };
    const proceed = (found: T | undefined): void => {
      this.#isJudging = false;
      if (this.#hasEnded || this.#conclude(found, sight)) return;
      this.#judgeNext();
      if (this.#sights.length === 0) this.#waiting.program.resumeOutput();
    };
    later.then(proceed).catch((error: unknown) => this.#fail(error));
  }

  #conclude(found: T | undefined, { ended, catchScreen }: Pick<Sight<T>, 'ended' | 'catchScreen'>): boolean {
    // A server that was held up hears late of an exit, which goes before the end of the time.
    if (found === undefined && ended === 'timeout' && this.#waiting.program.isEnding) return false;
    if (found !== undefined) this.#settle({ found, screen: catchScreen() });
    else if (ended !== undefined) this.#settle({ ended, screen: catchScreen() });
    return found !== undefined || ended !== undefined;
  }
}

interface Sight<T> {
  readonly judge: () => T | undefined;
  readonly ended: Ending | undefined;
  /** The screen that was seen; to be called in the same moment unless it has been judged later. */
  catchScreen(): Screen;
}
