import { InvalidParamError, type MethodError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { CellPosition } from '../../screen/logical-line.js';
import { isLongEnough } from '../../screen/redaction/text.js';
import type { Screen } from '../../screen/screen.js';
import type { Selector } from '../../screen/selectors/selector.js';
import { squeezeText } from '../../session/echo.js';
import { encodeNow, findOnce, isAccepted } from '../../session/gestures.js';
import type { Stroke } from '../../session/input.js';
import { readScreen } from '../../session/observe.js';
import { Submission } from '../../session/submit/submission.js';
import type { Session } from '../../session/terminal-session.js';
import { combineAll, createOnScreenCondition, restrictCondition } from '../../session/waits/conditions.js';
import { createModesCondition, ModeReader } from '../../session/waits/modes.js';
import {
  AmbiguityRule,
  chooseMatch,
  createFailure,
  describeNoMatch,
  waitFor,
  waitForMatch,
} from '../../session/waits/wait.js';
import { isBroken, type Modifiers } from '../../terminal/input/key-table.js';
import { encodeFocus, KeyError, parseKey } from '../../terminal/input/keys.js';
import type { MouseButton } from '../../terminal/input/mouse.js';
import * as gestures from '../../terminal/input/mouse.js';
import { defineMethod, type ProgramContext } from './context.js';
import { selectorFrom } from './selectors.js';
import { defineWait, type SessionWait, withDeadline } from './waits.js';
import { positionOnScreenFrom } from './wire.js';

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

/** Adds a text that is going to be typed to the secrets of the session, if it is one. */
function noteSecret({ secrets }: Session, text: string, isSecret: boolean): void {
  if (isSecret) secrets.add(text);
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
function checkText({ text, secret }: { readonly text: string; readonly secret: boolean }): void {
  // The program would receive it as U+FFFD.
  if (isBroken(text))
    throw new InvalidParamError('/text', '`text` contains a lone surrogate, which is half of a character.');
  if (secret) checkSecret(text, '/text');
}

/** How selectors are searched for: once, or until the deadline. */
type TargetSearch = Pick<wire.HoverParams, 'ambiguityMode' | 'timeoutMs'>;
/** Where a gesture is sent: to the match of a selector, or to a cell. */
type Target = { readonly selector: Selector } | { findPosition(screen: Screen): CellPosition };
/** What must be true before a gesture can be sent. */
interface Readiness {
  /** Whether the program accepts the gesture. */
  isReady(): boolean;
  /** Resolves when input can be written without delay. */
  settle(): Promise<void>;
}

/** A target from the wire: a cell or a selector. Without either, it is the middle of the screen. */
function targetFrom({ col, row, selector }: wire.Target, pointer: string): Target {
  if (selector !== undefined) return { selector: selectorFrom(selector, `${pointer}/selector`) };
  if (col === undefined || row === undefined) return { findPosition: getMiddle };
  return { findPosition: (screen) => positionOnScreenFrom(screen, { col, row }, pointer) };
}

/** Finds all targets on one screen. It is still current when this resolves, unless a pattern runs in the worker. */
async function locateTargets(
  wait: SessionWait,
  targets: readonly Target[],
  { ambiguityMode, timeoutMs }: TargetSearch,
  { isReady, settle }: Readiness,
): Promise<CellPosition[]> {
  const { program, deadline, patterns, cancel } = wait;
  cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
  // Reject cells outside the screen at once.
  for (const target of targets) if ('findPosition' in target) target.findPosition(program.screen);
  const selectors = targets.flatMap((target) => ('selector' in target ? [target.selector] : []));
  const mode = ambiguityMode ?? wait.session.settings.ambiguityMode;
  const rule = new AmbiguityRule(mode);
  const condition = restrictCondition(
    isReady,
    combineAll(selectors.map((selector) => rule.apply(selector, createOnScreenCondition(wait, selector)))),
  );
  for (;;) {
    await settle();
    const { screen, results } = await findOnce(wait, selectors);
    const missing = results.find(({ matches }) => matches.length === 0);
    const isAmbiguous = mode === 'fail' && results.some(({ matches }) => matches.length > 1);
    const isLast = timeoutMs === 0 || deadline.isOver || program.exit !== undefined;
    if (missing === undefined && (isLast || (isReady() && !isAmbiguous)))
      return targets.map((target) => {
        if ('findPosition' in target) return target.findPosition(screen);
        const matches = results.find(({ selector }) => selector === target.selector)?.matches ?? [];
        return chooseMatch({ matches, screen }, target.selector, mode).match.start;
      });
    if (missing !== undefined && isLast) throw await createNotFoundError(wait, missing.selector, screen, timeoutMs);
    await waitFor(wait, condition);
  }
}

const createNotFoundError = (
  wait: SessionWait,
  selector: Selector,
  screen: Screen,
  timeoutMs: number,
): Promise<MethodError> =>
  createFailure(
    wait,
    { ...describeNoMatch(selector), kind: 'not-found' },
    { screen, ended: wait.program.exit === undefined ? 'timeout' : 'exited', isImmediate: timeoutMs === 0 },
  );

const getMiddle = ({ cols, rows }: Screen): CellPosition => ({
  row: Math.floor((rows - 1) / 2),
  col: Math.floor((cols - 1) / 2),
});

export const click = defineMethod('click', {
  parse: (params) => {
    const { button, count, event } = params;
    const modifiers = modifiersFrom(params.modifiers);
    if (event !== 'click' && count !== 1)
      throw new InvalidParamError('/count', `\`count\` must be 1 when \`event\` is ${JSON.stringify(event)}.`);
    return parseGesture(params, [targetFrom(params, '')], (place) =>
      event === 'click'
        ? gestures.createClick(place, button, count, modifiers)
        : gestures.createPressOrRelease(event, place, button, modifiers),
    );
  },
  run: sendGesture,
});

export const hover = defineMethod('hover', {
  parse: (params) => {
    const modifiers = modifiersFrom(params.modifiers);
    return parseGesture(params, [targetFrom(params, '')], (place, _, button) =>
      gestures.createHover(place, modifiers, button),
    );
  },
  run: sendGesture,
});

export const scroll = defineMethod('scroll', {
  parse: (params) => {
    const { direction, amount } = params;
    const modifiers = modifiersFrom(params.modifiers);
    return parseGesture(params, [targetFrom(params, '')], (place) =>
      gestures.createScroll(place, direction, amount, modifiers),
    );
  },
  run: sendGesture,
});

export const drag = defineMethod('drag', {
  parse: (params) => {
    const modifiers = modifiersFrom(params.modifiers);
    const ends = [targetFrom(params.from, '/from'), targetFrom(params.to, '/to')];
    return parseGesture(params, ends, (from, to) => gestures.createDrag(from, to, params.button, modifiers));
  },
  run: sendGesture,
});

type GestureOptions = TargetSearch & Pick<wire.HoverParams, 'encoding' | 'force' | 'settleMs'>;

/** A gesture, when its targets have been found. */
type GestureAt = (from: CellPosition, to: CellPosition, heldButton: MouseButton | undefined) => gestures.Gesture;

interface ParsedGesture {
  readonly options: GestureOptions;
  readonly targets: readonly Target[];
  readonly gestureAt: GestureAt;
}

const parseGesture = (options: GestureOptions, targets: readonly Target[], gestureAt: GestureAt): ParsedGesture => ({
  options,
  targets,
  gestureAt,
});

/** Finds the targets and sends the gesture in the same tick, so that the screen cannot change in between. */
async function sendGesture(
  context: ProgramContext,
  { options, targets, gestureAt }: ParsedGesture,
): Promise<wire.HoverResult> {
  // With a zero timeout, a slow pattern still gets the session timeout.
  return await withDeadline(context, options.timeoutMs || undefined, async (wait) => {
    const { program, input, heldButtons } = wait.session.requireRunning();
    const { cancel } = wait;
    const isReady = (): boolean => isAccepted(program, gestureAt(anywhere, anywhere, heldButtons.last), options);
    const settle = async (): Promise<void> => {
      await input.waitAfterEscape(cancel);
      await readScreen(program);
    };
    const [from = anywhere, to = from] = await locateTargets(wait, targets, options, { isReady, settle });
    const encode = (): Buffer => {
      const gesture = gestureAt(from, to, heldButtons.last);
      const bytes = encodeNow(program, gesture, options);
      heldButtons.note(gesture);
      return bytes;
    };
    await input.writeNow(encode, options.settleMs, cancel);
    return { ok: true };
  });
}

const anywhere: CellPosition = { row: 0, col: 0 };

const modifiersFrom = (names: readonly ('Ctrl' | 'Alt' | 'Shift')[]): Modifiers => ({
  ctrl: names.includes('Ctrl'),
  alt: names.includes('Alt'),
  shift: names.includes('Shift'),
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
