import { InvalidParamError, MethodError } from '../base/errors.js';
import { cellPixels } from '../screen/cells.js';
import type { Screen } from '../screen/screen.js';
import type { Match, Selector } from '../screen/selectors/selector.js';
import type { Emulator } from '../terminal/emulator.js';
import { encodeKey, parseKey } from '../terminal/input/keys.js';
import {
  encodeGesture,
  type Gesture,
  type MouseButton,
  type MouseEncoding,
  MouseError,
  type MouseEvent,
  type MouseModes,
} from '../terminal/input/mouse.js';
import type { Program } from './program/program.js';
import { captureVisible } from './waits/screen-search.js';
import type { WaitContext } from './waits/wait.js';

/** How to send a gesture to the program. */
interface GestureEncoding {
  /** `auto`: the encoding that the program has enabled. */
  readonly encoding: 'auto' | 'sgr' | 'x10';
  /** Send all events even if the program has not enabled mouse tracking, by default as SGR. */
  readonly force: boolean;
}

/** The mouse buttons that were pressed and have not been released. */
export class HeldButtons {
  #buttons: readonly MouseButton[] = [];

  /** The button that was pressed last. */
  get last(): MouseButton | undefined {
    return this.#buttons.at(-1);
  }

  /** Updates the buttons after a gesture was sent. */
  note({ events }: Gesture): void {
    for (const event of events) {
      if (event.action !== 'press' && event.action !== 'release') continue;
      const others = this.#buttons.filter((button) => button !== event.button);
      this.#buttons = event.action === 'press' ? [...others, event.button] : others;
    }
  }
}

// Most terminals scroll this many lines per step of the wheel.
const linesPerStep = 3;

/** Encodes a gesture for the current modes. Fails with kind `mouse-off` if mouse tracking is off. */
export function encodeNow({ emulator }: Program, gesture: Gesture, options: GestureEncoding): Buffer {
  const keys = options.force ? undefined : encodeArrowKeys(emulator, gesture);
  if (keys !== undefined) return keys;
  try {
    return encodeGesture(gesture, chooseMouseModes(emulator, options));
  } catch (error) {
    if (!(error instanceof MouseError)) throw error;
    if (error.about === 'mode')
      throw new MethodError('mouse-off', `${error.message} To send the event anyway, set \`force\`.`);
    throw new InvalidParamError(error.about === 'modifiers' ? '/modifiers' : '', error.message);
  }
}

/** Whether the program has enabled the mouse events of a gesture. */
export function isAccepted(program: Program, gesture: Gesture, options: GestureEncoding): boolean {
  try {
    encodeNow(program, gesture, options);
    return true;
  } catch (error) {
    return !(error instanceof MethodError);
  }
}

// Alternate scroll mode: in the alternate screen without mouse tracking, the wheel sends arrow keys.
function encodeArrowKeys(emulator: Emulator, { events }: Gesture): Buffer | undefined {
  if (!emulator.mouse.alternateScroll || !emulator.isAlternate || emulator.mouseTracking !== 'none') return undefined;
  const names = events.flatMap((event) => (isPlainScroll(event) ? [event.direction] : []));
  if (names.length < events.length) return undefined;
  const keys = names.map((name) => encodeKey(parseKey(name), emulator.modes).repeat(linesPerStep));
  return Buffer.from(keys.join(''));
}

const isPlainScroll = (event: MouseEvent): event is MouseEvent & { readonly direction: 'up' | 'down' } =>
  event.action === 'wheel' &&
  (event.direction === 'up' || event.direction === 'down') &&
  !Object.values(event.modifiers).includes(true);

function chooseMouseModes({ mouse, mouseTracking }: Emulator, { encoding, force }: GestureEncoding): MouseModes {
  const isOff = mouseTracking === 'none';
  const chosen: MouseEncoding =
    encoding === 'auto' ? (isOff ? 'sgr' : mouse.encoding) : encoding === 'x10' ? 'default' : 'sgr';
  return { tracking: force ? 'any' : mouseTracking, encoding: chosen, cell: cellPixels };
}

/** The matches of a selector. */
interface FindResult {
  readonly selector: Selector;
  readonly matches: readonly Match[];
}

/** Finds selectors on the current screen. Resolves in the same tick, unless a pattern runs in the worker. */
export async function findOnce(
  { program: { emulator, screen }, patterns }: Pick<WaitContext, 'program' | 'patterns'>,
  selectors: readonly Selector[],
): Promise<{ readonly screen: Screen; readonly results: readonly FindResult[] }> {
  const searches = selectors.map((selector) => ({ selector, find: captureVisible(emulator, selector, patterns) }));
  const results = await patterns.resolve(() => searches.map(({ selector, find }) => ({ selector, matches: find() })));
  return { screen, results };
}
