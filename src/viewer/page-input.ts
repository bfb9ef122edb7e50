// Input of a person as messages for the server: names of keys, pieces of pastes, and a queue. Without the DOM, so that
// Node can test it.
/** Input of a person, as a message without its number. */
export type PageInput =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  /** A piece of a paste; `more` if others follow. */
  | { readonly type: 'paste'; readonly text: string; readonly more?: true }
  | PageMouse;
/** A mouse event; rows and columns count from 1. */
export interface PageMouse {
  readonly type: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel';
  readonly row: number;
  readonly col: number;
  readonly button?: string;
  readonly modifiers: readonly string[];
}

// The server disconnects pages that send more than 200 messages per second.
const maxPerSecond = 150;

/** Sends input in order, not faster than the server permits. */
export class InputSender {
  readonly #send: (message: object) => void;
  readonly #now: () => number;
  #queue: PageInput[] = [];
  #allowance = maxPerSecond;
  #refilledAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSeq = 0;
  /** What the server has not confirmed yet, by number. */
  readonly #sent = new Map<number, PageInput>();

  constructor(send: (message: object) => void, now: () => number = () => performance.now()) {
    this.#send = send;
    this.#now = now;
    this.#refilledAt = now();
  }

  /** Sends inputs, after those that are waiting. */
  add(...inputs: readonly PageInput[]): void {
    for (const input of inputs) {
      // Of several movements that are waiting, the last one counts.
      if (isMove(input) && isMove(this.#queue.at(-1))) this.#queue.pop();
      this.#queue.push(input);
    }
    this.flush();
  }

  /** Discards what is waiting: the connection or the program has ended. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#sent.clear();
  }

  /** Returns the input to which the server has responded; undefined if it is unknown. */
  takeSent(seq: number): PageInput | undefined {
    const input = this.#sent.get(seq);
    this.#sent.delete(seq);
    return input;
  }

  /** Sends what is waiting, as far as it is permitted. */
  flush(): void {
    const now = this.#now();
    this.#allowance = Math.min(maxPerSecond, this.#allowance + ((now - this.#refilledAt) * maxPerSecond) / 1000);
    this.#refilledAt = now;
    const count = Math.min(this.#queue.length, Math.floor(this.#allowance));
    this.#allowance -= count;
    for (const input of this.#queue.splice(0, count)) {
      this.#lastSeq += 1;
      this.#sent.set(this.#lastSeq, input);
      this.#send({ seq: this.#lastSeq, ...input });
    }
    clearTimeout(this.#timer);
    this.#timer = this.#queue.length === 0 ? undefined : setTimeout(() => this.flush(), 1000 / maxPerSecond);
  }
}

const isMove = (input: PageInput | undefined): boolean => input?.type === 'mouse' && input.action === 'move';

/** What a keyboard event says about a key. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  /** Whether the key produces a third character: AltGr, or Option on a Mac. */
  readonly isAltGraph: boolean;
}

const namedKeys = /^(?:Enter|Escape|Tab|Backspace|Arrow(?:Up|Down|Left|Right)|Home|End|Insert|Delete|Page(?:Up|Down))$/;
const functionKeys = /^F(?:[1-9]|1\d|2[0-4])$/;
const keypadNames: Readonly<Record<string, string>> = {
  '+': 'KeypadPlus',
  '-': 'KeypadMinus',
  '*': 'KeypadMultiply',
  '/': 'KeypadDivide',
  '.': 'KeypadDecimal',
  '=': 'KeypadEqual',
};
const characterNames: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus', '-': 'Minus' };

/** Returns the name of a key with its modifiers; undefined if the browser handles it: its shortcuts, and modifiers alone. */
export function nameKey(pressed: PressedKey): string | undefined {
  if (pressed.metaKey || isBrowserShortcut(pressed)) return undefined;
  return [...pressed.key].length === 1 ? nameCharacter(pressed) : nameFunction(pressed);
}

/** Pasting, copying, and the shortcuts that browsers have for Ctrl+Shift and a letter. */
function isBrowserShortcut({ key, ctrlKey, altKey, shiftKey }: PressedKey): boolean {
  if (key === 'Insert') return (shiftKey || ctrlKey) && !altKey;
  return ctrlKey && shiftKey && !altKey && /^\p{L}$/u.test(key);
}

function nameCharacter(pressed: PressedKey): string {
  const { key, code, ctrlKey, altKey, isAltGraph } = pressed;
  const [ctrl, alt] = isAltGraph ? [false, false] : [ctrlKey, altKey];
  const keypad = code.startsWith('Numpad') ? nameKeypad(key) : undefined;
  if (!ctrl && !alt) return keypad ?? (key === ' ' ? 'Space' : key);
  const base = keypad ?? findBase(pressed);
  return `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${characterNames[base] ?? base}`;
}

function nameFunction({ key, code, ctrlKey, altKey, shiftKey }: PressedKey): string | undefined {
  if (!namedKeys.test(key) && !functionKeys.test(key)) return undefined;
  const name = code === 'NumpadEnter' ? 'KeypadEnter' : key;
  return `${ctrlKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

const nameKeypad = (key: string): string | undefined => (/^\d$/.test(key) ? `Keypad${key}` : keypadNames[key]);

/** Returns the character for Ctrl and Alt: that of a Latin keyboard, so that Ctrl+c works on others, without Caps Lock. */
function findBase({ key, code, shiftKey }: PressedKey): string {
  const latin = /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1];
  const base = key > '~' && latin !== undefined ? latin : key;
  return shiftKey ? base : base.toLowerCase();
}

// Messages are limited to 64 KiB, with the other members.
const maxPieceBytes = 60_000;
const endOfLine = /\r\n?|\n/g;
const halfCharacter = /\p{Surrogate}/gu;

/** Returns a text as terminals paste it: lines end with CR, and halves of characters are replaced. */
export const normalizePaste = (text: string): string =>
  text.replaceAll(endOfLine, '\r').replaceAll(halfCharacter, '\ufffd');

/** Splits a text into pieces that fit into messages, between characters. */
export function splitPaste(text: string, maxBytes = maxPieceBytes): string[] {
  const pieces: string[] = [];
  let [from, at, bytes] = [0, 0, 0];
  for (const character of text) {
    const size = measureJson(character);
    if (bytes + size > maxBytes) {
      pieces.push(text.slice(from, at));
      [from, bytes] = [at, 0];
    }
    at += character.length;
    bytes += size;
  }
  return at > from ? [...pieces, text.slice(from)] : pieces;
}

/** Returns the bytes of a character in JSON. */
function measureJson(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return 6;
  if (code < 0x80) return 2;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
