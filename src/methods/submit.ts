import { InvalidParamError } from '../protocol/errors.js';
import { squeezeText } from '../session/submit/squeezed-screen.js';
import { Submission } from '../session/submit/submission.js';
import { waitForMatch } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { rejectLoneSurrogates } from './input.js';
import { checkSecret, noteSecret } from './secrets.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';

export const submit: Handler<'submit'> = (params) => {
  const { retries, ghost, expectAfter, timeoutMs, secret } = params;
  const text = params.text.replace(/(?:\r\n|\r|\n)$/u, '').replaceAll(/\r\n?/gu, '\n');
  rejectLoneSurrogates(text);
  if (squeezeText(text) === '')
    throw new InvalidParamError(
      '/text',
      '`text` must contain a character that can be recognized on the screen. To press only Enter, use `sendKey`.',
    );
  if (secret) checkSecret(text, '/text');
  const selector = expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter');
  return async (context) => {
    const { app, cancel } = context;
    const session = app.requireSession();
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
  };
};
