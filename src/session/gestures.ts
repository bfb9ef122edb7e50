import { InvalidParamError, MethodError } from '../base/errors.js';
import { cellPixels } from '../screen/cells.js';
import type { CellPosition } from '../screen/logical-line.js';
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
import type { Call } from './call.js';
import { readScreen } from './observe.js';
import type { Program } from './program/program.js';
import { combineAll, createOnScreenCondition, restrictCondition } from './waits/conditions.js';
import { captureVisible } from './waits/screen-search.js';
import {
  type AmbiguityMode,
  AmbiguityRule,
  chooseMatch,
  createFailure,
  describeNoMatch,
  waitFor,
} from './waits/wait.js';

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
function encodeNow({ emulator }: Program, gesture: Gesture, options: GestureEncoding): Buffer {
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
function isAccepted(program: Program, gesture: Gesture, options: GestureEncoding): boolean {
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

/** Where a gesture happens: on the first cell of a match, or at a position of the screen. */
export type Target = { readonly selector: Selector } | { readonly findPosition: (screen: Screen) => CellPosition };
/** A gesture, when its targets have been found. */
export type GestureAt = (from: CellPosition, to: CellPosition, heldButton: MouseButton | undefined) => Gesture;
/** A gesture and its targets: one, or the two ends of a drag. */
export interface MouseSpec extends GestureEncoding {
  readonly targets: readonly Target[];
  readonly gestureAt: GestureAt;
  readonly ambiguityMode?: AmbiguityMode | undefined;
  /** How long to wait for the targets, and until the program accepts the gesture. 0 checks once. */
  readonly searchMs: number;
  readonly settleMs: number;
}

const anywhere: CellPosition = { row: 0, col: 0 };

/**
 * Finds the targets and sends the gesture in the same tick, so that the screen cannot change in between. Resolves with the
 * number of bytes that were sent.
 */
export async function sendGesture(spec: MouseSpec, call: Call): Promise<number> {
  const { gestureAt, settleMs } = spec;
  const { program, heldButtons } = call.requireRunning();
  const { input, cancel } = call;
  const isReady = (): boolean => isAccepted(program, gestureAt(anywhere, anywhere, heldButtons.last), spec);
  const settle = async (): Promise<void> => {
    await input.waitAfterEscape(cancel);
    await readScreen(program);
  };
  const [from = anywhere, to = from] = await locateTargets(spec, call, isReady, settle);
  let count = 0;
  const encode = (): Buffer => {
    const gesture = gestureAt(from, to, heldButtons.last);
    const bytes = encodeNow(program, gesture, spec);
    heldButtons.note(gesture);
    count = bytes.length;
    return bytes;
  };
  await input.writeNow(encode, settleMs, cancel);
  return count;
}

/**
 * Finds all targets on one screen. It is still current when this resolves, unless a pattern runs in the worker. `isReady`
 * tells whether the program accepts the gesture; `settle` resolves when it can be written.
 */
async function locateTargets(
  { targets, ambiguityMode, searchMs }: MouseSpec,
  call: Call,
  isReady: () => boolean,
  settle: () => Promise<void>,
): Promise<CellPosition[]> {
  const { program, deadline, patterns, cancel } = call;
  cancel.addEventListener('abort', () => patterns[Symbol.dispose]());
  // Reject cells outside the screen at once.
  for (const target of targets) if ('findPosition' in target) target.findPosition(program.screen);
  const selectors = targets.flatMap((target) => ('selector' in target ? [target.selector] : []));
  const mode = ambiguityMode ?? call.session.settings.ambiguityMode;
  const rule = new AmbiguityRule(mode);
  const condition = restrictCondition(
    isReady,
    combineAll(selectors.map((selector) => rule.apply(selector, createOnScreenCondition(call, selector)))),
  );
  for (;;) {
    await settle();
    const { screen, results } = await findOnce(call, selectors);
    const missing = results.find(({ matches }) => matches.length === 0);
    const isAmbiguous = mode === 'fail' && results.some(({ matches }) => matches.length > 1);
    const isLast = searchMs === 0 || deadline.isOver || program.exit !== undefined;
    if (missing === undefined && (isLast || (isReady() && !isAmbiguous)))
      return targets.map((target) => {
        if ('findPosition' in target) return target.findPosition(screen);
        const matches = results.find(({ selector }) => selector === target.selector)?.matches ?? [];
        return chooseMatch({ matches, screen }, target.selector, mode).match.start;
      });
    if (missing !== undefined && isLast) throw await createNotFoundError(call, missing.selector, screen, searchMs);
    await waitFor(call, condition);
  }
}

const createNotFoundError = (call: Call, selector: Selector, screen: Screen, searchMs: number): Promise<MethodError> =>
  createFailure(
    call,
    { ...describeNoMatch(selector), kind: 'not-found' },
    { screen, ended: call.program.exit === undefined ? 'timeout' : 'exited', isImmediate: searchMs === 0 },
  );

/** The matches of a selector. */
interface FindResult {
  readonly selector: Selector;
  readonly matches: readonly Match[];
}

/** Finds selectors on the current screen. Resolves in the same tick, unless a pattern runs in the worker. */
async function findOnce(
  { program: { emulator, screen }, patterns }: Call,
  selectors: readonly Selector[],
): Promise<{ readonly screen: Screen; readonly results: readonly FindResult[] }> {
  const searches = selectors.map((selector) => ({ selector, find: captureVisible(emulator, selector, patterns) }));
  const results = await patterns.resolve(() => searches.map(({ selector, find }) => ({ selector, matches: find() })));
  return { screen, results };
}
