import { InvalidParamError, MethodError } from '../../base/errors.js';
import { textOf } from '../../screen/screen.js';
import { describePlaces, describeSelector } from '../../screen/selectors/selector.js';
import {
  addInterruption,
  combineAll,
  createExitCondition,
  createHiddenCondition,
  createTextCondition,
  createVisibleCondition,
  isNewerThan,
  isScreenDifferent,
  isStable,
} from '../../session/waits/conditions.js';
import {
  AmbiguityRule,
  chooseMatch,
  describeNoMatch,
  describeStillVisible,
  requireMet,
  waitFor,
} from '../../session/waits/wait.js';
import { checkSince } from '../../terminal/freshness/baseline.js';
import { defineMethod } from './context.js';
import { areaFrom, limitToFirst, patternFrom, selectorFrom } from './selectors.js';
import { defineWait, resolveBaseline } from './wait-context.js';
import { toMatchResult, toWaitResult, toWireMatch } from './wire.js';

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
