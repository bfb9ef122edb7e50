import * as gestures from '../input/gesture.js';
import type { Modifiers } from '../input/key-types.js';
import type { MouseButton } from '../input/mouse.js';
import { readScreen } from '../observers/settled-screen.js';
import { InvalidParamError } from '../protocol/errors.js';
import type * as wire from '../protocol/generated/types.js';
import type { Position } from '../screen/logical-line.js';
import { encodeNow, isAccepted } from '../session/send-gesture.js';
import type { Act, Handler } from './context.js';
import { locateTargets, type Target, type TargetSearch, targetFrom } from './targets.js';
import { withDeadline } from './wait-context.js';

export const click: Handler<'click'> = (params) => {
  const { button, count, event } = params;
  const modifiers = modifiersFrom(params.modifiers);
  if (event !== 'click' && count !== 1)
    throw new InvalidParamError('/count', `\`count\` must be 1 when \`event\` is ${JSON.stringify(event)}.`);
  return createGestureAct(params, [targetFrom(params, '')], (place) =>
    event === 'click'
      ? gestures.createClick(place, button, count, modifiers)
      : gestures.createPressOrRelease(event, place, button, modifiers),
  );
};

export const hover: Handler<'hover'> = (params) => {
  const modifiers = modifiersFrom(params.modifiers);
  return createGestureAct(params, [targetFrom(params, '')], (place, _, button) =>
    gestures.createHover(place, modifiers, button),
  );
};

export const scroll: Handler<'scroll'> = (params) => {
  const { direction, amount } = params;
  const modifiers = modifiersFrom(params.modifiers);
  return createGestureAct(params, [targetFrom(params, '')], (place) =>
    gestures.createScroll(place, direction, amount, modifiers),
  );
};

export const drag: Handler<'drag'> = (params) => {
  const modifiers = modifiersFrom(params.modifiers);
  const ends = [targetFrom(params.from, '/from'), targetFrom(params.to, '/to')];
  return createGestureAct(params, ends, (from, to) => gestures.createDrag(from, to, params.button, modifiers));
};

type GestureOptions = TargetSearch & Pick<wire.HoverParams, 'encoding' | 'force' | 'settleMs'>;

type GestureAt = (from: Position, to: Position, heldButton: MouseButton | undefined) => gestures.Gesture;

/** Finds the targets and sends the gesture in the same tick, so that the screen cannot change in between. */
const createGestureAct =
  (options: GestureOptions, targets: readonly Target[], gestureAt: GestureAt) =>
  async (context: Parameters<Act<'hover'>>[0]): Promise<wire.HoverResult> =>
    // With a zero timeout, a slow pattern still gets the session timeout.
    await withDeadline(context, options.timeoutMs || undefined, async (wait) => {
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

const anywhere: Position = { row: 0, col: 0 };

const modifiersFrom = (names: readonly ('Ctrl' | 'Alt' | 'Shift')[]): Modifiers => ({
  ctrl: names.includes('Ctrl'),
  alt: names.includes('Alt'),
  shift: names.includes('Shift'),
});
