import * as gestures from '../input/gesture.js';
import type { Held } from '../input/key-types.js';
import type { MouseButton } from '../input/mouse.js';
import { readScreen } from '../observers/settled-screen.js';
import { InvalidParamError } from '../protocol/errors.js';
import type * as wire from '../protocol/generated/types.js';
import type { Position } from '../screen/logical-line.js';
import { encodeNow, isHeard } from '../session/send-gesture.js';
import type { Act, Handler } from './context.js';
import { type Looking, locate, type Target, targetFrom } from './targets.js';
import { withDeadline } from './wait-context.js';

export const click: Handler<'click'> = (params) => {
  const { button, count, event } = params;
  const held = heldFrom(params.modifiers);
  if (event !== 'click' && count !== 1)
    throw new InvalidParamError('/count', `\`count\` must be 1 when \`event\` is ${JSON.stringify(event)}`);
  return gesturing(params, [targetFrom(params, '')], (place) =>
    event === 'click'
      ? gestures.click(place, button, count, held)
      : gestures.pressOrRelease(event, place, button, held),
  );
};

export const hover: Handler<'hover'> = (params) => {
  const held = heldFrom(params.modifiers);
  return gesturing(params, [targetFrom(params, '')], (place, _, button) => gestures.hover(place, held, button));
};

export const scroll: Handler<'scroll'> = (params) => {
  const { direction, amount } = params;
  const held = heldFrom(params.modifiers);
  return gesturing(params, [targetFrom(params, '')], (place) => gestures.scroll(place, direction, amount, held));
};

export const drag: Handler<'drag'> = (params) => {
  const held = heldFrom(params.modifiers);
  const ends = [targetFrom(params.from, '/from'), targetFrom(params.to, '/to')];
  return gesturing(params, ends, (from, to) => gestures.drag(from, to, params.button, held));
};

type Manner = Looking & Pick<wire.HoverParams, 'encoding' | 'force' | 'settleMs'>;

type GestureAt = (from: Position, to: Position, heldButton: MouseButton | undefined) => gestures.Gesture;

/** Finds the places and makes the gesture in the same moment: nothing is drawn in between. */
const gesturing =
  (manner: Manner, targets: readonly Target[], gestureAt: GestureAt) =>
  async (context: Parameters<Act<'hover'>>[0]): Promise<wire.HoverResult> =>
    // Who looks only once still has the time that a slow pattern takes.
    await withDeadline(context, manner.timeoutMs || undefined, async (wait) => {
      const { program, typist, heldButtons } = wait.session.requireRunning();
      const { cancel } = wait;
      const isReady = (): boolean => isHeard(program, gestureAt(anywhere, anywhere, heldButtons.last), manner);
      const calm = async (): Promise<void> => {
        await typist.afterEscape(cancel);
        await readScreen(program);
      };
      const [from = anywhere, to = from] = await locate(wait, targets, manner, { isReady, calm });
      const encode = (): Buffer => {
        const gesture = gestureAt(from, to, heldButtons.last);
        const bytes = encodeNow(program, gesture, manner);
        heldButtons.note(gesture);
        return bytes;
      };
      await typist.writeNow(encode, manner.settleMs, cancel);
      return { ok: true };
    });

const anywhere: Position = { row: 0, col: 0 };

const heldFrom = (modifiers: readonly ('Ctrl' | 'Alt' | 'Shift')[]): Held => ({
  ctrl: modifiers.includes('Ctrl'),
  alt: modifiers.includes('Alt'),
  shift: modifiers.includes('Shift'),
});
