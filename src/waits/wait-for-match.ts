import type { Baseline } from '../baseline/baseline.js';
import { describeExit } from '../program/exit.js';
import { MethodError } from '../protocol/errors.js';
import type { Screen } from '../screen/screen.js';
import { describePlaces, describeSelector } from '../selectors/describe-selector.js';
import type { Match, Selector } from '../selectors/selector.js';
import { type Condition, type ConditionResult, createVisibleCondition } from './conditions.js';
import { explainMiss } from './explain-miss.js';
import { type Outcome, type WaitContext, waitFor } from './wait.js';

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
  /** The beginning of the message, for example `no match for "x"`. */
  readonly words: string;
  /** How the message states the time: `within 50 ms` (default) or `after 50 ms`. */
  readonly limit?: 'within' | 'after';
  /** The kind of the error after a timeout (default: `timeout`). */
  readonly kind?: 'timeout' | 'not-found';
}

/** Waits until a condition is met, the program exits, or the deadline passes. */
export const awaitCondition = (waiting: WaitContext, condition: Condition): Promise<Outcome<ConditionResult>> =>
  waitFor(waiting, (recheckIn) => {
    const evaluate = condition.observe();
    return () => evaluate(recheckIn);
  });

/** Waits until a condition is met. Otherwise fails with kind `timeout` or `exited`. */
export async function waitForCondition(
  waiting: WaitContext,
  condition: Condition,
  missing: UnmetCondition,
): Promise<ObservedResult> {
  const isImmediate = waiting.deadline.isOver;
  const outcome = await awaitCondition(waiting, condition);
  const { screen } = outcome;
  if ('found' in outcome) return { ...outcome.found, screen };
  throw await createFailure(waiting, missing, { screen, ended: outcome.ended, isImmediate });
}

/** The end of a wait whose condition was not met. */
export interface WaitEnd {
  readonly screen: Screen;
  readonly ended: 'timeout' | 'exited';
  /** Whether the screen was checked once, without waiting. */
  readonly isImmediate: boolean;
}

/** Creates the error of a wait, with the text that is closest to its selector. */
export async function createFailure(
  waiting: WaitContext,
  missing: UnmetCondition,
  { screen, ended, isImmediate }: WaitEnd,
): Promise<MethodError> {
  const { program, deadline } = waiting;
  const { words, limit = 'within', kind = 'timeout', selector, isSince = false } = missing;
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
  const facts = { screen, ...(nearest === undefined ? {} : { nearest }) };
  return new MethodError(
    exit === undefined ? kind : isDetached ? 'detached' : 'exited',
    hint === undefined ? failed : `${failed} ${hint}`,
    facts,
  );
}

/** Waits until a selector matches, and chooses a match by `mode`. */
export async function waitForMatch(
  waiting: WaitContext,
  { selector, mode, baseline }: Expectation,
): Promise<ChosenMatch> {
  const condition = createVisibleCondition(waiting, selector, baseline);
  return chooseMatch(
    await waitForCondition(waiting, condition, describeNoMatch(selector, baseline !== undefined)),
    selector,
    mode,
  );
}

/** Chooses a match by `mode`. Fails with kind `ambiguous` if there are several and `mode` is `fail`. */
export function chooseMatch(
  { matches = [], isNew = false, screen }: ObservedResult,
  selector: Selector,
  mode: AmbiguityMode,
): ChosenMatch {
  const count = matches.length;
  // `at` and `nth` never have more than one match.
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
  words: `no ${isSince ? 'new ' : ''}match for ${describeSelector(selector)}`,
  selector,
  isSince,
});

/** The description for a selector that matches but must not. */
export const describeStillVisible = (selector: Selector): UnmetCondition => ({
  words: `${describeSelector(selector)} is still visible`,
  limit: 'after',
});
