import { MethodError } from '../../base/errors.js';
import type { Screen } from '../../screen/screen.js';
import { describePlaces, describeSelector, type Match, type Selector } from '../../screen/selectors/selector.js';
import type { Baseline } from '../../terminal/freshness/baseline.js';
import { describeExit } from '../program/exit.js';
import { type Condition, type ConditionResult, createVisibleCondition } from './conditions.js';
import { explainMiss } from './explain-miss.js';
import { type Outcome, type UnmetOutcome, type WaitContext, waitFor } from './wait.js';

/** How to choose one of several matches, or whether to fail. */
export type AmbiguityMode = 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible';
/** A selector to wait for. */
export interface Expectation {
  readonly selector: Selector;
  readonly mode: AmbiguityMode;
  /** Only matches that are new since the baseline count. Without it, all matches count. */
  readonly baseline: Baseline | undefined;
}
/** The match that was chosen, and the number of matches. */
export interface ChosenMatch {
  readonly match: Match;
  readonly count: number;
}
/** The result of a condition, and the screen on which it was met. */
export type ObservedResult = ConditionResult & { readonly screen: Screen };
/** Describes a condition that was not met, for the error message. */
export interface UnmetCondition {
  readonly selector?: Selector | undefined;
  /** Whether only new matches count. */
  readonly isSince?: boolean;
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
    return {
      observe: () => {
        const observation = condition.observe();
        return {
          evaluate: (recheckIn) => {
            const result = observation.evaluate(recheckIn);
            // `at` and `nth` never have more than one match.
            const isAmbiguous = (result?.matches?.length ?? 0) > 1;
            if (isAmbiguous) this.#found.set(selector, result as ConditionResult);
            else this.#found.delete(selector);
            return isAmbiguous ? undefined : result;
          },
        };
      },
    };
  }

  /** Fails with kind `ambiguous` if a selector had several matches at the last check. */
  check(screen: Screen): void {
    for (const [selector, result] of this.#found) chooseMatch({ ...result, screen }, selector, this.mode);
  }
}

/** Returns the result of a wait. Fails with kind `ambiguous`, `timeout` or `exited` if its condition was not met. */
export async function requireMet(
  waiting: WaitContext,
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
  waiting: WaitContext,
  unmet: UnmetCondition,
  { screen, ended, isImmediate }: UnmetOutcome,
): Promise<MethodError> {
  const { program, deadline } = waiting;
  const { words, limit = 'within', kind = 'timeout', selector, isSince = false } = unmet;
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
  const { hint, nearest } = selector === undefined ? {} : await explainMiss(waiting, { selector, isSince }, screen);
  const sentences = [failed, unmet.hint, hint, describeKeyInLineMode(waiting)];
  const facts = { screen, ...(nearest === undefined ? {} : { nearest }) };
  return new MethodError(
    exit === undefined ? kind : isDetached ? 'detached' : 'exited',
    sentences.filter((sentence) => sentence !== undefined).join(' '),
    facts,
  );
}

function describeKeyInLineMode({ input }: WaitContext): string | undefined {
  if (input?.keyInLineMode === undefined) return undefined;
  const advice = 'To send a key when the program reads single keys, wait for `"modes":{"raw":true}` first';
  return `The program read keys in line mode when ${input.keyInLineMode} was sent. ${advice}.`;
}

/** Waits until a selector matches, and chooses a match by `mode`. */
export async function waitForMatch(
  waiting: WaitContext,
  { selector, mode, baseline }: Expectation,
): Promise<ChosenMatch> {
  const rule = new AmbiguityRule(mode);
  const condition = rule.apply(selector, createVisibleCondition(waiting, selector, baseline));
  const unmet = describeNoMatch(selector, baseline !== undefined);
  return chooseMatch(await requireMet(waiting, await waitFor(waiting, condition), unmet, rule), selector, mode);
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
export const describeNoMatch = (selector: Selector, isSince = false): UnmetCondition => ({
  get words() {
    return `no ${isSince ? 'new ' : ''}match for ${describeSelector(selector)}`;
  },
  selector,
  isSince,
});

/** The description for a selector that matches but must not. */
export const describeStillVisible = (selector: Selector): UnmetCondition => ({
  get words() {
    return `${describeSelector(selector)} is still visible`;
  },
  limit: 'after',
});
