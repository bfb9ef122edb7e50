import type { Baseline } from '../baseline/baseline.js';
import { describeExit, type Exit } from '../program/exit.js';
import { Failure } from '../protocol/failure.js';
import type { FailureKind } from '../protocol/generated/types.js';
import type { Screen } from '../screen/screen.js';
import type { Match, Selector } from '../screen/selector.js';
import { type Condition, type Held, visible } from './conditions.js';
import { nearestText } from './nearest-text.js';
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
export interface Sighting {
  readonly match: Match;
  readonly count: number;
}
/** What held, and on which screen. */
export type Seen = Held & { readonly screen: Screen };
/** What is missing when a wait fails: in words, and what was sought. */
export interface Missing {
  readonly words: string;
  /** What it is called when the time is over. */
  readonly kind?: 'timeout' | 'not-found';
  readonly selector?: Selector | undefined;
}

/** Waits until a condition holds, or can no longer. */
export const awaitCondition = (waiting: Waiting, condition: Condition): Promise<Outcome<Held>> =>
  waitFor(waiting, (again) => {
    const judge = condition.capture();
    return () => judge(again);
  });

/** Waits until a condition holds; fails with kind `timeout` or `exited` and says what is missing. */
export async function waitForCondition(waiting: Waiting, condition: Condition, missing: Missing): Promise<Seen> {
  const outcome = await awaitCondition(waiting, condition);
  const { screen } = outcome;
  if ('found' in outcome) return { ...outcome.found, screen };
  const { program, deadline } = waiting;
  if (outcome.ended === 'exited' && program.exit !== undefined) throw lackingAtEnd(program.exit, missing, screen);
  throw lacking(missing.kind ?? 'timeout', `After ${Math.round(deadline.elapsedMs)} ms`, missing, screen);
}

/** The failure that something is missing on the last screen of a program. */
export const lackingAtEnd = (exit: Exit, missing: Missing, screen: Screen): Failure =>
  lacking('exited', `The program has ended ${describeExit(exit)}, and`, missing, screen);

/** The failure that something is missing, with what comes closest to it. */
export function lacking(kind: FailureKind, when: string, { words, selector }: Missing, screen: Screen): Failure {
  const nearest = selector === undefined ? undefined : nearestText(selector, screen);
  if (nearest === undefined) return new Failure(kind, `${when} ${words}.`, { screen });
  const hint = `the nearest is ${JSON.stringify(nearest.text)} in row ${nearest.place.row + 1}`;
  return new Failure(kind, `${when} ${words}; ${hint}.`, { screen, nearest });
}

/** Waits until a selector matches, and chooses the match that is meant. */
export async function waitForMatch(waiting: Waiting, { selector, mode, baseline }: Expectation): Promise<Sighting> {
  return choose(
    await waitForCondition(waiting, visible(waiting, selector, baseline), noMatch(selector, baseline !== undefined)),
    selector,
    mode,
  );
}

/** Of what held, the match that is meant; fails with kind `ambiguous` when that cannot be told. */
export function choose({ matches = [], screen }: Seen, selector: Selector, mode: AmbiguityMode): Sighting {
  const count = matches.length;
  // Of `at` and `nth` there is never more than one.
  if (count > 1 && mode === 'fail') {
    const advice = 'name one with nth or within, or set ambiguityMode';
    throw new Failure('ambiguous', `${describeSelector(selector)} matches ${count} times; ${advice}.`, {
      matches,
      screen,
    });
  }
  const isLast = mode === 'last' || mode === 'last-visible';
  return { match: matches.at(isLast ? -1 : 0) as Match, count };
}

/** That nothing matches, or with a baseline nothing new. */
export const noMatch = (selector: Selector, isSince = false): Missing => ({
  words: `there is no ${isSince ? 'new ' : ''}match for ${describeSelector(selector)}`,
  selector,
});

/** A selector in words. */
export function describeSelector(selector: Selector): string {
  switch (selector.type) {
    case 'exact':
      return JSON.stringify(selector.text);
    case 'regex':
      return `/${selector.pattern}/${selector.flags}`;
    case 'at':
      return `a character in row ${selector.place.row + 1}, column ${selector.place.col + 1}`;
    case 'within':
      return `${describeSelector(selector.selector)} within a rectangle`;
    case 'nth':
      return `number ${selector.index} of ${describeSelector(selector.selector)}`;
    case 'any':
      return `any of ${selector.selectors.map(describeSelector).join(', ')}`;
  }
}
