import { Deadline } from '../../base/deadline.js';
import { InvalidParamError, MethodError } from '../../base/errors.js';
import type { methodFacts } from '../../protocol/generated/tables.js';
import type * as wire from '../../protocol/generated/types.js';
import type { MethodName, MethodParams, MethodResults } from '../../protocol/generated/types.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import { textOf } from '../../screen/screen.js';
import {
  type Accept,
  describePlaces,
  describeSelector,
  findMatches,
  type Match,
  type Selector,
} from '../../screen/selectors/selector.js';
import { readScreen } from '../../session/observe.js';
import { SafeMatcher } from '../../session/regex/matcher.js';
import {
  addInterruption,
  type Condition,
  combineAll,
  combineFirst,
  createBellCondition,
  createCursorCondition,
  createExitCondition,
  createHiddenCondition,
  createHiddenForCondition,
  createLastingCondition,
  createOnScreenCondition,
  createTextCondition,
  createTitleCondition,
  createVisibleCondition,
  createVisibleSinceCondition,
  isNewerThan,
  isScreenDifferent,
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
import { joinKeptLines } from '../../session/waits/screen-search.js';
import {
  AmbiguityRule,
  chooseMatch,
  describeNoMatch,
  describeStillVisible,
  requireMet,
  type UnmetCondition,
  type WaitContext,
  waitFor,
} from '../../session/waits/wait.js';
import { type Baseline, checkSince } from '../../terminal/freshness/baseline.js';
import { type ContextOf, defineMethod, type MethodHandler, type ProgramContext } from './context.js';
import { areaFrom, limitToFirst, patternFrom, selectorFrom } from './selectors.js';
import { positionFrom, toMatchResult, toWaitResult, toWireMatch } from './wire.js';

/** A wait in a session, with its deadline. */
export type SessionWait = WaitContext & ProgramContext & { readonly secrets: Secrets };

type MethodOfProgram = {
  [M in MethodName]: (typeof methodFacts)[M]['needs'] extends 'program' ? M : never;
}[MethodName];

/** Defines a method that waits until `timeoutMs` of its params, or else of the session, has passed. */
export const defineWait = <M extends MethodOfProgram, P = MethodParams[M]>(
  name: M,
  {
    parse = (params) => params as P,
    run,
  }: { parse?(params: MethodParams[M]): P; run(wait: SessionWait, parsed: P): Promise<MethodResults[M]> },
): MethodHandler<M, { readonly parsed: P; readonly timeoutMs: number | undefined }> =>
  defineMethod(name, {
    parse: (params) => ({
      parsed: parse(params),
      timeoutMs: (params as { readonly timeoutMs?: number }).timeoutMs,
    }),
    run: (context: ContextOf<M>, { parsed, timeoutMs }) =>
      withDeadline(context as ProgramContext, timeoutMs, (wait) => run(wait, parsed)),
  });

/** Runs a function that may wait, and disposes its deadline and its patterns afterwards. */
export async function withDeadline<T>(
  context: ProgramContext,
  timeoutMs: number | undefined,
  run: (wait: SessionWait) => Promise<T>,
): Promise<T> {
  const { server, session, program } = context;
  const { secrets } = session;
  const deadline = new Deadline(timeoutMs ?? session.settings.timeoutMs);
  const patterns = new SafeMatcher(deadline, server.patternWorker);
  const isSingleCheck = deadline.isImmediate;
  try {
    // With a zero timeout, process pending output first; that of a tmux pane only arrives on request.
    if (isSingleCheck || program.isForeign) await program.drain();
    return await run({ ...context, secrets, deadline, patterns });
  } finally {
    // What a single check has reported counts as displayed.
    if (isSingleCheck) program.emulator.history.settle();
    patterns[Symbol.dispose]();
    program.idleQueue.defer(() => deadline[Symbol.dispose]());
  }
}

/** Returns the baseline that `since` names. With `now`, output that has already arrived is old. */
function resolveBaseline({ baselines, program }: SessionWait, since: string): Baseline | undefined {
  if (since === 'now') program.drainNow();
  return baselines.find(since);
}

export const expectVisible = defineWait('expectVisible', {
  parse: ({ selector, ...others }) => ({ ...others, selector: selectorFrom(selector, '/selector') }),
  run: async (wait, { selector, ambiguityMode, forMs }) => {
    const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
    const rule = new AmbiguityRule(mode);
    const condition =
      forMs > 0
        ? createLastingCondition(wait, rule.apply(selector, createOnScreenCondition(wait, selector)), forMs)
        : rule.apply(selector, createVisibleCondition(wait, selector, undefined));
    const words = `${describeSelector(selector)} was not visible for ${forMs} ms without interruption`;
    const result = await requireMet(
      wait,
      await waitFor(wait, condition),
      forMs > 0 ? { words, selector } : describeNoMatch(selector),
      rule,
    );
    return { ...toWaitResult(wait, result.screen), ...toMatchResult(chooseMatch(result, selector, mode)) };
  },
});

export const expectNotVisible = defineWait('expectNotVisible', {
  parse: ({ selector, forMs }) => ({ selector: selectorFrom(selector, '/selector'), forMs }),
  run: async (wait, { selector, forMs }) => {
    const condition =
      forMs > 0 ? createHiddenForCondition(wait, selector, forMs) : createHiddenCondition(wait, selector);
    const missing =
      forMs > 0
        ? { words: `${describeSelector(selector)} was not hidden for ${forMs} ms without interruption` }
        : describeStillVisible(selector);
    return toWaitResult(wait, (await requireMet(wait, await waitFor(wait, condition), missing)).screen);
  },
});

export const find = defineWait('find', {
  parse: ({ selector, scope, limit }) => ({
    selector: selectorFrom(selector, '/selector'),
    isWide: scope === 'scrollback',
    limit,
  }),
  run: async ({ program, patterns, cancel }, { selector, isWide, limit }) => {
    cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
    const screen = await readScreen(program);
    patterns.announceSelector(selector);
    const { emulator } = program;
    const lines = joinKeptLines(emulator, screen, isWide ? emulator.firstReadable : screen.top, patterns);
    const accept: Accept = ({ start }) => isWide || start.row >= 0;
    const findAll = (): Found => limitMatches(limit, findMatches(selector, lines, patterns.search, accept));
    const { matches, count } = await patterns.resolve(findAll);
    return { matches: matches.map(toWireMatch), matchCount: count, revision: screen.revision };
  },
});

interface Found {
  readonly matches: Match[];
  readonly count: number;
}

// Matches are counted one by one, because all of them may not fit into memory.
function limitMatches(limit: number, all: Iterable<Match>): Found {
  const matches: Match[] = [];
  let count = 0;
  for (const match of all) {
    if (count < limit) matches.push(match);
    count += 1;
  }
  return { matches, count };
}

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

export const waitForText = defineWait('waitForText', {
  parse: ({ selector: selectorParam, failOn, since, state, ambiguityMode }) => {
    const selector = selectorFrom(selectorParam, '/selector');
    const failSelector = failOn === undefined ? undefined : selectorFrom(failOn, '/failOn');
    checkSince(since);
    return { selector, failSelector, since, isHidden: state === 'hidden', ambiguityMode };
  },
  run: async (wait, { selector, failSelector, since, isHidden, ambiguityMode }) => {
    const baseline = resolveBaseline(wait, since);
    const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
    const rule = new AmbiguityRule(mode);
    const expected = isHidden
      ? createHiddenCondition(wait, selector)
      : rule.apply(selector, createVisibleCondition(wait, selector, baseline));
    const condition =
      failSelector === undefined
        ? expected
        : addInterruption(expected, createVisibleCondition(wait, failSelector, baseline));
    const missing = isHidden ? describeStillVisible(selector) : describeNoMatch(selector, since !== 'any');
    const result = await requireMet(wait, await waitFor(wait, condition), missing, rule);
    const { matches = [], isStopped, screen } = result;
    if (failSelector !== undefined && isStopped)
      throw new MethodError('stopped', `${describeSelector(failSelector)} appeared ${describePlaces(matches)}.`, {
        matches,
        screen,
      });
    if (isHidden) return { ...toWaitResult(wait, screen), matchCount: 0 };
    return { ...toWaitResult(wait, screen), ...toMatchResult(chooseMatch(result, selector, mode)) };
  },
});

export const waitUntil = defineWait('waitUntil', {
  parse: ({ pattern, flags }) => limitToFirst(patternFrom(pattern, flags, '')),
  run: async (wait, expression) => {
    const selector = { ...expression, type: 'regex', style: undefined } as const;
    const missing = {
      get words() {
        return `no match for ${describeSelector(selector)} in the visible text`;
      },
      selector,
    };
    const { matches = [], screen } = await requireMet(
      wait,
      await waitFor(wait, createTextCondition(wait, expression)),
      missing,
    );
    return { ...toWaitResult(wait, screen), match: toWireMatch(matches[0] as (typeof matches)[number]) };
  },
});

export const waitForStable = defineWait('waitForStable', {
  parse: ({ ignore = [], ...others }) => ({
    ...others,
    ignore: ignore.map((area, index) => areaFrom(area, `/ignore/${index}`)),
  }),
  run: async (wait, { debounceMs, styles, cursor, ignore }) => {
    const condition = isStable(wait, { quietMs: debounceMs, styles, cursor, ignore });
    const { emulator } = wait.program;
    const notStable = `the screen was not stable for ${debounceMs} ms`;
    const missing = {
      get words() {
        return emulator.isInFrame ? `${notStable} (a synchronized update, mode 2026, has not ended)` : notStable;
      },
    };
    return toWaitResult(wait, (await requireMet(wait, await waitFor(wait, condition), missing)).screen);
  },
});

export const waitForChange = defineWait('waitForChange', {
  parse: (params) => {
    if (params.since === 'any')
      throw new InvalidParamError(
        '/since',
        '`since` must be "now", "lastInput" or a name returned by `mark`, not "any".',
      );
    checkSince(params.since);
    return params;
  },
  run: async (wait, { since, sinceRevision, stableMs, styles, cursor }) => {
    const baseline = resolveBaseline(wait, since);
    const { program, deadline } = wait;
    const quiet = isStable(wait, {
      quietMs: stableMs,
      styles,
      cursor,
      since: performance.now() - (program.lastOutputAgeMs ?? 0),
      mayBeIncomplete: true,
    });
    const differs = baseline === undefined ? [] : [isScreenDifferent(wait, baseline, { styles, cursor })];
    const changes = sinceRevision === undefined ? differs : [isNewerThan(wait, sinceRevision)];
    const outcome = await waitFor(wait, combineAll([quiet, ...changes]));
    return {
      changed: 'found' in outcome,
      elapsedMs: Math.round(deadline.elapsedMs),
      revision: outcome.screen.revision,
      text: textOf(outcome.screen),
      ...(program.exit === undefined ? {} : { exited: true as const, exitCode: program.exit.exitCode }),
    };
  },
});

export const waitForExit = defineWait('waitForExit', {
  run: async (wait) => {
    const missing = { words: 'the program is still running', limit: 'after' } as const;
    const { screen } = await requireMet(wait, await waitFor(wait, createExitCondition(wait)), missing);
    const { exitCode = null, signal = null } = wait.program.exit ?? {};
    const elapsedMs = Math.round(wait.deadline.elapsedMs);
    const timedOut = wait.program.timeoutKind !== undefined;
    return { exitCode, signal, elapsedMs, timedOut, revision: screen.revision };
  },
});

export const mark = defineMethod('mark', {
  run: async ({ program, baselines }) => {
    await program.drain();
    return { mark: baselines.mark() };
  },
});
