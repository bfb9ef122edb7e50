import { type Key, KeyError, parseKey } from '../input/key.js';
import { waitForMatch } from '../session/expect.js';
import { Unacceptable } from '../session/failure.js';
import type { Handler } from './handler.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './waiting.js';

const ok = { ok: true } as const;

export const sendKey: Handler<'sendKey'> = ({ key, keys, repeat, delayMs, settleMs }) => {
  const parsed = keys?.map((name, index) => judgeKey(`/keys/${index}`, name)) ?? [judgeKey('/key', key ?? '')];
  return async ({ app, cancel }) => {
    const { typist } = app.requireSession().requireRunning();
    await typist.press({ keys: parsed, repeat, delayMs }, settleMs, cancel);
    return ok;
  };
};

export const sendText: Handler<'sendText'> =
  ({ text, paste, settleMs }) =>
  async ({ app, cancel }) => {
    await app.requireSession().requireRunning().typist.text(text, paste, settleMs, cancel);
    return ok;
  };

export const sendBytes: Handler<'sendBytes'> = ({ base64, settleMs }) => {
  const bytes = Buffer.from(base64, 'base64');
  return async ({ app, cancel }) => {
    await app.requireSession().requireRunning().typist.bytes(bytes, settleMs, cancel);
    return ok;
  };
};

export const sendLine: Handler<'sendLine'> = ({ text, expectAfter, timeoutMs, ambiguityMode, settleMs }) => {
  const selector = expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter');
  return async (context) => {
    context.app.requireSession().requireRunning();
    return await withDeadline(context, timeoutMs, async (wait) => {
      await wait.typist.line(text, settleMs, context.cancel);
      if (selector === undefined) return ok;
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      using since = wait.marks.borrow('lastInput');
      await waitForMatch(wait, { selector, mode, baseline: since.baseline });
      return ok;
    });
  };
};

function judgeKey(pointer: string, name: string): Key {
  try {
    return parseKey(name);
  } catch (error) {
    if (error instanceof KeyError) throw new Unacceptable(pointer, error.message);
    throw error;
  }
}
