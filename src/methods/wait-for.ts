import type { Baseline } from '../baseline/baseline.js';
import { checkSince } from '../baseline/baseline-store.js';
import { InvalidParamError } from '../protocol/errors.js';
import type * as wire from '../protocol/generated/types.js';
import type { Selector } from '../selectors/selector.js';
import {
  allOf,
  bellRings,
  type Condition,
  cursorIsAt,
  firstOf,
  hasExited,
  hidden,
  onScreen,
  textMatches,
  titleMatches,
  visible,
  visibleSince,
} from '../waits/conditions.js';
import { isStable } from '../waits/stability.js';
import { type AmbiguityMode, chooseMatch, waitForCondition } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { onlyFirst, patternFrom, selectorFrom } from './selectors.js';
import { baselineOf, type SessionWait, withDeadline } from './wait-context.js';
import { answerOf, sightingOf } from './wait-result.js';
import { matchOf, placeFrom } from './wire.js';

/** A condition that is validated as params and made when the wait begins. */
interface ConditionSpec {
  readonly selector?: Selector;
  make(wait: SessionWait, baseline: Baseline | undefined): Condition;
}

export const waitFor: Handler<'waitFor'> = (params) => {
  const { anyOf, allOf: everyOf, since: sinceWhen, timeoutMs, ambiguityMode } = params;
  const how = everyOf === undefined ? 'anyOf' : 'allOf';
  const wishes = (everyOf ?? anyOf ?? []).map((condition, index) =>
    wishFrom(condition, `/${how}/${index}`, how, sinceWhen),
  );
  checkSince(sinceWhen);
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      const baseline = baselineOf(wait, sinceWhen);
      const conditions = wishes.map((wish) => wish.make(wait, baseline));
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return how === 'anyOf'
        ? await waitForAny(wait, wishes, conditions, { mode, isSince: baseline !== undefined })
        : await waitForAll(wait, wishes, conditions, mode);
    });
};

async function waitForAny(
  wait: SessionWait,
  wishes: readonly ConditionSpec[],
  conditions: readonly Condition[],
  { mode, isSince }: { readonly mode: AmbiguityMode; readonly isSince: boolean },
): Promise<wire.WaitForResult> {
  const held = await waitForCondition(wait, firstOf(conditions), {
    words: 'none of the conditions was met',
    selector: firstSelectorOf(wishes),
    isSince,
  });
  const index = held.index ?? 0;
  const selector = wishes[index]?.selector;
  const { ok: _, ...answer } = answerOf(wait, held.screen);
  if (selector !== undefined) return { index, ...answer, ...sightingOf(chooseMatch(held, selector, mode)) };
  const match = held.matches?.[0];
  return { index, ...answer, ...(match === undefined ? {} : { match: matchOf(match) }), ...wait.program.exit };
}

async function waitForAll(
  wait: SessionWait,
  wishes: readonly ConditionSpec[],
  conditions: readonly Condition[],
  mode: AmbiguityMode,
): Promise<wire.WaitForResult> {
  const unmet = new Set<number>();
  const noted = conditions.map((condition, index) =>
    noteWhether(condition, (isMet) => unmet[isMet ? 'delete' : 'add'](index)),
  );
  const { parts = [], screen } = await waitForCondition(wait, allOf(noted), {
    get words() {
      return `not all conditions were met (unmet: ${[...unmet]
        .sort((a, b) => a - b)
        .map((index) => `allOf[${index}]`)
        .join(', ')})`;
    },
    get selector() {
      return firstSelectorOf(wishes.filter((_, index) => unmet.has(index)));
    },
  });
  for (const [index, { selector }] of wishes.entries())
    if (selector !== undefined) chooseMatch({ ...parts[index], screen }, selector, mode);
  const { ok: _, ...answer } = answerOf(wait, screen);
  return { ...answer, ...wait.program.exit };
}

/** The same condition; it reports at each evaluation whether it holds. */
const noteWhether = (condition: Condition, note: (isMet: boolean) => void): Condition => ({
  capture: () => {
    const judge = condition.capture();
    return (again) => {
      const result = judge(again);
      note(result !== undefined);
      return result;
    };
  },
});

const firstSelectorOf = (wishes: readonly ConditionSpec[]): Selector | undefined =>
  wishes.find((wish) => wish.selector !== undefined)?.selector;

function wishFrom(condition: wire.Condition, pointer: string, how: 'anyOf' | 'allOf', since: string): ConditionSpec {
  if (condition.flags !== undefined && condition.pattern === undefined && condition.title === undefined)
    throw new InvalidParamError(`${pointer}/flags`, 'flags go with pattern or title; a selector has its own');
  if (condition.visible !== undefined) {
    const selector = selectorFrom(condition.visible, `${pointer}/visible`);
    if (how === 'anyOf') return { selector, make: (wait, baseline) => visible(wait, selector, baseline) };
    return {
      selector,
      // All conditions must hold at the same moment: text that only passed by counts since a baseline, not otherwise.
      make: (wait, baseline) =>
        baseline === undefined ? onScreen(wait, selector) : visibleSince(wait, selector, baseline),
    };
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
  if (stableMs !== undefined) return { make: (wait) => isStable(wait, { quietMs: stableMs, mayBeIncomplete: true }) };
  if (cursor !== undefined) return { make: (wait) => cursorIsAt(wait, placeFrom(cursor)) };
  return { make: bell === true ? bellRings : hasExited };
}
