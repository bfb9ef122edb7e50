import { InvalidParamError } from '../../base/errors.js';
import type * as wire from '../../protocol/generated/types.js';
import type { CellPosition } from '../../screen/logical-line.js';
import { encodeNow, isAccepted } from '../../session/gestures.js';
import { readScreen } from '../../session/observe.js';
import type { Modifiers } from '../../terminal/input/key-table.js';
import type { MouseButton } from '../../terminal/input/mouse.js';
import * as gestures from '../../terminal/input/mouse.js';
import { defineMethod, type ProgramContext } from './context.js';
import { locateTargets, type Target, type TargetSearch, targetFrom } from './targets.js';
import { withDeadline } from './wait-context.js';

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
