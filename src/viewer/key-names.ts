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
