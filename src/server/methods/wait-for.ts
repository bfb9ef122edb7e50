import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { Selector } from '../../screen/selectors/selector.js';
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
  isStable,
} from '../../session/waits/conditions.js';
import {
  createModesCondition,
  describeDifference,
  describeOtherModes,
  type ExpectedModes,
  ModeReader,
  withModes,
} from '../../session/waits/modes.js';
import { AmbiguityRule, chooseMatch, requireMet, type UnmetCondition, waitFor } from '../../session/waits/wait.js';
import { type Baseline, checkSince } from '../../terminal/freshness/baseline.js';
import { limitToFirst, patternFrom, selectorFrom } from './selectors.js';
import { defineWait, resolveBaseline, type SessionWait } from './wait-context.js';
import { positionFrom, toMatchResult, toWaitResult, toWireMatch } from './wire.js';

/** A condition whose params are valid. `createCondition` creates it when the wait starts. */
interface ConditionSpec {
  readonly selector?: Selector;
  readonly modes?: ExpectedModes;
  createCondition(wait: SessionWait, baseline: Baseline | undefined, reader: ModeReader): Condition;
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
  run: async (context, { how, specs, since, ambiguityMode }) => {
    const reader = new ModeReader(context.program);
    const expected = specs.flatMap(({ modes }) => (modes === undefined ? [] : [modes]));
    const wait = withModes(context, reader, expected);
    const baseline = resolveBaseline(wait, since);
    const rule = new AmbiguityRule(ambiguityMode ?? wait.session.settings.ambiguityMode);
    const conditions = specs.map(({ selector, createCondition }) => {
      const condition = createCondition(wait, baseline, reader);
      return selector === undefined ? condition : rule.apply(selector, condition);
    });
    return how === 'anyOf'
      ? await waitForAny(wait, specs, conditions, { rule, isSince: baseline !== undefined, reader })
      : await waitForAll(wait, specs, conditions, { rule, reader });
  },
});

async function waitForAny(
  wait: SessionWait,
  specs: readonly ConditionSpec[],
  conditions: readonly Condition[],
  { rule, isSince, reader }: { readonly rule: AmbiguityRule; readonly isSince: boolean; readonly reader: ModeReader },
): Promise<wire.WaitForResult> {
  const [only] = specs.length === 1 ? specs : [];
  const unmet: UnmetCondition =
    only?.modes === undefined
      ? {
          words: 'none of the conditions was met',
          selector: findFirstSelector(specs),
          isSince,
          get hint() {
            return describeDifferences(specs, reader);
          },
        }
      : describeOtherModes(reader, only.modes);
  const result = await requireMet(wait, await waitFor(wait, combineFirst(conditions)), unmet, rule);
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
  { rule, reader }: { readonly rule: AmbiguityRule; readonly reader: ModeReader },
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
    get hint() {
      return describeDifferences(
        specs.filter((_, index) => unmet.has(index)),
        reader,
      );
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

function describeDifferences(specs: readonly ConditionSpec[], reader: ModeReader): string | undefined {
  const sentences = specs.flatMap(({ modes }) =>
    modes === undefined ? [] : (describeDifference(reader, modes) ?? []),
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

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
  return stateSpecFrom(condition);
}

/** A condition about something else than text. */
function stateSpecFrom({ stableMs, cursor, bell, modes }: wire.Condition): ConditionSpec {
  if (modes !== undefined) {
    const expected = { ...modes };
    return { modes: expected, createCondition: (wait, _, reader) => createModesCondition(wait, reader, expected) };
  }
  if (stableMs !== undefined)
    return { createCondition: (wait) => isStable(wait, { quietMs: stableMs, mayBeIncomplete: true }) };
  if (cursor !== undefined) return { createCondition: (wait) => createCursorCondition(wait, positionFrom(cursor)) };
  return { createCondition: bell === true ? createBellCondition : createExitCondition };
}
