import { describeSelector } from '../selectors/describe-selector.js';
import {
  createHiddenCondition,
  createHiddenForCondition,
  createLastingCondition,
  createOnScreenCondition,
  createVisibleCondition,
} from '../waits/conditions.js';
import { chooseMatch, describeNoMatch, describeStillVisible, waitForCondition } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { toMatchResult, toWaitResult } from './wait-result.js';

export const expectVisible: Handler<'expectVisible'> = ({
  selector: selectorParam,
  timeoutMs,
  ambiguityMode,
  forMs,
}) => {
  const selector = selectorFrom(selectorParam, '/selector');
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition =
        forMs > 0
          ? createLastingCondition(wait, createOnScreenCondition(wait, selector), forMs)
          : createVisibleCondition(wait, selector, undefined);
      const words = `${describeSelector(selector)} was not visible for ${forMs} ms without interruption`;
      const result = await waitForCondition(
        wait,
        condition,
        forMs > 0 ? { words, selector } : describeNoMatch(selector),
      );
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return { ...toWaitResult(wait, result.screen), ...toMatchResult(chooseMatch(result, selector, mode)) };
    });
};

export const expectNotVisible: Handler<'expectNotVisible'> = ({ selector: selectorParam, timeoutMs, forMs }) => {
  const selector = selectorFrom(selectorParam, '/selector');
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition =
        forMs > 0 ? createHiddenForCondition(wait, selector, forMs) : createHiddenCondition(wait, selector);
      const missing =
        forMs > 0
          ? { words: `${describeSelector(selector)} was not hidden for ${forMs} ms without interruption` }
          : describeStillVisible(selector);
      return toWaitResult(wait, (await waitForCondition(wait, condition, missing)).screen);
    });
};
