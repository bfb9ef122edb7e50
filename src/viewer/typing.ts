// Typing into a live session: when keys go to the program, the text field that receives them, and the mouse.
import type { App } from './app.js';
import { create } from './dom.js';
import { InputSender, nameKey, normalizePaste, type PageInput, type PageMouse, splitPaste } from './page-input.js';

const invitation = 'Click the screen or press Enter to type into the program.';

/** Sends keys, texts and the mouse to the program of an interactive live session, while the screen has the focus. */
export class Typing {
  readonly #app: App;
  readonly #sender: InputSender;
  readonly #keyboard: KeyboardInput;
  readonly #hint = create('div', { class: 'hint', role: 'status', hidden: true });
  #isInteractive = false;
  #isConnected = false;
  #isRunning = false;
  #hasMouse = true;
  #isTyping = false;

  constructor(app: App, send: (message: object) => void) {
    this.#app = app;
    this.#sender = new InputSender(send);
    const { view, footer } = app.window;
    this.#keyboard = new KeyboardInput({
      onInput: (...inputs) => this.#send(...inputs),
      onLeave: () => this.leave(),
      onCopy: () => app.controls.copyScreen(),
      onProblem: (text) => app.controls.tell(text),
    });
    this.#keyboard.element.addEventListener('focus', () => this.#setTyping(true));
    this.#keyboard.element.addEventListener('blur', ({ relatedTarget }) => {
      // A click on the screen moves the focus there first.
      if (relatedTarget !== view.element) this.#setTyping(false);
    });
    new MouseInput(view.element, {
      isActive: () => this.#isTyping && this.#hasMouse && app.isFollowing,
      getSize: () => ({ rows: app.frame?.rows.length ?? 1, cols: app.frame?.cols ?? 1 }),
      onMouse: (input) => this.#send(input),
    });
    view.element.addEventListener('pointerdown', (event) => {
      if (event.shiftKey && this.#isTyping) this.#beginSelection(event);
    });
    view.element.addEventListener('click', () => this.#handleClick());
    view.element.append(this.#keyboard.element);
    footer.append(this.#hint);
    app.onType = () => this.enter();
    this.#showHint();
  }

  /** Whether viewers may type. */
  set isInteractive(isInteractive: boolean) {
    this.#isInteractive = isInteractive;
    this.#changeState();
  }

  /** Whether the server is connected. */
  set isConnected(isConnected: boolean) {
    this.#isConnected = isConnected;
    if (!isConnected) this.#sender.clear();
    this.#changeState();
  }

  /** Whether the program has enabled the mouse. Until this is known, it receives mouse events. */
  set hasMouse(hasMouse: boolean) {
    this.#hasMouse = hasMouse;
  }

  /** Begins to type into the program. */
  enter(): void {
    if (!this.#canType) return;
    this.#app.follow();
    this.#keyboard.element.focus({ preventScroll: true });
  }

  /** Returns to the shortcuts of the page. */
  leave(): void {
    this.#setTyping(false);
    this.#keyboard.element.blur();
    this.#app.window.view.element.focus({ preventScroll: true });
  }

  /** Follows the cursor, and the end of the program. */
  update(): void {
    const { frame, isFollowing } = this.#app;
    const isRunning = frame !== undefined && frame.exit === null;
    if (isFollowing && isRunning !== this.#isRunning) {
      this.#isRunning = isRunning;
      this.#changeState();
    }
    if (!this.#isTyping || frame?.cursor == null) return;
    const [row, col] = frame.cursor;
    const { style } = this.#keyboard.element;
    style.top = `calc(var(--row)*${row})`;
    style.left = `calc(var(--cell)*${col})`;
  }

  /** Shows why an input was not accepted. */
  reject(seq: number, isAccepted: boolean, problem: string): void {
    const input = this.#sender.takeSent(seq);
    if (isAccepted || input === undefined || input.type === 'mouse') return;
    const plain = input.type === 'key' ? input.key.replace(/^Shift\+(?=Enter|Backspace|Escape|Keypad)/, '') : '';
    // Many programs do not distinguish these keys; people press Shift accidentally.
    if (input.type === 'key' && plain !== input.key) this.#send({ type: 'key', key: plain });
    else this.#app.controls.tell(problem || 'The input was not accepted.');
  }

  get #canType(): boolean {
    return this.#isInteractive && this.#isRunning;
  }

  #send(...inputs: readonly PageInput[]): void {
    if (this.#isConnected && this.#app.isFollowing) this.#sender.add(...inputs);
  }

  /** With Shift, browsers extend a selection. It must begin on the screen, not in the text field. */
  #beginSelection({ clientX, clientY }: PointerEvent): void {
    this.leave();
    // The older name is that of Chromium before 128 and Safari.
    const range = document.caretRangeFromPoint?.(clientX, clientY);
    const place = document.caretPositionFromPoint?.(clientX, clientY);
    const [node, offset] = [place?.offsetNode ?? range?.startContainer, place?.offset ?? range?.startOffset ?? 0];
    if (node !== undefined) getSelection()?.collapse(node, offset);
  }

  #handleClick(): void {
    const hasSelection = getSelection()?.isCollapsed === false;
    if (hasSelection) this.#setTyping(false);
    else if (this.#app.isFollowing) this.enter();
  }

  #changeState(): void {
    if (this.#isTyping && !this.#canType) this.leave();
    this.#showHint();
  }

  #setTyping(isTyping: boolean): void {
    if (isTyping === this.#isTyping) return;
    this.#isTyping = isTyping;
    this.#app.window.window.classList.toggle('typing', isTyping);
    this.#showHint();
    this.update();
  }

  #showHint(): void {
    const hint = this.#hint;
    const wasHidden = hint.hidden;
    hint.hidden = !this.#canType;
    hint.classList.toggle('typing', this.#isTyping);
    if (!this.#isTyping) hint.replaceChildren(invitation);
    else if (!this.#isConnected) hint.replaceChildren(create('b', {}, 'Not connected'), ' What you type is lost.');
    else
      hint.replaceChildren(
        create('b', {}, 'Your input goes to the program.'),
        ' To leave, press ',
        ...['Ctrl', 'Shift', 'Enter'].map((key) => create('kbd', {}, key)),
        ' or click outside.',
      );
    if (wasHidden !== hint.hidden) this.#app.window.fit();
  }
}

const isMac = /^Mac|^iP/.test(navigator.platform);
// Programs read what is pasted into memory.
const maxPaste = 1024 * 1024;

/** Receives what a person types. */
interface KeyboardListener {
  onInput(...inputs: readonly PageInput[]): void;
  /** A key of the page: Ctrl+Shift+Enter leaves. */
  onLeave(): void;
  onCopy(): void;
  onProblem(text: string): void;
}

/**
 * An invisible text field at the cursor of the terminal. Keys are sent by name. Characters that browsers compose from several
 * keys, with an input method or a dead key, arrive as text in the field.
 */
class KeyboardInput {
  readonly element = create('textarea', {
    class: 'keyboard',
    'aria-label': 'Type into the program; Ctrl+Shift+Enter leaves',
    autocapitalize: 'off',
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    tabindex: -1,
    rows: 1,
  });
  readonly #listener: KeyboardListener;
  #isComposing = false;
  /** Whether the next character may be combined with the key before. */
  #isAfterDeadKey = false;

  constructor(listener: KeyboardListener) {
    this.#listener = listener;
    const { element } = this;
    element.addEventListener('keydown', (event) => this.#handleKey(event));
    element.addEventListener('beforeinput', (event) => this.#handleCommand(event));
    element.addEventListener('input', () => this.#sendText());
    element.addEventListener('compositionstart', () => this.#setComposing(true));
    element.addEventListener('compositionend', () => {
      this.#setComposing(false);
      this.#sendText();
    });
    element.addEventListener('paste', (event) => {
      event.preventDefault();
      this.#paste(event.clipboardData?.getData('text/plain') ?? '');
    });
    element.addEventListener('blur', () => {
      this.#setComposing(false);
      element.value = '';
    });
  }

  #handleKey(event: KeyboardEvent): void {
    // Typing must not run the shortcuts of the page.
    event.stopPropagation();
    const { key, ctrlKey, shiftKey, altKey } = event;
    if (event.isComposing || this.#isComposing || key === 'Process' || key === 'Unidentified') return;
    if (key === 'Dead') {
      this.#isAfterDeadKey = true;
      return;
    }
    if (ctrlKey && shiftKey && !altKey && key === 'Enter') {
      event.preventDefault();
      this.#listener.onLeave();
      return;
    }
    if (ctrlKey && shiftKey && !altKey && key.toLowerCase() === 'c') {
      event.preventDefault();
      this.#listener.onCopy();
      return;
    }
    const isText = [...key].length === 1 && !ctrlKey && !altKey;
    // Modifiers may be pressed between a dead key and the next one.
    if (this.#isAfterDeadKey && ['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(key)) return;
    const isCombined = this.#isAfterDeadKey && isText;
    this.#isAfterDeadKey = false;
    if (isCombined) return;
    const isAltGraph = event.getModifierState('AltGraph') || (isMac && altKey && !ctrlKey);
    const { code, metaKey } = event;
    const name = nameKey({ key, code, ctrlKey, altKey, shiftKey, metaKey, isAltGraph });
    if (name === undefined) return;
    event.preventDefault();
    this.#listener.onInput({ type: 'key', key: name });
  }

  /** Keys of touch screens have no names; they edit the field, which is empty. */
  #handleCommand(event: InputEvent): void {
    if (this.#isComposing) return;
    const keys: Readonly<Record<string, string>> = {
      deleteContentBackward: 'Backspace',
      deleteContentForward: 'Delete',
      insertLineBreak: 'Enter',
      insertParagraph: 'Enter',
    };
    const key = keys[event.inputType];
    if (key === undefined) return;
    event.preventDefault();
    this.#listener.onInput({ type: 'key', key });
  }

  #sendText(): void {
    if (this.#isComposing) {
      this.#fitWidth();
      return;
    }
    const { element } = this;
    const text = normalizePaste(element.value);
    element.value = '';
    if (text !== '')
      this.#listener.onInput(...splitPaste(text).map((piece) => ({ type: 'text', text: piece }) as const));
  }

  #paste(pasted: string): void {
    const text = normalizePaste(pasted);
    if (text.length > maxPaste) {
      this.#listener.onProblem('Only texts of up to 1 MB can be pasted.');
      return;
    }
    const pieces = splitPaste(text);
    const inputs = pieces.map((piece, index): PageInput => {
      const more = index < pieces.length - 1;
      return { type: 'paste', text: piece, ...(more ? { more } : {}) };
    });
    this.#listener.onInput(...inputs);
  }

  #setComposing(isComposing: boolean): void {
    this.#isComposing = isComposing;
    this.#isAfterDeadKey = false;
    this.element.classList.toggle('composing', isComposing);
    this.#fitWidth();
  }

  /** Shows all of the text that is being composed. */
  #fitWidth(): void {
    const { style } = this.element;
    style.width = '';
    if (this.#isComposing) style.width = `${this.element.scrollWidth + 2}px`;
  }
}

/** A position on the screen; rows and columns count from 1. */
type Place = Pick<PageMouse, 'row' | 'col'>;

/** Decides what a mouse event is for. */
interface MouseListener {
  /** Whether the program receives the mouse now. */
  isActive(): boolean;
  getSize(): { readonly rows: number; readonly cols: number };
  onMouse(input: PageMouse): void;
}

const buttons = ['left', 'middle', 'right'] as const;
// A notch of a wheel is about 100 pixels, or three lines.
const notchPixels = 100;
const linePixels = 33;
const maxNotches = 5;

/** Sends presses, movements and the wheel of the mouse as positions on the screen. With Shift, the mouse selects text. */
class MouseInput {
  readonly #screen: HTMLElement;
  readonly #listener: MouseListener;
  #held: string | undefined;
  #last: Place | undefined;
  #moved: PointerEvent | undefined;
  readonly #turned = { x: 0, y: 0 };

  constructor(screen: HTMLElement, listener: MouseListener) {
    this.#screen = screen;
    this.#listener = listener;
    screen.addEventListener('pointerdown', (event) => this.#press(event));
    screen.addEventListener('pointerup', (event) => this.#release(event));
    screen.addEventListener('pointercancel', (event) => this.#release(event));
    screen.addEventListener('pointermove', (event) => this.#planMove(event));
    screen.addEventListener('wheel', (event) => this.#handleWheel(event), { passive: false });
    screen.addEventListener('contextmenu', (event) => {
      if (this.#isForProgram(event)) event.preventDefault();
    });
    // The text field must keep the focus.
    screen.addEventListener('mousedown', (event) => {
      if (this.#isForProgram(event)) event.preventDefault();
    });
  }

  #isForProgram({ shiftKey }: MouseEvent): boolean {
    return !shiftKey && this.#listener.isActive();
  }

  #press(event: PointerEvent): void {
    const button = buttons[event.button];
    if (button === undefined || !this.#isForProgram(event)) return;
    this.#screen.setPointerCapture(event.pointerId);
    this.#held = button;
    this.#send('press', event, button);
  }

  #release(event: PointerEvent): void {
    const button = buttons[event.button] ?? this.#held;
    if (this.#held === undefined || button === undefined) return;
    this.#sendMove();
    this.#held = undefined;
    this.#send('release', event, button);
  }

  /** Movements are sent once per animation frame. */
  #planMove(event: PointerEvent): void {
    if (this.#held === undefined && !this.#isForProgram(event)) return;
    if (this.#moved === undefined) requestAnimationFrame(() => this.#sendMove());
    this.#moved = event;
  }

  #sendMove(): void {
    const event = this.#moved;
    this.#moved = undefined;
    if (event === undefined) return;
    const { row, col } = this.#findPlace(event);
    if (row === this.#last?.row && col === this.#last.col) return;
    this.#send('move', event, this.#held);
  }

  #handleWheel(event: WheelEvent): void {
    if (event.ctrlKey || !this.#isForProgram(event)) return;
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePixels;
    this.#sendNotches('y', event.deltaY * scale, event);
    this.#sendNotches('x', event.deltaX * scale, event);
  }

  #sendNotches(axis: 'x' | 'y', pixels: number, event: WheelEvent): void {
    const turned = this.#turned[axis] + pixels;
    const notches = Math.trunc(turned / notchPixels);
    this.#turned[axis] = turned - notches * notchPixels;
    const [back, forward] = axis === 'y' ? ['up', 'down'] : ['left', 'right'];
    for (let count = Math.min(Math.abs(notches), maxNotches); count > 0; count -= 1)
      this.#send('wheel', event, notches < 0 ? back : forward);
  }

  #send(action: PageMouse['action'], event: MouseEvent, button: string | undefined): void {
    const place = this.#findPlace(event);
    this.#last = place;
    const modifiers = [event.ctrlKey ? 'Ctrl' : '', event.altKey ? 'Alt' : ''].filter(Boolean);
    this.#listener.onMouse({
      type: 'mouse',
      action,
      ...place,
      ...(button === undefined ? {} : { button }),
      modifiers,
    });
  }

  #findPlace({ clientX, clientY }: MouseEvent): Place {
    const { left, top, width, height } = this.#screen.getBoundingClientRect();
    const { rows, cols } = this.#listener.getSize();
    const find = (at: number, length: number, count: number): number =>
      Math.min(count, Math.max(1, Math.floor((at / (length || 1)) * count) + 1));
    return { row: find(clientY - top, height, rows), col: find(clientX - left, width, cols) };
  }
}
