import { InvalidParamError } from '../../base/errors.js';
import { squeezeText } from '../../session/echo.js';
import { Submission } from '../../session/submit/submission.js';
import { waitForMatch } from '../../session/waits/wait.js';
import { defineMethod } from './context.js';
import { checkText } from './input.js';
import { noteSecret } from './secrets.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';

export const submit = defineMethod('submit', {
  parse: (params) => {
    const text = params.text.replace(/(?:\r\n|\r|\n)$/u, '').replaceAll(/\r\n?/gu, '\n');
    checkText({ text, secret: params.secret });
    if (squeezeText(text) === '')
      throw new InvalidParamError(
        '/text',
        '`text` must contain a character that can be recognized on the screen. To press only Enter, use `sendKey`.',
      );
    const { expectAfter } = params;
    const selector = expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter');
    return { params: { ...params, text }, selector };
  },
  run: async (context, { params, selector }) => {
    const { session, cancel } = context;
    const { text, retries, ghost, timeoutMs, secret } = params;
    noteSecret(session, text, secret);
    const target = session.requireRunning();
    return await withDeadline(context, timeoutMs, async (wait) => {
      const { deadline } = wait;
      const submission = new Submission(target, { text, retries, ghost, deadline, cancel });
      const submitted = await session.secrets.redactWhileTyping(text, () => submission.run());
      if (selector !== undefined) {
        const mode = session.settings.ambiguityMode;
        await waitForMatch(wait, { selector, mode, baseline: wait.baselines.find('lastInput') });
      }
      const { evidence, echo, attempts } = submitted;
      const suggestion = submitted.ghost === undefined ? {} : { ghost: session.secrets.redactText(submitted.ghost) };
      return { ok: true, evidence, echo, attempts, elapsedMs: Math.round(deadline.elapsedMs), ...suggestion };
    });
  },
});
