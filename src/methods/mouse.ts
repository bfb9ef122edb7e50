import * as gestures from '../input/gesture.js';
import type { Held } from '../input/pressed.js';
import type * as wire from '../protocol/generated/types.js';
import type { Place } from '../screen/logical.js';
import { encodeNow, isHeard } from '../session/pointing.js';
import { readScreen } from '../waits/reading.js';
import type { Act, Handler } from './handler.js';
import { type Looking, locate, type Target, targetFrom } from './targets.js';
import { withDeadline } from './waiting.js';

export const click: Handler<'click'> = (params) => {
  const { button, count } = params;
  const held = heldFrom(params.modifiers);
  return gesturing(params, [targetFrom(params, '')], (place) => gestures.click(place, button, count, held));
};

export const hover: Handler<'hover'> = (params) => {
  const held = heldFrom(params.modifiers);
  return gesturing(params, [targetFrom(params, '')], (place) => gestures.hover(place, held));
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

/** Finds the places and makes the gesture in the same moment: nothing is drawn in between. */
const gesturing =
  (manner: Manner, targets: readonly Target[], gestureAt: (from: Place, to: Place) => gestures.Gesture) =>
  async (context: Parameters<Act<'hover'>>[0]): Promise<wire.HoverResult> =>
    // Who looks only once still has the time that a slow pattern takes.
    await withDeadline(context, manner.timeoutMs || undefined, async (wait) => {
      const { program, typist } = wait.session.requireRunning();
      const { cancel } = wait;
      const isReady = (): boolean => isHeard(program, gestureAt(anywhere, anywhere), manner);
      const calm = async (): Promise<void> => {
        await typist.afterEscape(cancel);
        await readScreen(program);
      };
      const [from = anywhere, to = from] = await locate(wait, targets, manner, { isReady, calm });
      await typist.writeNow(() => encodeNow(program, gestureAt(from, to), manner), manner.settleMs, cancel);
      return { ok: true };
    });

const anywhere: Place = { row: 0, col: 0 };

const heldFrom = (modifiers: readonly ('Ctrl' | 'Alt' | 'Shift')[]): Held => ({
  ctrl: modifiers.includes('Ctrl'),
  alt: modifiers.includes('Alt'),
  shift: modifiers.includes('Shift'),
});
