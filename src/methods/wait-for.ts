import { Unacceptable } from '../protocol/failure.js';
import type * as wire from '../protocol/generated/types.js';
import type { Selector } from '../screen/selector.js';
import type { Baseline } from '../waits/baseline.js';
import {
  bellRings,
  type Condition,
  cursorIsAt,
  firstOf,
  hasExited,
  hidden,
  textMatches,
  titleMatches,
  visible,
} from '../waits/conditions.js';
import { choose, type Missing, waitForCondition } from '../waits/expect.js';
import { checkSince } from '../waits/marks.js';
import { isStable } from '../waits/stability.js';
import { answerOf, sightingOf } from './answering.js';
import { matchOf, placeFrom } from './coordinates.js';
import type { Handler } from './handler.js';
import { onlyFirst, patternFrom, selectorFrom } from './selectors.js';
import { baselineOf, type SessionWait, withDeadline } from './waiting.js';

/** A condition that is judged as params, and made when the wait begins. */
interface Wish {
  readonly selector?: Selector;
  make(wait: SessionWait, baseline: Baseline | undefined): Condition;
}

export const waitFor: Handler<'waitFor'> = ({ anyOf, since: sinceWhen, timeoutMs, ambiguityMode }) => {
  const wishes = anyOf.map((condition, index) => wishFrom(condition, `/anyOf/${index}`, sinceWhen));
  checkSince(sinceWhen);
  const missing = missingOf(wishes, sinceWhen !== 'any');
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      using since = baselineOf(wait, sinceWhen);
      const conditions = wishes.map((wish) => wish.make(wait, since.baseline));
      const held = await waitForCondition(wait, firstOf(conditions), missing);
      const index = held.index ?? 0;
      const selector = wishes[index]?.selector;
      const { ok: _, ...answer } = answerOf(wait, held.screen);
      if (selector === undefined)
        return {
          index,
          ...answer,
          ...(held.matches?.[0] === undefined ? {} : { match: matchOf(held.matches[0]) }),
          ...wait.program.exit,
        };
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return { index, ...answer, ...sightingOf(choose(held, selector, mode)) };
    });
};

function missingOf(wishes: readonly Wish[], isSince: boolean): Missing {
  const selector = wishes.find((wish) => wish.selector !== undefined)?.selector;
  return { words: 'none of the conditions was met', ...(selector === undefined ? {} : { selector, isSince }) };
}

function wishFrom(condition: wire.Condition, pointer: string, since: string): Wish {
  if (condition.flags !== undefined && condition.pattern === undefined && condition.title === undefined)
    throw new Unacceptable(`${pointer}/flags`, 'flags go with pattern or title; a selector has its own');
  if (condition.visible !== undefined) {
    const selector = selectorFrom(condition.visible, `${pointer}/visible`);
    return { selector, make: (wait, baseline) => visible(wait, selector, baseline) };
  }
  if (condition.hidden !== undefined) {
    const selector = selectorFrom(condition.hidden, `${pointer}/hidden`);
    return { make: (wait) => hidden(wait, selector) };
  }
  if (condition.pattern !== undefined) {
    const pattern = patternFrom(condition.pattern, condition.flags ?? 'm', pointer);
    const sought = since === 'any' ? onlyFirst(pattern) : pattern;
    return { make: (wait, baseline) => textMatches(wait, sought, baseline) };
  }
  if (condition.title !== undefined) {
    const pattern = onlyFirst(patternFrom(condition.title, condition.flags ?? '', pointer, 'title'));
    return { make: (wait) => titleMatches(wait, pattern) };
  }
  const { stableMs, cursor, bell } = condition;
  if (stableMs !== undefined) return { make: (wait) => isStable(wait, { quietMs: stableMs }) };
  if (cursor !== undefined) return { make: (wait) => cursorIsAt(wait, placeFrom(cursor)) };
  return { make: bell === true ? bellRings : hasExited };
}
