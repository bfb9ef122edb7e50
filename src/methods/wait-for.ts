import type { Baseline } from '../baseline/baseline.js';
import { checkSince } from '../baseline/baseline-store.js';
import { InvalidParamError } from '../protocol/errors.js';
import type * as wire from '../protocol/generated/types.js';
import type { Selector } from '../selectors/selector.js';
import {
  type Condition,
  combineAll,
  combineFirst,
  createBellCondition,
  createCursorCondition,
  createExitCondition,
  createHiddenCondition,
  createOnScreenCondition,
  createTextCondition,
  createTitleCondition,
  createVisibleCondition,
  createVisibleSinceCondition,
} from '../waits/conditions.js';
import { isStable } from '../waits/stability.js';
import { waitFor } from '../waits/wait.js';
import { AmbiguityRule, chooseMatch, requireMet } from '../waits/wait-for-match.js';
import { limitToFirst, patternFrom, selectorFrom } from './selectors.js';
import { defineWait, resolveBaseline, type SessionWait } from './wait-context.js';
import { positionFrom, toMatchResult, toWaitResult, toWireMatch } from './wire.js';

/** A condition whose params are valid. `createCondition` creates it when the wait starts. */
interface ConditionSpec {
  readonly selector?: Selector;
  createCondition(wait: SessionWait, baseline: Baseline | undefined): Condition;
}

export const waitForConditions = defineWait('waitFor', {
  parse: ({ anyOf, allOf: everyOf, since, ambiguityMode }) => {
    const how = everyOf === undefined ? 'anyOf' : 'allOf';
    const specs = (everyOf ?? anyOf ?? []).map((condition, index) =>
      conditionSpecFrom(condition, `/${how}/${index}`, how, since),
    );
    checkSince(since);
    return { how, specs, since, ambiguityMode };
  },
  run: async (wait, { how, specs, since, ambiguityMode }) => {
    const baseline = resolveBaseline(wait, since);
    const rule = new AmbiguityRule(ambiguityMode ?? wait.session.settings.ambiguityMode);
    const conditions = specs.map(({ selector, createCondition }) => {
      const condition = createCondition(wait, baseline);
      return selector === undefined ? condition : rule.apply(selector, condition);
    });
    return how === 'anyOf'
      ? await waitForAny(wait, specs, conditions, { rule, isSince: baseline !== undefined })
      : await waitForAll(wait, specs, conditions, rule);
  },
});

async function waitForAny(
  wait: SessionWait,
  specs: readonly ConditionSpec[],
  conditions: readonly Condition[],
  { rule, isSince }: { readonly rule: AmbiguityRule; readonly isSince: boolean },
): Promise<wire.WaitForResult> {
  const missing = { words: 'none of the conditions was met', selector: findFirstSelector(specs), isSince };
  const result = await requireMet(wait, await waitFor(wait, combineFirst(conditions)), missing, rule);
  const index = result.index ?? 0;
  const selector = specs[index]?.selector;
  const { ok: _, ...fields } = toWaitResult(wait, result.screen);
  if (selector !== undefined) return { index, ...fields, ...toMatchResult(chooseMatch(result, selector, rule.mode)) };
  const match = result.matches?.[0];
  return { index, ...fields, ...(match === undefined ? {} : { match: toWireMatch(match) }), ...wait.program.exit };
}

async function waitForAll(
  wait: SessionWait,
  specs: readonly ConditionSpec[],
  conditions: readonly Condition[],
  rule: AmbiguityRule,
): Promise<wire.WaitForResult> {
  const unmet = new Set<number>();
  const reporting = conditions.map((condition, index) =>
    addReport(condition, (isMet) => unmet[isMet ? 'delete' : 'add'](index)),
  );
  const missing = {
    get words() {
      return `not all conditions were met (unmet: ${[...unmet]
        .sort((a, b) => a - b)
        .map((index) => `allOf[${index}]`)
        .join(', ')})`;
    },
    get selector() {
      return findFirstSelector(specs.filter((_, index) => unmet.has(index)));
    },
  };
  const { screen } = await requireMet(wait, await waitFor(wait, combineAll(reporting)), missing, rule);
  const { ok: _, ...fields } = toWaitResult(wait, screen);
  return { ...fields, ...wait.program.exit };
}

/** Wraps a condition so that each evaluation reports whether it was met. */
const addReport = (condition: Condition, report: (isMet: boolean) => void): Condition => ({
  observe: () => {
    const observation = condition.observe();
    return {
      evaluate: (recheckIn) => {
        const result = observation.evaluate(recheckIn);
        report(result !== undefined);
        return result;
      },
    };
  },
});

const findFirstSelector = (specs: readonly ConditionSpec[]): Selector | undefined =>
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
    if (how === 'anyOf')
      return { selector, createCondition: (wait, baseline) => createVisibleCondition(wait, selector, baseline) };
    return {
      selector,
      // All conditions must be met at the same time. Text that scrolled by counts only if there is a baseline.
      createCondition: (wait, baseline) =>
        baseline === undefined
          ? createOnScreenCondition(wait, selector)
          : createVisibleSinceCondition(wait, selector, baseline),
    };
  }
  if (condition.hidden !== undefined) {
    const selector = selectorFrom(condition.hidden, `${pointer}/hidden`);
    return { createCondition: (wait) => createHiddenCondition(wait, selector) };
  }
  if (condition.pattern !== undefined) {
    const pattern = patternFrom(condition.pattern, condition.flags ?? 'm', pointer);
    const needed = since === 'any' ? limitToFirst(pattern) : pattern;
    return { createCondition: (wait, baseline) => createTextCondition(wait, needed, baseline) };
  }
  if (condition.title !== undefined) {
    const pattern = limitToFirst(patternFrom(condition.title, condition.flags ?? '', pointer, 'title'));
    return { createCondition: (wait) => createTitleCondition(wait, pattern) };
  }
  const { stableMs, cursor, bell } = condition;
  if (stableMs !== undefined)
    return { createCondition: (wait) => isStable(wait, { quietMs: stableMs, mayBeIncomplete: true }) };
  if (cursor !== undefined) return { createCondition: (wait) => createCursorCondition(wait, positionFrom(cursor)) };
  return { createCondition: bell === true ? createBellCondition : createExitCondition };
}
