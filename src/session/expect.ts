import { canBeAmbiguous, type Match, type Selector, searchLine } from '../screen/selector.js';
import type { Baseline } from './baseline.js';
import { describeExit } from './exit.js';
import { Failure } from './failure.js';
import { Search } from './search.js';
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

/** Waits until the selector matches; fails with kind `timeout`, `exited` or `ambiguous`. */
export async function waitForMatch(waiting: Waiting, { selector, mode, baseline }: Expectation): Promise<Sighting> {
  const search = new Search(waiting.program.emulator, selector, baseline, searchLine);
  const outcome = await waitFor(waiting, () => {
    const matches = search.look();
    return matches.length === 0 ? undefined : matches;
  });
  const matches = requireFound(outcome, waiting, `no match for ${describeSelector(selector)}`);
  return { match: choose(matches, selector, mode), count: matches.length };
}

/** What was found; throws what a wait that found nothing fails with. */
function requireFound<T>(outcome: Outcome<T>, { program, deadline }: Waiting, missing: string): T {
  if (!('ended' in outcome)) return outcome.found;
  const { exit } = program;
  if (outcome.ended === 'exited' && exit !== undefined)
    throw new Failure('exited', `The program has ended ${describeExit(exit)}, and there is ${missing}.`);
  throw new Failure('timeout', `After ${Math.round(deadline.elapsedMs)} ms there is ${missing}.`);
}

function choose(matches: readonly Match[], selector: Selector, mode: AmbiguityMode): Match {
  const isLast = mode === 'last' || mode === 'last-visible';
  if (matches.length > 1 && mode === 'fail' && canBeAmbiguous(selector))
    throw new Failure(
      'ambiguous',
      `${describeSelector(selector)} matches ${matches.length} times; name one with nth or within, or set ambiguityMode.`,
      { matches },
    );
  return matches.at(isLast ? -1 : 0) as Match;
}

/** A selector in words. */
function describeSelector(selector: Selector): string {
  switch (selector.type) {
    case 'exact':
      return JSON.stringify(selector.text);
    case 'regex':
      return `/${selector.pattern}/${selector.flags}`;
    case 'at':
      return `a character at row ${selector.place.row + 1}, column ${selector.place.col + 1}`;
    case 'within':
      return `${describeSelector(selector.selector)} in a rectangle`;
    case 'nth':
      return `number ${selector.index} of ${describeSelector(selector.selector)}`;
    case 'any':
      return `any of ${selector.selectors.map(describeSelector).join(', ')}`;
  }
}
