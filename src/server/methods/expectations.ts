import { describeSelector } from '../../screen/selectors/selector.js';
import {
  createHiddenCondition,
  createHiddenForCondition,
  createLastingCondition,
  createOnScreenCondition,
  createVisibleCondition,
} from '../../session/waits/conditions.js';
import {
  AmbiguityRule,
  chooseMatch,
  describeNoMatch,
  describeStillVisible,
  requireMet,
  waitFor,
} from '../../session/waits/wait.js';
import { selectorFrom } from './selectors.js';
import { defineWait } from './wait-context.js';
import { toMatchResult, toWaitResult } from './wire.js';

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
