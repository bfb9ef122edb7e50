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
import { toMatchResult, toWaitResult } from './wait-result.js';
import { matchOf, placeFrom } from './wire.js';

/** A condition whose params are valid. `make` creates it when the wait starts. */
interface ConditionSpec {
  readonly selector?: Selector;
  make(wait: SessionWait, baseline: Baseline | undefined): Condition;
}

export const waitFor: Handler<'waitFor'> = (params) => {
  const { anyOf, allOf: everyOf, since: sinceWhen, timeoutMs, ambiguityMode } = params;
  const how = everyOf === undefined ? 'anyOf' : 'allOf';
  const specs = (everyOf ?? anyOf ?? []).map((condition, index) =>
    conditionSpecFrom(condition, `/${how}/${index}`, how, sinceWhen),
  );
  checkSince(sinceWhen);
  return async (context) =>
    await withDeadline(context, timeoutMs, async (wait) => {
      const baseline = baselineOf(wait, sinceWhen);
      const conditions = specs.map((spec) => spec.make(wait, baseline));
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return how === 'anyOf'
        ? await waitForAny(wait, specs, conditions, { mode, isSince: baseline !== undefined })
        : await waitForAll(wait, specs, conditions, mode);
    });
};

async function waitForAny(
  wait: SessionWait,
  specs: readonly ConditionSpec[],
  conditions: readonly Condition[],
  { mode, isSince }: { readonly mode: AmbiguityMode; readonly isSince: boolean },
): Promise<wire.WaitForResult> {
  const result = await waitForCondition(wait, firstOf(conditions), {
    words: 'none of the conditions was met',
    selector: firstSelectorOf(specs),
    isSince,
  });
  const index = result.index ?? 0;
  const selector = specs[index]?.selector;
  const { ok: _, ...fields } = toWaitResult(wait, result.screen);
  if (selector !== undefined) return { index, ...fields, ...toMatchResult(chooseMatch(result, selector, mode)) };
  const match = result.matches?.[0];
  return { index, ...fields, ...(match === undefined ? {} : { match: matchOf(match) }), ...wait.program.exit };
}

async function waitForAll(
  wait: SessionWait,
  specs: readonly ConditionSpec[],
  conditions: readonly Condition[],
  mode: AmbiguityMode,
): Promise<wire.WaitForResult> {
  const unmet = new Set<number>();
  const reporting = conditions.map((condition, index) =>
    withReport(condition, (isMet) => unmet[isMet ? 'delete' : 'add'](index)),
  );
  const { parts = [], screen } = await waitForCondition(wait, allOf(reporting), {
    get words() {
      return `not all conditions were met (unmet: ${[...unmet]
        .sort((a, b) => a - b)
        .map((index) => `allOf[${index}]`)
        .join(', ')})`;
    },
    get selector() {
      return firstSelectorOf(specs.filter((_, index) => unmet.has(index)));
    },
  });
  for (const [index, { selector }] of specs.entries())
    if (selector !== undefined) chooseMatch({ ...parts[index], screen }, selector, mode);
  const { ok: _, ...fields } = toWaitResult(wait, screen);
  return { ...fields, ...wait.program.exit };
}

/** Wraps a condition so that each evaluation reports whether it was met. */
const withReport = (condition: Condition, report: (isMet: boolean) => void): Condition => ({
  capture: () => {
    const evaluate = condition.capture();
    return (recheckIn) => {
      const result = evaluate(recheckIn);
      report(result !== undefined);
      return result;
    };
  },
});

const firstSelectorOf = (specs: readonly ConditionSpec[]): Selector | undefined =>
  specs.find((spec) => spec.selector !== undefined)?.selector;

function conditionSpecFrom(
  condition: wire.Condition,
  pointer: string,
  how: 'anyOf' | 'allOf',
  since: string,
): ConditionSpec {
  if (condition.flags !== undefined && condition.pattern === undefined && condition.title === undefined)
    throw new InvalidParamError(
      `${pointer}/flags`,
      '`flags` requires `pattern` or `title`. A selector has its own `flags`.',
    );
  if (condition.visible !== undefined) {
    const selector = selectorFrom(condition.visible, `${pointer}/visible`);
    if (how === 'anyOf') return { selector, make: (wait, baseline) => visible(wait, selector, baseline) };
    return {
      selector,
      // All conditions must be met at the same time. Text that scrolled by counts only if there is a baseline.
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
    const needed = since === 'any' ? onlyFirst(pattern) : pattern;
    return { make: (wait, baseline) => textMatches(wait, needed, baseline) };
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
