import { describeSelector } from '../selectors/describe-selector.js';
import { heldFor, hidden, hiddenFor, onScreen, visible } from '../waits/conditions.js';
import { chooseMatch, noMatch, stillVisible, waitForCondition } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';
import { answerOf, sightingOf } from './wait-result.js';

export const expectVisible: Handler<'expectVisible'> = ({ selector: sought, timeoutMs, ambiguityMode, forMs }) => {
  const selector = selectorFrom(sought, '/selector');
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition = forMs > 0 ? heldFor(wait, onScreen(wait, selector), forMs) : visible(wait, selector, undefined);
      const words = `${describeSelector(selector)} was not visible for ${forMs} ms without interruption`;
      const held = await waitForCondition(wait, condition, forMs > 0 ? { words, selector } : noMatch(selector));
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      return { ...answerOf(wait, held.screen), ...sightingOf(chooseMatch(held, selector, mode)) };
    });
};

export const expectNotVisible: Handler<'expectNotVisible'> = ({ selector: sought, timeoutMs, forMs }) => {
  const selector = selectorFrom(sought, '/selector');
  return (context) =>
    withDeadline(context, timeoutMs, async (wait) => {
      const condition = forMs > 0 ? hiddenFor(wait, selector, forMs) : hidden(wait, selector);
      const missing =
        forMs > 0
          ? { words: `${describeSelector(selector)} was not hidden for ${forMs} ms without interruption` }
          : stillVisible(selector);
      return answerOf(wait, (await waitForCondition(wait, condition, missing)).screen);
    });
};
