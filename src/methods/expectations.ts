import { describeSelector } from '../selectors/describe-selector.js';
import { heldFor, hidden, hiddenFor, onScreen, visible } from '../waits/conditions.js';
import { chooseMatch, noMatch, stillVisible, waitForCondition } from '../waits/wait-for-match.js';
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
      const condition = forMs > 0 ? heldFor(wait, onScreen(wait, selector), forMs) : visible(wait, selector, undefined);
      const words = `${describeSelector(selector)} was not visible for ${forMs} ms without interruption`;
      const result = await waitForCondition(wait, condition, forMs > 0 ? { words, selector } : noMatch(selector));
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return { ...toWaitResult(wait, result.screen), ...toMatchResult(chooseMatch(result, selector, mode)) };
    });
};

export const expectNotVisible: Handler<'expectNotVisible'> = ({ selector: selectorParam, timeoutMs, forMs }) => {
  const selector = selectorFrom(selectorParam, '/selector');
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition = forMs > 0 ? hiddenFor(wait, selector, forMs) : hidden(wait, selector);
      const missing =
        forMs > 0
          ? { words: `${describeSelector(selector)} was not hidden for ${forMs} ms without interruption` }
          : stillVisible(selector);
      return toWaitResult(wait, (await waitForCondition(wait, condition, missing)).screen);
    });
};
