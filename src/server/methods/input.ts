import { InvalidParamError } from '../../base/errors.js';
import type { Stroke } from '../../session/input.js';
import { createModesCondition, ModeReader } from '../../session/waits/modes.js';
import { waitFor, waitForMatch } from '../../session/waits/wait.js';
import { isBroken } from '../../terminal/input/key-table.js';
import { encodeFocus, KeyError, parseKey } from '../../terminal/input/keys.js';
import { defineMethod } from './context.js';
import { checkSecret, noteSecret } from './secrets.js';
import { selectorFrom } from './selectors.js';
import { defineWait, withDeadline } from './wait-context.js';

const ok = { ok: true } as const;

export const sendKey = defineMethod('sendKey', {
  parse: ({ key, keys, settleMs, ...how }) => ({
    sequence: {
      ...how,
      strokes: keys?.map((name, index) => parseStroke(`/keys/${index}`, name)) ?? [parseStroke('/key', key ?? '')],
    },
    settleMs,
  }),
  run: async ({ session, cancel }, { sequence, settleMs }) => {
    await session.requireRunning().input.press(sequence, settleMs, cancel);
    return ok;
  },
});

export const sendText = defineMethod('sendText', {
  parse: (params) => {
    checkText(params);
    if (params.paste && params.delayMs > 0)
      throw new InvalidParamError(
        '/delayMs',
        '`delayMs` cannot be combined with `paste`: a bracketed paste is a single write.',
      );
    return params;
  },
  run: async ({ session, cancel }, { text, paste, delayMs, settleMs, secret }) => {
    noteSecret(session, text, secret);
    const { input } = session.requireRunning();
    await session.secrets.redactWhileTyping(text, () =>
      paste ? input.paste(text, settleMs, cancel) : input.typeText(text, { delayMs, settleMs }, cancel),
    );
    return ok;
  },
});

export const sendBytes = defineMethod('sendBytes', {
  parse: ({ base64, settleMs }) => {
    // The schema's pattern cannot count: counting groups overflow the stack on megabytes.
    if (base64.length % 4 !== 0)
      throw new InvalidParamError('/base64', '`base64` must be padded to a multiple of 4 characters.');
    return { bytes: Buffer.from(base64, 'base64'), settleMs };
  },
  run: async ({ session, cancel }, { bytes, settleMs }) => {
    await session.requireRunning().input.write(() => bytes, settleMs, cancel);
    return ok;
  },
});

export const focus = defineWait('focus', {
  run: async (wait, { focused, settleMs }) => {
    const { session, cancel } = wait;
    const { program, input } = session.requireRunning();
    await waitFor(wait, createModesCondition(wait, new ModeReader(program), { focusEvents: true }));
    let sent = false;
    const encode = (): Buffer => {
      sent = program.emulator.modes.focusEvents;
      return Buffer.from(sent ? encodeFocus(focused) : '');
    };
    await input.write(encode, settleMs, cancel);
    return { ok: true, sent };
  },
});

export const sendLine = defineMethod('sendLine', {
  parse: (params) => {
    checkText(params);
    const { expectAfter } = params;
    return { params, selector: expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter') };
  },
  run: async (context, { params, selector }) => {
    const { session, cancel } = context;
    const { text, timeoutMs, ambiguityMode, delayMs, settleMs, secret } = params;
    const options = { delayMs, settleMs };
    noteSecret(session, text, secret);
    const { input } = session.requireRunning();
    if (selector === undefined) {
      await session.secrets.redactWhileTyping(text, () => input.typeLine(text, options, cancel));
      return ok;
    }
    return await withDeadline(context, timeoutMs, async (wait) => {
      const expected = { selector, deadline: wait.deadline };
      await session.secrets.redactWhileTyping(text, () => input.typeLineBefore(text, expected, options, cancel));
      const mode = ambiguityMode ?? session.settings.ambiguityMode;
      await waitForMatch(wait, { selector, mode, baseline: wait.baselines.find('lastInput') });
      return ok;
    });
  },
});

function parseStroke(pointer: string, name: string): Stroke {
  try {
    return { key: parseKey(name), pointer };
  } catch (error) {
    if (error instanceof KeyError) throw new InvalidParamError(pointer, error.message);
    throw error;
  }
}

/** Rejects a text that contains half of a character, and a secret that is too short. */
export function checkText({ text, secret }: { readonly text: string; readonly secret: boolean }): void {
  // The program would receive it as U+FFFD.
  if (isBroken(text))
    throw new InvalidParamError('/text', '`text` contains a lone surrogate, which is half of a character.');
  if (secret) checkSecret(text, '/text');
}
