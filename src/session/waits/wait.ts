import { callAfterOutput, callAfterRunning, type Deadline } from '../../base/deadline.js';
import type { Emitter } from '../../base/emitter.js';
import { MethodError } from '../../base/errors.js';
import { describeExit } from '../../base/exit.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import type { Screen } from '../../screen/screen.js';
import { describePlaces, describeSelector, type Match, type Selector } from '../../screen/selectors/selector.js';
import type { Baseline } from '../../terminal/freshness/baseline.js';
import type { VisibleProgram } from '../program/program.js';
import type { SafeMatcher } from '../regex/matcher.js';
import { type Condition, type ConditionResult, mapResult, type Observation } from './conditions.js';
import { explainMiss } from './explain-miss.js';

/** What a wait depends on. */
export interface Waiting {
  readonly program: VisibleProgram;
  /** Fires when waits check the screen. */
  readonly checks: Pick<Emitter, 'on'>;
  readonly patterns: SafeMatcher;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
  /** What an error must not contain. */
  readonly secrets?: Secrets;
  /** A key that the program could not read as such: a failure names it. */
  readonly keyInLineMode?: string | undefined;
}
/** The end of a wait whose condition was not met. */
interface UnmetOutcome {
  readonly ended: 'timeout' | 'exited';
  /** Whether the screen was checked once, without waiting. */
  readonly isImmediate: boolean;
  readonly screen: Screen;
}
/** How a wait ended: with the result of its condition, by the deadline or by the exit of the program; and on which screen. */
type Outcome = { readonly found: ConditionResult; readonly screen: Screen } | UnmetOutcome;

type WaitEnding = UnmetOutcome['ended'];

/** Reads what no output reports, before the last check. */
export type Refresh = () => Promise<void>;

// Observations that wait for a slow pattern. If there are more, the program is paused.
const maxPending = 16;
// After the deadline, a wait still completes the synchronized update (at most 150 ms), the comparison with a foreign
// terminal and the report of an exit. The pattern in progress has a limit of its own.
const maxFinalCheckMs = 400;
// The same if a process must be started first, on a busy machine.
const maxRefreshMs = 2000;

/**
 * Waits until a condition is met, the program exits or the deadline passes; then checks once more. Subscribes before the
 * first check, so that no change is missed. Does not check during a synchronized update.
 */
export const waitFor = (waiting: Waiting, condition: Condition, refresh?: Refresh): Promise<Outcome> =>
  new Wait(waiting, condition, refresh).outcome;

class Wait {
  readonly outcome: Promise<Outcome>;
  readonly #waiting: Waiting;
  readonly #condition: Condition;
  readonly #refresh: Refresh | undefined;
  readonly #pending: Check[] = [];
  readonly #cleanups: (() => void)[] = [];
  #settle: (outcome: Outcome) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #timer: Disposable | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #finalTimer: Disposable | undefined;
  #isOverdue = false;
  /** Whether nothing that is still in progress delays the end. */
  #isFinal = false;
  #isEvaluating = false;
  #hasEnded = false;

  constructor(waiting: Waiting, condition: Condition, refresh: Refresh | undefined) {
    this.#waiting = waiting;
    this.#condition = condition;
    this.#refresh = refresh;
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
    else if (deadline.isImmediate) this.#expire();
    else {
      this.#cleanups.push(deadline.onExpired(() => this.#expire()));
      this.#checkUnlessUpdating();
    }
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { program } = this.#waiting;
    program.idleQueue.noteResponseSent();
    this.#timer?.[Symbol.dispose]();
    this.#finalTimer?.[Symbol.dispose]();
    program.resumeOutput();
    // Until then, listeners only find that the wait has ended.
    program.idleQueue.defer(() => {
      for (const cleanup of this.#cleanups) cleanup();
    });
  }

  #expire(): void {
    if (this.#hasEnded) return;
    const { program } = this.#waiting;
    const refresh = this.#refresh;
    this.#finalTimer = callAfterRunning(refresh === undefined ? maxFinalCheckMs : maxRefreshMs, () => {
      this.#isOverdue = true;
      this.#isFinal = true;
      this.#check();
    });
    const verified = program.verify?.();
    const refreshed = refresh?.();
    if (verified === undefined && refreshed === undefined) this.#checkLast();
    else void Promise.all([verified, refreshed]).then(() => this.#checkLast());
  }

  #checkLast(): void {
    this.#isOverdue = true;
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
    const observation = this.#condition.observe();
    if (!this.#isEvaluating) {
      this.#evaluate({ observation, ended, getScreen: () => program.screen });
      return;
    }
    const { screen } = program;
    this.#pending.push({ observation, ended, getScreen: () => screen });
    if (this.#pending.length > maxPending) program.pauseOutput();
  }

  #settleUnmet(ended: WaitEnding, screen: Screen): void {
    this.#settle({ ended, screen, isImmediate: this.#waiting.deadline.isImmediate });
  }

  // Several conditions can request a recheck. The earliest one counts.
  readonly #scheduleRecheck = (milliseconds: number): void => {
    const dueAt = performance.now() + milliseconds;
    if (this.#hasEnded || dueAt >= this.#dueAt) return;
    this.#timer?.[Symbol.dispose]();
    this.#dueAt = dueAt;
    this.#timer = callAfterOutput(milliseconds, () => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#checkUnlessUpdating();
    });
  };

  #evaluateNext(): void {
    const check = this.#pending.shift();
    if (check !== undefined) this.#evaluate(check);
  }

  #evaluate(check: Check): void {
    try {
      const found = this.#waiting.patterns.resolve(() => check.observation.evaluate(this.#scheduleRecheck));
      if (found instanceof Promise) this.#evaluateLater(found, check);
      else if (!this.#conclude(found, check)) this.#evaluateNext();
    } catch (error) {
      this.#fail(error);
    }
  }

  #evaluateLater(result: Promise<ConditionResult | undefined>, { ended, getScreen }: Check): void {
    this.#isEvaluating = true;
    const screen = getScreen();
    const proceed = (found: ConditionResult | undefined): void => {
      this.#isEvaluating = false;
      if (this.#hasEnded || this.#conclude(found, { ended, getScreen: () => screen })) return;
      this.#evaluateNext();
      if (this.#pending.length === 0) this.#waiting.program.resumeOutput();
    };
    result.then(proceed).catch((error: unknown) => this.#fail(error));
  }

  #conclude(found: ConditionResult | undefined, { ended, getScreen }: Pick<Check, 'ended' | 'getScreen'>): boolean {
    // After a delay of the server, an exit may be reported late. It takes precedence over the timeout.
    if (found === undefined && ended === 'timeout' && !this.#isFinal && this.#waiting.program.isEnding) return false;
    if (found !== undefined) this.#settle({ found, screen: getScreen() });
    else if (ended !== undefined) this.#settleUnmet(ended, getScreen());
    return found !== undefined || ended !== undefined;
  }
}

/** An observation that is to be evaluated. */
interface Check {
  readonly observation: Observation;
  readonly ended: WaitEnding | undefined;
  /** Returns the observed screen. To be called in the same tick, unless the screen was stored for a later evaluation. */
  getScreen(): Screen;
}

/** How to choose one of several matches, or whether to fail. */
export type AmbiguityMode = 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible';
/** The match that was chosen, and the number of matches. */
export interface ChosenMatch {
  readonly match: Match;
  readonly count: number;
}
/** The result of a condition, and the screen on which it was met. */
type ObservedResult = ConditionResult & { readonly screen: Screen };
/** Describes a condition that was not met, for the error message. */
export interface UnmetCondition {
  readonly selector?: Selector | undefined;
  /** Only matches that are new since then count. */
  readonly baseline?: Baseline | undefined;
  /** The beginning of the message, for example `no match for "x"`. Read only if the condition was not met. */
  readonly words: string;
  /** A sentence after the message. Read only if the condition was not met. */
  readonly hint?: string | undefined;
  /** How the message states the time: `within 50 ms` (default) or `after 50 ms`. */
  readonly limit?: 'within' | 'after';
  /** The kind of the error after a timeout (default: `timeout`). */
  readonly kind?: 'timeout' | 'not-found';
}

/** Decides what several matches mean: with the mode `fail`, a condition is not met, and a wait reports them when it ends. */
export class AmbiguityRule {
  readonly mode: AmbiguityMode;
  readonly #found = new Map<Selector, ConditionResult>();

  constructor(mode: AmbiguityMode) {
    this.mode = mode;
  }

  /** The condition that a selector matches, and matches once if that is required. */
  apply(selector: Selector, condition: Condition): Condition {
    if (this.mode !== 'fail') return condition;
    return mapResult(condition, (result) => {
      // `at` and `nth` never have more than one match.
      const isAmbiguous = (result?.matches?.length ?? 0) > 1;
      if (isAmbiguous) this.#found.set(selector, result as ConditionResult);
      else this.#found.delete(selector);
      return isAmbiguous ? undefined : result;
    });
  }

  /** Fails with kind `ambiguous` if a selector had several matches at the last check. */
  check(screen: Screen): void {
    for (const [selector, result] of this.#found) chooseMatch({ ...result, screen }, selector, this.mode);
  }
}

/** Returns the result of a wait. Fails with kind `ambiguous`, `timeout` or `exited` if its condition was not met. */
export async function requireMet(
  waiting: Waiting,
  outcome: Outcome,
  unmet: UnmetCondition,
  rule?: AmbiguityRule,
): Promise<ObservedResult> {
  if ('found' in outcome) return { ...outcome.found, screen: outcome.screen };
  rule?.check(outcome.screen);
  throw await createFailure(waiting, unmet, outcome);
}

/** Creates the error of a wait, with the text that is closest to its selector. */
export async function createFailure(
  waiting: Waiting,
  unmet: UnmetCondition,
  { screen, ended, isImmediate }: UnmetOutcome,
): Promise<MethodError> {
  const { program, deadline } = waiting;
  const { words, limit = 'within', kind = 'timeout', selector, baseline } = unmet;
  const exit = ended === 'exited' ? program.exit : undefined;
  const time = isImmediate ? '' : ` ${limit} ${Math.round(deadline.elapsedMs)} ms`;
  const isDetached = exit !== undefined && program.exitKind === 'detached';
  const how =
    exit === undefined
      ? ''
      : isDetached
        ? 'connection to the tmux pane has ended'
        : `program has exited ${describeExit(exit)}`;
  const end = exit === undefined ? time : `, and the ${how}`;
  const failed = `${words.charAt(0).toUpperCase()}${words.slice(1)}${end}.`;
  const { hint, nearest } = selector === undefined ? {} : await explainMiss(waiting, { selector, baseline }, screen);
  const sentences = [failed, unmet.hint, hint, describeKeyInLineMode(waiting)];
  const facts = { screen, ...(nearest === undefined ? {} : { nearest }) };
  return new MethodError(
    exit === undefined ? kind : isDetached ? 'detached' : 'exited',
    sentences.filter((sentence) => sentence !== undefined).join(' '),
    facts,
  );
}

function describeKeyInLineMode({ keyInLineMode: key }: Waiting): string | undefined {
  if (key === undefined) return undefined;
  const advice = 'To send a key when the program reads single keys, wait for `"modes":{"raw":true}` first';
  return `The program read keys in line mode when ${key} was sent. ${advice}.`;
}

/** Chooses a match by `mode`. Fails with kind `ambiguous` if there are several and `mode` is `fail`. */
export function chooseMatch(
  { matches = [], isNew = false, screen }: ObservedResult,
  selector: Selector,
  mode: AmbiguityMode,
): ChosenMatch {
  const count = matches.length;
  if (count > 1 && mode === 'fail') {
    const found = `${count} ${isNew ? 'new ' : ''}matches for ${describeSelector(selector)}, ${describePlaces(matches)}`;
    const advice = 'Select one with `nth` or `within`, or set `ambiguityMode`';
    throw new MethodError('ambiguous', `${found}. ${advice}.`, { matches, screen });
  }
  const isLast = mode === 'last' || mode === 'last-visible';
  return { match: matches.at(isLast ? -1 : 0) as Match, count };
}

/** The description for a selector without a match, or without a new match. */
export const describeNoMatch = (selector: Selector, baseline?: Baseline): UnmetCondition => ({
  get words() {
    return `no ${baseline !== undefined ? 'new ' : ''}match for ${describeSelector(selector)}`;
  },
  selector,
  baseline,
});

/** The description for a selector that matches but must not. */
export const describeStillVisible = (selector: Selector): UnmetCondition => ({
  get words() {
    return `${describeSelector(selector)} is still visible`;
  },
  limit: 'after',
});
