import type { Baseline } from '../baseline/baseline.js';
import { describeExit } from '../program/exit.js';
import { MethodError } from '../protocol/errors.js';
import type { Screen } from '../screen/screen.js';
import { describePlaces, describeSelector } from '../selectors/describe-selector.js';
import type { Match, Selector } from '../selectors/selector.js';
import { type Condition, type ConditionResult, visible } from './conditions.js';
import { explainMiss } from './explain-miss.js';
import { type Outcome, type Waiting, waitFor } from './wait.js';

/** What more than one match means. */
export type AmbiguityMode = 'fail' | 'first' | 'first-visible' | 'last' | 'last-visible';
/** What is waited for. */
export interface Expectation {
  readonly selector: Selector;
  readonly mode: AmbiguityMode;
  /** What was there already; without it everything counts. */
  readonly baseline: Baseline | undefined;
}
/** The match that was chosen, and how many there were. */
export interface ChosenMatch {
  readonly match: Match;
  readonly count: number;
}
/** What held, and on which screen. */
export type ObservedResult = ConditionResult & { readonly screen: Screen };
/** What is missing when a wait fails: in words, and the selector without a match. */
export interface UnmetCondition {
  readonly selector?: Selector | undefined;
  /** Only new matches count. */
  readonly isSince?: boolean;
  /** A sentence without its end, as in `no match for "x"`. */
  readonly words: string;
  /** How its time is added: `within 50 ms` (the default), or `after 50 ms`. */
  readonly limit?: 'within' | 'after';
  /** What a timeout is called. */
  readonly kind?: 'timeout' | 'not-found';
}

/** Waits until a condition holds, or can no longer. */
export const awaitCondition = (waiting: Waiting, condition: Condition): Promise<Outcome<ConditionResult>> =>
  waitFor(waiting, (again) => {
    const judge = condition.capture();
    return () => judge(again);
  });

/** Waits until a condition holds; fails with kind `timeout` or `exited` and says what is missing. */
export async function waitForCondition(
  waiting: Waiting,
  condition: Condition,
  missing: UnmetCondition,
): Promise<ObservedResult> {
  const isImmediate = waiting.deadline.isOver;
  const outcome = await awaitCondition(waiting, condition);
  const { screen } = outcome;
  if ('found' in outcome) return { ...outcome.found, screen };
  throw await createFailure(waiting, missing, { screen, ended: outcome.ended, isImmediate });
}

/** How a wait ended without what it waited for. */
export interface End {
  readonly screen: Screen;
  readonly ended: 'timeout' | 'exited';
  /** The screen was checked once, without waiting. */
  readonly isImmediate: boolean;
}

/** The failure of a wait, with what comes closest to its selector. */
export async function createFailure(
  waiting: Waiting,
  missing: UnmetCondition,
  { screen, ended, isImmediate }: End,
): Promise<MethodError> {
  const { program, deadline } = waiting;
  const { words, limit = 'within', kind = 'timeout', selector, isSince = false } = missing;
  const exit = ended === 'exited' ? program.exit : undefined;
  const time = isImmediate ? '' : ` ${limit} ${Math.round(deadline.elapsedMs)} ms`;
  const end = exit === undefined ? time : `, and the program has exited ${describeExit(exit)}`;
  const failed = `${words.charAt(0).toUpperCase()}${words.slice(1)}${end}.`;
  const { hint, nearest } = selector === undefined ? {} : await explainMiss(waiting, { selector, isSince }, screen);
  const facts = { screen, ...(nearest === undefined ? {} : { nearest }) };
  return new MethodError(
    exit === undefined ? kind : 'exited',
    hint === undefined ? failed : `${failed} ${hint}`,
    facts,
  );
}

/** Waits until a selector matches, and chooses the match that is meant. */
export async function waitForMatch(waiting: Waiting, { selector, mode, baseline }: Expectation): Promise<ChosenMatch> {
  const condition = visible(waiting, selector, baseline);
  return chooseMatch(
    await waitForCondition(waiting, condition, noMatch(selector, baseline !== undefined)),
    selector,
    mode,
  );
}

/** Of what held, the match that is meant; fails with kind `ambiguous` when there are several. */
export function chooseMatch(
  { matches = [], isNew = false, screen }: ObservedResult,
  selector: Selector,
  mode: AmbiguityMode,
): ChosenMatch {
  const count = matches.length;
  // Of `at` and `nth` there is never more than one.
  if (count > 1 && mode === 'fail') {
    const found = `${count} ${isNew ? 'new ' : ''}matches for ${describeSelector(selector)}, ${describePlaces(matches)}`;
    const advice = 'Select one with `nth` or `within`, or set `ambiguityMode`';
    throw new MethodError('ambiguous', `${found}. ${advice}.`, { matches, screen });
  }
  const isLast = mode === 'last' || mode === 'last-visible';
  return { match: matches.at(isLast ? -1 : 0) as Match, count };
}

/** That nothing matches, or with a baseline nothing new. */
export const noMatch = (selector: Selector, isSince = false): UnmetCondition => ({
  words: `no ${isSince ? 'new ' : ''}match for ${describeSelector(selector)}`,
  selector,
  isSince,
});

/** That something matches which must not. */
export const stillVisible = (selector: Selector): UnmetCondition => ({
  words: `${describeSelector(selector)} is still visible`,
  limit: 'after',
});
