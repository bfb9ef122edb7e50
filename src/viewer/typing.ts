import type { App } from './app.js';
import { create } from './dom.js';
import { InputSender, type PageInput } from './input-sender.js';
import { KeyboardInput } from './keyboard-input.js';
import { MouseInput } from './mouse-input.js';

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
