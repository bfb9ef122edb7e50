import { isBroken } from '../input/character.js';
import { encodeFocus } from '../input/focus.js';
import { KeyError, parseKey } from '../input/key.js';
import { InvalidParamError } from '../protocol/errors.js';
import type { Stroke } from '../session/input-writer.js';
import { waitForMatch } from '../waits/wait-for-match.js';
import type { Handler } from './context.js';
import { checkSecret, noteSecret } from './secrets.js';
import { selectorFrom } from './selectors.js';
import { withDeadline } from './wait-context.js';

const ok = { ok: true } as const;

export const sendKey: Handler<'sendKey'> = ({ key, keys, repeat, delayMs, event, settleMs }) => {
  const strokes = keys?.map((name, index) => parseStroke(`/keys/${index}`, name)) ?? [parseStroke('/key', key ?? '')];
  return async ({ app, cancel }) => {
    const { input } = app.requireSession().requireRunning();
    await input.press({ strokes, repeat, delayMs, event }, settleMs, cancel);
    return ok;
  };
};

export const sendText: Handler<'sendText'> = ({ text, paste, delayMs, settleMs, secret }) => {
  rejectLoneSurrogates(text);
  if (secret) checkSecret(text, '/text');
  if (paste && delayMs > 0)
    throw new InvalidParamError(
      '/delayMs',
      '`delayMs` cannot be combined with `paste`: a bracketed paste is a single write.',
    );
  return async ({ app, cancel }) => {
    const session = app.requireSession();
    noteSecret(session, text, secret);
    const { input } = session.requireRunning();
    await session.secrets.redactWhileTyping(text, () =>
      paste ? input.paste(text, settleMs, cancel) : input.typeText(text, { delayMs, settleMs }, cancel),
    );
    return ok;
  };
};

export const sendBytes: Handler<'sendBytes'> = ({ base64, settleMs }) => {
  // The schema's pattern cannot count: counting groups overflow the stack on megabytes.
  if (base64.length % 4 !== 0)
    throw new InvalidParamError('/base64', '`base64` must be padded to a multiple of 4 characters.');
  const bytes = Buffer.from(base64, 'base64');
  return async ({ app, cancel }) => {
    await app
      .requireSession()
      .requireRunning()
      .input.write(() => bytes, settleMs, cancel);
    return ok;
  };
};

export const focus: Handler<'focus'> =
  ({ focused, settleMs }) =>
  async ({ app, cancel }) => {
    const { program, input } = app.requireSession().requireRunning();
    let sent = false;
    const encode = (): Buffer => {
      sent = program.emulator.modes.focusEvents;
      return Buffer.from(sent ? encodeFocus(focused) : '');
    };
    await input.write(encode, settleMs, cancel);
    return { ok: true, sent };
  };

export const sendLine: Handler<'sendLine'> = (params) => {
  const { text, expectAfter, timeoutMs, ambiguityMode, delayMs, settleMs, secret } = params;
  rejectLoneSurrogates(text);
  if (secret) checkSecret(text, '/text');
  const options = { delayMs, settleMs };
  const selector = expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter');
  return async (context) => {
    const { cancel, app } = context;
    const session = app.requireSession();
    noteSecret(session, text, secret);
    const { input } = session.requireRunning();
    if (selector === undefined) {
      await session.secrets.redactWhileTyping(text, () => input.typeLine(text, options, cancel));
      return ok;
    }
    return await withDeadline(context, timeoutMs, async (wait) => {
      const expected = { selector, deadline: wait.deadline };
      await session.secrets.redactWhileTyping(text, () => input.typeLineBefore(text, expected, options, cancel));
      const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
      await waitForMatch(wait, { selector, mode, baseline: wait.baselines.find('lastInput') });
      return ok;
    });
  };
};

function parseStroke(pointer: string, name: string): Stroke {
  try {
    return { key: parseKey(name), pointer };
  } catch (error) {
    if (error instanceof KeyError) throw new InvalidParamError(pointer, error.message);
    throw error;
  }
}

/** Rejects a text that contains half of a character, which the program would receive as U+FFFD. */
export function rejectLoneSurrogates(text: string): void {
  if (isBroken(text))
    throw new InvalidParamError('/text', '`text` contains a lone surrogate, which is half of a character.');
}
