import { create } from './dom.js';
import type { PageInput } from './input-sender.js';
import { nameKey, normalizePaste, splitPaste } from './key-names.js';

const isMac = /^Mac|^iP/.test(navigator.platform);
// Programs read what is pasted into memory.
const maxPaste = 1024 * 1024;

/** Receives what a person types. */
export interface KeyboardListener {
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
export class KeyboardInput {
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
