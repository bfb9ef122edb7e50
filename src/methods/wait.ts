import { checkSince } from '../baseline/baseline-store.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import { textOf } from '../screen/screen.js';
import { describePlaces, describeSelector } from '../selectors/describe-selector.js';
import {
  addInterruption,
  combineAll,
  createExitCondition,
  createHiddenCondition,
  createTextCondition,
  createVisibleCondition,
} from '../waits/conditions.js';
import { isNewerThan, isScreenDifferent, isStable } from '../waits/stability.js';
import {
  awaitCondition,
  chooseMatch,
  describeNoMatch,
  describeStillVisible,
  waitForCondition,
} from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { areaFrom, limitToFirst, patternFrom, selectorFrom } from './selectors.js';
import { resolveBaseline, withDeadline } from './wait-context.js';
import { toMatchResult, toWaitResult } from './wait-result.js';
import { toWireMatch } from './wire.js';

export const waitForText: Handler<'waitForText'> = (params) => {
  const selector = selectorFrom(params.selector, '/selector');
  const failOn = params.failOn === undefined ? undefined : selectorFrom(params.failOn, '/failOn');
  checkSince(params.since);
  const isHidden = params.state === 'hidden';
  const missing = isHidden ? describeStillVisible(selector) : describeNoMatch(selector, params.since !== 'any');
  return (context) =>
    withDeadline(context, params.timeoutMs, async (wait) => {
      const baseline = resolveBaseline(wait, params.since);
      const expected = isHidden
        ? createHiddenCondition(wait, selector)
        : createVisibleCondition(wait, selector, baseline);
      const condition =
        failOn === undefined ? expected : addInterruption(expected, createVisibleCondition(wait, failOn, baseline));
      const result = await waitForCondition(wait, condition, missing);
      const { matches = [], isStopped, screen } = result;
      if (failOn !== undefined && isStopped)
        throw new MethodError('stopped', `${describeSelector(failOn)} appeared ${describePlaces(matches)}.`, {
          matches,
          screen,
        });
      if (isHidden) return { ...toWaitResult(wait, screen), matchCount: 0 };
      const mode = params.ambiguityMode ?? wait.session.settings.ambiguityMode;
      return { ...toWaitResult(wait, screen), ...toMatchResult(chooseMatch(result, selector, mode)) };
    });
};

export const waitUntil: Handler<'waitUntil'> = ({ pattern, flags, timeoutMs }) => {
  const expression = limitToFirst(patternFrom(pattern, flags, ''));
  const selector = { ...expression, type: 'regex', style: undefined } as const;
  const missing = { words: `no match for ${describeSelector(selector)} in the visible text`, selector };
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const { matches = [], screen } = await waitForCondition(wait, createTextCondition(wait, expression), missing);
      return { ...toWaitResult(wait, screen), match: toWireMatch(matches[0] as (typeof matches)[number]) };
    });
};

export const waitForStable: Handler<'waitForStable'> = (params) => {
  const { debounceMs, styles, cursor, timeoutMs } = params;
  const ignore = (params.ignore ?? []).map((area, index) => areaFrom(area, `/ignore/${index}`));
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition = isStable(wait, { quietMs: debounceMs, styles, cursor, ignore });
      const { emulator } = wait.program;
      const notStable = `the screen was not stable for ${debounceMs} ms`;
      const missing = {
        get words() {
          return emulator.isInFrame ? `${notStable} (a synchronized update, mode 2026, has not ended)` : notStable;
        },
      };
      return toWaitResult(wait, (await waitForCondition(wait, condition, missing)).screen);
    });
};

export const waitForChange: Handler<'waitForChange'> = (params) => {
  const { since, sinceRevision, stableMs, styles, cursor, timeoutMs } = params;
  if (since === 'any')
    throw new InvalidParamError(
      '/since',
      '`since` must be "now", "lastInput" or a name returned by `mark`, not "any".',
    );
  checkSince(since);
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
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
      const outcome = await awaitCondition(wait, combineAll([quiet, ...changes]));
      return {
        changed: 'found' in outcome,
        elapsedMs: Math.round(deadline.elapsedMs),
        revision: outcome.screen.revision,
        text: textOf(outcome.screen),
        ...(program.exit === undefined ? {} : { exited: true as const, exitCode: program.exit.exitCode }),
      };
    });
};

export const waitForExit: Handler<'waitForExit'> =
  ({ timeoutMs }) =>
  (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const missing = { words: 'the program is still running', limit: 'after' } as const;
      const { screen } = await waitForCondition(wait, createExitCondition(wait), missing);
      const { exitCode = null, signal = null } = wait.program.exit ?? {};
      const elapsedMs = Math.round(wait.deadline.elapsedMs);
      return {
        exitCode,
        signal,
        elapsedMs,
        timedOut: wait.program.timeoutKind !== undefined,
        revision: screen.revision,
      };
    });

export const mark: Handler<'mark'> =
  () =>
  async ({ app }) => {
    const { program, baselines } = app.requireSession().requireCurrent();
    await program.drain();
    return { mark: baselines.mark() };
  };
