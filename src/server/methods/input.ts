import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { MethodParams } from '../../protocol/generated/types.js';
import type { CellPosition } from '../../screen/logical-line.js';
import { isLongEnough } from '../../screen/redaction/text.js';
import type { Screen } from '../../screen/screen.js';
import type { Selector } from '../../screen/selectors/selector.js';
import { squeezeText } from '../../session/echo.js';
import type { GestureAt, MouseSpec, Target } from '../../session/gestures.js';
import type { Stroke } from '../../session/input.js';
import { isBroken, modifiersFrom } from '../../terminal/input/key-table.js';
import { KeyError, parseKey } from '../../terminal/input/keys.js';
import * as gestures from '../../terminal/input/mouse.js';
import { defineMethod, type MethodHandler } from './method.js';
import { positionOnScreenFrom, selectorFrom } from './wire.js';

const maxSecretLength = 1000;

/** Rejects a text that is too short or too long to be hidden; the message does not contain it. */
export function checkSecret(text: string, pointer: string): void {
  const name = `\`${pointer.slice(1).replace(/\/(\d+)$/, '[$1]')}\``;
  if (!isLongEnough(text))
    throw new InvalidParamError(
      pointer,
      `${name} is too short to be hidden. A secret has at least 4 characters, not counting blanks at its ends`,
    );
  const { length } = [...text];
  if (length > maxSecretLength)
    throw new InvalidParamError(pointer, `${name} has ${length} characters. A secret has at most ${maxSecretLength}`);
}

const ok = { ok: true } as const;

export const sendKey = defineMethod('sendKey', {
  parse: ({ key, keys, settleMs, ...how }) => ({
    sequence: {
      ...how,
      strokes: keys?.map((name, index) => parseStroke(`/keys/${index}`, name)) ?? [parseStroke('/key', key ?? '')],
    },
    settleMs,
  }),
  run: async (terminal, { sequence, settleMs }, call) => {
    await terminal.press(sequence, settleMs, call);
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
  run: async (terminal, { text, paste, secret: isSecret, ...how }, call) => {
    await terminal[paste ? 'paste' : 'type'](text, { ...how, isSecret }, call);
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
  run: async (terminal, { bytes, settleMs }, call) => {
    await terminal.write(bytes, settleMs, call);
    return ok;
  },
});

export const focus = defineMethod('focus', {
  run: async (terminal, { focused, settleMs }, call) => ({
    ok: true,
    sent: await terminal.focus(focused, settleMs, call),
  }),
});

export const sendLine = defineMethod('sendLine', {
  parse: (params) => {
    checkText(params);
    return { ...params, expected: expectedFrom(params) };
  },
  run: async (terminal, { text, secret: isSecret, ...how }, call) => {
    await terminal.sendLine(text, { ...how, isSecret }, call);
    return ok;
  },
});

const expectedFrom = ({ expectAfter }: { readonly expectAfter?: wire.Selector }): Selector | undefined =>
  expectAfter === undefined ? undefined : selectorFrom(expectAfter, '/expectAfter');

function parseStroke(pointer: string, name: string): Stroke {
  try {
    return { key: parseKey(name), pointer };
  } catch (error) {
    if (error instanceof KeyError) throw new InvalidParamError(pointer, error.message);
    throw error;
  }
}

/** Rejects a text that contains half of a character, and a secret that is too short. */
function checkText({ text, secret }: { readonly text: string; readonly secret: boolean }): void {
  // The program would receive it as U+FFFD.
  if (isBroken(text))
    throw new InvalidParamError('/text', '`text` contains a lone surrogate, which is half of a character.');
  if (secret) checkSecret(text, '/text');
}

/** A target from the wire: a cell or a selector. Without either, it is the middle of the screen. */
function targetFrom({ col, row, selector }: wire.Target, pointer: string): Target {
  if (selector !== undefined) return { selector: selectorFrom(selector, `${pointer}/selector`) };
  if (col === undefined || row === undefined) return { findPosition: getMiddle };
  return { findPosition: (screen) => positionOnScreenFrom(screen, { col, row }, pointer) };
}

const getMiddle = ({ cols, rows }: Screen): CellPosition => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});

type MouseParams = Pick<wire.HoverParams, 'encoding' | 'force' | 'settleMs' | 'ambiguityMode' | 'timeoutMs'>;

const mouseSpecFrom = (
  { timeoutMs, encoding, force, settleMs, ambiguityMode }: MouseParams,
  targets: readonly Target[],
  gestureAt: GestureAt,
): MouseSpec => ({ targets, gestureAt, searchMs: timeoutMs, encoding, force, settleMs, ambiguityMode });

type MouseMethod = 'click' | 'hover' | 'scroll' | 'drag';

/** Defines a method that sends a gesture. Without time to search, a slow pattern still gets the timeout of the session. */
const defineGesture = <M extends MouseMethod>(
  name: M,
  parse: (params: MethodParams[M]) => MouseSpec,
): MethodHandler<M, MouseSpec> =>
  defineMethod<MouseMethod, MouseSpec>(name, {
    parse: parse as (params: MethodParams[MouseMethod]) => MouseSpec,
    timeoutFrom: ({ timeoutMs }) => timeoutMs || undefined,
    run: async (terminal, spec, call) => {
      await terminal.mouse(spec, call);
      return ok;
    },
  }) as MethodHandler<M, MouseSpec>;

export const click = defineGesture('click', (params) => {
  const { button, count, event } = params;
  const modifiers = modifiersFrom(params.modifiers);
  if (event !== 'click' && count !== 1)
    throw new InvalidParamError('/count', `\`count\` must be 1 when \`event\` is ${JSON.stringify(event)}.`);
  return mouseSpecFrom(params, [targetFrom(params, '')], (place) =>
    event === 'click'
      ? gestures.createClick(place, button, count, modifiers)
      : gestures.createPressOrRelease(event, place, button, modifiers),
  );
});

export const hover = defineGesture('hover', (params) => {
  const modifiers = modifiersFrom(params.modifiers);
  return mouseSpecFrom(params, [targetFrom(params, '')], (place, _, button) =>
    gestures.createHover(place, modifiers, button),
  );
});

export const scroll = defineGesture('scroll', (params) => {
  const { direction, amount } = params;
  const modifiers = modifiersFrom(params.modifiers);
  return mouseSpecFrom(params, [targetFrom(params, '')], (place) =>
    gestures.createScroll(place, direction, amount, modifiers),
  );
});

export const drag = defineGesture('drag', (params) => {
  const modifiers = modifiersFrom(params.modifiers);
  const ends = [targetFrom(params.from, '/from'), targetFrom(params.to, '/to')];
  return mouseSpecFrom(params, ends, (from, to) => gestures.createDrag(from, to, params.button, modifiers));
});

export const submit = defineMethod('submit', {
  parse: (params) => {
    const text = params.text.replace(/(?:\r\n|\r|\n)$/u, '').replaceAll(/\r\n?/gu, '\n');
    checkText({ text, secret: params.secret });
    if (squeezeText(text) === '')
      throw new InvalidParamError(
        '/text',
        '`text` must contain a character that can be recognized on the screen. To press only Enter, use `sendKey`.',
      );
    const { retries, ghost, secret: isSecret } = params;
    return { text, how: { retries, ghost, isSecret, expected: expectedFrom(params) } };
  },
  run: async (terminal, { text, how }, call) => {
    const { evidence, echo, attempts, ghost } = await terminal.submit(text, how, call);
    const suggestion = ghost === undefined ? {} : { ghost: terminal.secrets.redactText(ghost) };
    return { ok: true, evidence, echo, attempts, elapsedMs: Math.round(call.deadline.elapsedMs), ...suggestion };
  },
});
