import { encodeGesture, type Gesture } from '../input/gesture.js';
import { encodeKey, parseKey } from '../input/key.js';
import { type MouseButton, type MouseEncoding, MouseError, type MouseEvent, type MouseModes } from '../input/mouse.js';
import type { Program } from '../program/program.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import { cellPixels } from '../screen/cell.js';
import type { Emulator } from '../terminal/emulator.js';

/** How a gesture is told to the program. */
export interface Telling {
  /** As the program asked, or in a form of one's own. */
  readonly encoding: 'auto' | 'sgr' | 'x10';
  /** Tell all of it, in SGR if need be, even if the program did not ask. */
  readonly force: boolean;
}

/** The mouse buttons that were pressed and not released since. */
export class HeldButtons {
  #buttons: readonly MouseButton[] = [];

  /** The one that was pressed last. */
  get last(): MouseButton | undefined {
    return this.#buttons.at(-1);
  }

  /** Notes what was sent to the program. */
  note({ events }: Gesture): void {
    for (const event of events) {
      if (event.action !== 'press' && event.action !== 'release') continue;
      const others = this.#buttons.filter((button) => button !== event.button);
      this.#buttons = event.action === 'press' ? [...others, event.button] : others;
    }
  }
}

// A step of the wheel stands for so many lines in most terminals.
const linesPerStep = 3;

/** The bytes of a gesture as the program wants them in this moment; kind `mouse-off` when it wants none. */
export function encodeNow({ emulator }: Program, gesture: Gesture, telling: Telling): Buffer {
  const keys = telling.force ? undefined : arrowKeys(emulator, gesture);
  if (keys !== undefined) return keys;
  try {
    return encodeGesture(gesture, modesOf(emulator, telling));
  } catch (error) {
    if (!(error instanceof MouseError)) throw error;
    if (error.about === 'mode')
      throw new MethodError('mouse-off', `${error.message} With force it is sent all the same.`);
    throw new InvalidParamError(error.about === 'modifiers' ? '/modifiers' : '', error.message);
  }
}

/** Whether the program has asked for what a gesture does. */
export function isHeard(program: Program, gesture: Gesture, telling: Telling): boolean {
  try {
    encodeNow(program, gesture, telling);
    return true;
  } catch (error) {
    return !(error instanceof MethodError);
  }
}

// In the alternate screen, a program that has not asked for the mouse may have asked for arrow keys instead of the wheel.
function arrowKeys(emulator: Emulator, { events }: Gesture): Buffer | undefined {
  if (!emulator.mouse.alternateScroll || !emulator.isAlternate || emulator.mouseTracking !== 'none') return undefined;
  const names = events.flatMap((event) => (isPlainTurn(event) ? [event.direction] : []));
  if (names.length < events.length) return undefined;
  const keys = names.map((name) => encodeKey(parseKey(name), emulator.modes).repeat(linesPerStep));
  return Buffer.from(keys.join(''));
}

const isPlainTurn = (event: MouseEvent): event is MouseEvent & { readonly direction: 'up' | 'down' } =>
  event.action === 'wheel' &&
  (event.direction === 'up' || event.direction === 'down') &&
  !Object.values(event.held).includes(true);

function modesOf({ mouse, mouseTracking }: Emulator, { encoding, force }: Telling): MouseModes {
  const isOff = mouseTracking === 'none';
  const chosen: MouseEncoding =
    encoding === 'auto' ? (isOff ? 'sgr' : mouse.encoding) : encoding === 'x10' ? 'default' : 'sgr';
  return { tracking: force ? 'any' : mouseTracking, encoding: chosen, cell: cellPixels };
}
