import { InvalidParamError, MethodError } from '../../base/errors.js';
import type { CellPosition } from '../../screen/logical-line.js';
import { Call } from '../../session/call.js';
import { DisplayedInput } from '../../session/echo.js';
import type { KeySequence } from '../../session/input.js';
import type { Program } from '../../session/program/program.js';
import type { TerminalSession } from '../../session/terminal-session.js';
import { isBroken, type Key, modifiersFrom } from '../../terminal/input/key-table.js';
import { KeyError, parseKey } from '../../terminal/input/keys.js';
import type { MouseButton, WheelDirection } from '../../terminal/input/mouse.js';
import * as gestures from '../../terminal/input/mouse.js';
import type { ViewerInput, ViewerMouse } from './viewers.js';

/** Records the params of `view.input`. */
type RecordInput = (params: object) => void;

const hidden = '•';
// What waits for a terminal that does not accept input.
const maxWaiting = 1000;

/** Writes what persons type, in order, without waiting for requests of the client. */
export class ManualInput {
  readonly #record: RecordInput;
  #displayed: DisplayedInput | undefined;
  #written: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Aborts what is being written when the program or the view ends. */
  #abort = new AbortController();

  constructor(record: RecordInput) {
    this.#record = record;
  }

  /** Writes the input of a viewer. Rejects if it cannot be written. */
  async write(session: TerminalSession | undefined, input: ViewerInput): Promise<void> {
    if (this.#waiting >= maxWaiting) throw new InvalidParamError('', 'Too much input is waiting to be written.');
    if (session === undefined) throw new MethodError('no-program', 'There is no session.');
    // It is typed for this program, and not for one that is started later.
    const call = new Call(session, { cancel: this.#abort.signal, by: 'person' });
    call.requireRunning();
    this.#waiting += 1;
    const written = this.#written.then(() => this.#writeNow(call, input));
    this.#written = written
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
        call[Symbol.dispose]();
      });
    await written;
  }

  /** Runs an action between two inputs. */
  async runBetween<T>(action: (cancel: AbortSignal) => Promise<T>): Promise<T> {
    const result = this.#written.then(() => action(this.#abort.signal));
    this.#written = result.then(
      () => {},
      () => {},
    );
    return await result;
  }

  /** Records an input; `text` is recorded only if the program displays it. */
  noteText(program: Program, text: string, toParams: (shown: string) => object): void {
    this.#findDisplayed(program).add(text, (isDisplayed) => this.#record(toParams(isDisplayed ? text : hidden)));
  }

  /** Records what has not been recorded yet. The program or the view is going to end. */
  end(): void {
    this.#abort.abort(new MethodError('exited', 'The program or the view has ended.'));
    this.#abort = new AbortController();
    this.#displayed?.[Symbol.dispose]();
    this.#displayed = undefined;
  }

  async #writeNow(call: Call, input: ViewerInput): Promise<void> {
    const { session, program } = call;
    if (input.type === 'mouse') return await this.#writeMouse(call, input);
    if (input.type === 'key') {
      const key = parseKeyName(input.key);
      const isText = key.form === undefined && !key.ctrl && !key.alt;
      this.noteText(program, isText ? input.key : '', (shown) => ({ type: 'key', key: isText ? shown : input.key }));
      return await session.press(stroke(key), 0, call);
    }
    const { type, text } = input;
    if (isBroken(text)) throw new InvalidParamError('/text', '`text` contains half of a character.');
    this.noteText(program, text, (shown) => ({ type, text: shown }));
    await session[type === 'paste' ? 'paste' : 'type'](text, { delayMs: 0, settleMs: 0, isSecret: false }, call);
  }

  async #writeMouse(call: Call, input: ViewerMouse): Promise<void> {
    const { program, session } = call;
    const { rows, cols } = program.screen;
    if (input.row > rows || input.col > cols)
      throw new InvalidParamError('', `The screen has ${rows} rows and ${cols} columns.`);
    const place = { row: input.row - 1, col: input.col - 1 };
    const count = await session.mouse(
      {
        targets: [{ findPosition: () => place }],
        gestureAt: (at, _, heldButton) => toGesture(input, at, heldButton),
        searchMs: 0,
        settleMs: 0,
        encoding: 'auto',
        force: false,
      },
      call,
    );
    // Most programs do not want to know about motion.
    if (count > 0) this.noteText(program, '', () => input);
  }

  #findDisplayed(program: Program): DisplayedInput {
    this.#displayed ??= new DisplayedInput(program);
    return this.#displayed;
  }
}

/** One press of a key. */
export const stroke = (key: Key): KeySequence => ({
  strokes: [{ key, pointer: '/key' }],
  repeat: 1,
  delayMs: 0,
  event: 'stroke',
});

function parseKeyName(name: string): Key {
  try {
    return parseKey(name);
  } catch (error) {
    if (error instanceof KeyError) throw new InvalidParamError('/key', error.message);
    throw error;
  }
}

function toGesture(input: ViewerMouse, place: CellPosition, heldButton: MouseButton | undefined): gestures.Gesture {
  const { action, button } = input;
  const modifiers = modifiersFrom(input.modifiers);
  if (action === 'wheel') return gestures.createScroll(place, button as WheelDirection, 1, modifiers);
  // Motion is sent to programs that want it.
  if (action === 'move') return { ...gestures.createHover(place, modifiers, heldButton), needed: [] };
  return gestures.createPressOrRelease(action, place, button as MouseButton, modifiers);
}

// The page sends up to 1 MB.
const maxCharacters = 1024 * 1024;

/** Joins the pieces of a paste that is too long for one message. */
export class PasteJoiner {
  #text = '';

  /** Adds a piece. Returns the whole text, or undefined if more pieces follow. */
  add(piece: string, hasMore: boolean): string | undefined {
    const text = this.#text + piece;
    this.#text = '';
    if (text.length > maxCharacters)
      throw new InvalidParamError('/text', `A paste may have up to ${maxCharacters} characters.`);
    if (!hasMore) return text;
    this.#text = text;
    return undefined;
  }
}
