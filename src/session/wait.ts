import type { Deadline } from './deadline.js';
import type { Patterns } from './patterns.js';
import type { VisibleProgram } from './program.js';
import type { Watch } from './watch.js';

/** What a wait needs of its surroundings. */
export interface Waiting {
  readonly program: VisibleProgram;
  readonly watch: Watch;
  readonly patterns: Patterns;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}
/** Catches what is to be seen now, and judges it then or later: a result ends the wait. */
export type Look<T> = (again: (milliseconds: number) => void) => () => T | undefined;
/** How a wait ended: with what was found, or because it can no longer be. */
export type Outcome<T> = { readonly found: T } | { readonly ended: 'timeout' | 'exited' };

// Sights that wait for a slow pattern; the program is held up when there are more.
const mostSights = 16;

/**
 * Resolves with the first result of a look. Subscribes first and looks second, so that nothing slips between. The end
 * of the program or of the time is decided by one more look.
 */
export async function waitFor<T>(waiting: Waiting, look: Look<T>): Promise<Outcome<T>> {
  const wait = new Wait(waiting, look);
  try {
    return await wait.outcome;
  } finally {
    wait.end();
  }
}

class Wait<T> {
  readonly outcome: Promise<Outcome<T>>;
  readonly #waiting: Waiting;
  readonly #look: Look<T>;
  readonly #sights: Sight<T>[] = [];
  readonly #cleanups: (() => void)[] = [];
  #settle: (outcome: Outcome<T>) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isJudging = false;
  #hasEnded = false;

  constructor(waiting: Waiting, look: Look<T>) {
    this.#waiting = waiting;
    this.#look = look;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    const { watch, deadline, cancel } = waiting;
    const onCancel = (): void => this.#fail(cancel.reason);
    cancel.addEventListener('abort', onCancel, { once: true });
    this.#cleanups.push(
      watch.on(() => this.#see()),
      deadline.onExpired(() => this.#see(true)),
      () => cancel.removeEventListener('abort', onCancel),
    );
    if (cancel.aborted) onCancel();
    else this.#see();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const cleanup of this.#cleanups) cleanup();
    this.#waiting.program.resumeOutput();
  }

  #see(isTimeout = false): void {
    if (this.#hasEnded) return;
    const { program } = this.#waiting;
    // A pattern that has not been matched by now will not be.
    if (isTimeout && this.#isJudging) {
      this.#settle({ ended: 'timeout' });
      return;
    }
    const ended = program.exit !== undefined ? 'exited' : isTimeout ? 'timeout' : undefined;
    clearTimeout(this.#timer);
    const judge = this.#look((milliseconds) => this.#seeAgain(milliseconds));
    this.#sights.push({ judge, ended });
    if (this.#sights.length > mostSights) program.pauseOutput();
    if (!this.#isJudging) this.#judgeAll();
  }

  #seeAgain(milliseconds: number): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#see(), Math.ceil(milliseconds));
  }

  #judgeAll(): void {
    for (let sight = this.#sights.shift(); sight !== undefined; sight = this.#sights.shift()) {
      const { judge, ended } = sight;
      try {
        const found = this.#waiting.patterns.resolve(judge);
        if (found instanceof Promise) {
          this.#judgeLater(found, ended);
          return;
        }
        if (this.#conclude(found, ended)) return;
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
  }

  #judgeLater(later: Promise<T | undefined>, ended: 'timeout' | 'exited' | undefined): void {
    this.#isJudging = true;
    const proceed = (found: T | undefined): void => {
      this.#isJudging = false;
      if (this.#hasEnded || this.#conclude(found, ended)) return;
      this.#judgeAll();
      if (this.#sights.length === 0) this.#waiting.program.resumeOutput();
    };
    later.then(proceed).catch((error: unknown) => this.#fail(error));
  }

  #conclude(found: T | undefined, ended: 'timeout' | 'exited' | undefined): boolean {
    if (found !== undefined) this.#settle({ found });
    else if (ended !== undefined) this.#settle({ ended });
    return found !== undefined || ended !== undefined;
  }
}

interface Sight<T> {
  readonly judge: () => T | undefined;
  readonly ended: 'timeout' | 'exited' | undefined;
}
