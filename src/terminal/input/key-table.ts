/** Whether a text contains a lone surrogate (half of a character), which UTF-8 cannot encode. */
export const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Whether a text is one grapheme cluster: for example, a letter with its marks or an emoji of several parts. */
export function isOneCharacter(text: string): boolean {
  if (isBroken(text)) return false;
  if ([...text].length === 1) return true;
  // Longer than any emoji or letter with its marks.
  if (text.length > 32) return false;
  // Two or more ASCII characters, such as the name of a key: creating a segmenter is slow.
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  return [...new Intl.Segmenter().segment(text)].length === 1;
}

/** The grapheme clusters of a text: what a reader perceives as its characters. */
export function* splitCharacters(text: string): Generator<string, void> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}

/** How a named key is encoded; `encodeLegacy` shows what each kind means. */
export type KeyForm =
  | { readonly kind: 'cursor'; readonly final: string }
  | { readonly kind: 'function'; readonly final: string; readonly isShifted?: true }
  | { readonly kind: 'tilde'; readonly number: number; readonly isShifted?: true }
  | { readonly kind: 'keypad'; readonly plain: string; readonly final: string }
  | { readonly kind: 'control'; readonly plain: string; readonly ctrl?: string; readonly shift?: string };

const createCursorKey = (final: string): KeyForm => ({ kind: 'cursor', final });
const createTildeKey = (number: number): KeyForm => ({ kind: 'tilde', number });
const createKeypadKey = (plain: string, final: string): KeyForm => ({ kind: 'keypad', plain, final });

const low = [...'PQRS'].map((final): KeyForm => ({ kind: 'function', final }));
const high = [15, 17, 18, 19, 20, 21, 23, 24].map(createTildeKey);
// As in terminfo's xterm-256color, F13–F24 are F1–F12 with Shift.
const functionKeys = [...low, ...high, ...[...low, ...high].map((form) => ({ ...form, isShifted: true }) as KeyForm)];
export const lastFunctionKey = functionKeys.length;

/** All named keys by their primary names. */
export const namedKeys: Readonly<Record<string, KeyForm>> = {
  Enter: { kind: 'control', plain: '\r' },
  Escape: { kind: 'control', plain: '\x1b' },
  Tab: { kind: 'control', plain: '\t', shift: '\x1b[Z' },
  Backspace: { kind: 'control', plain: '\x7f', ctrl: '\b' },
  Space: { kind: 'control', plain: ' ', ctrl: '\0' },
  ArrowUp: createCursorKey('A'),
  ArrowDown: createCursorKey('B'),
  ArrowRight: createCursorKey('C'),
  ArrowLeft: createCursorKey('D'),
  Home: createCursorKey('H'),
  End: createCursorKey('F'),
  Insert: createTildeKey(2),
  Delete: createTildeKey(3),
  PageUp: createTildeKey(5),
  PageDown: createTildeKey(6),
  ...Object.fromEntries(functionKeys.map((form, index) => [`F${index + 1}`, form])),
  ...Object.fromEntries(
    [...'pqrstuvwxy'].map((final, digit) => [`Keypad${digit}`, createKeypadKey(String(digit), final)]),
  ),
  KeypadEnter: createKeypadKey('\r', 'M'),
  KeypadPlus: createKeypadKey('+', 'k'),
  KeypadMinus: createKeypadKey('-', 'm'),
  KeypadMultiply: createKeypadKey('*', 'j'),
  KeypadDivide: createKeypadKey('/', 'o'),
  KeypadDecimal: createKeypadKey('.', 'n'),
  KeypadComma: createKeypadKey(',', 'l'),
  KeypadEqual: createKeypadKey('=', 'X'),
};

/** Other names of keys, from Playwright, tmux and Emacs. */
export const keyAliases: Readonly<Record<string, string>> = {
  Return: 'Enter',
  RET: 'Enter',
  CR: 'Enter',
  Esc: 'Escape',
  BSpace: 'Backspace',
  BS: 'Backspace',
  SPC: 'Space',
  Del: 'Delete',
  DC: 'Delete',
  Ins: 'Insert',
  IC: 'Insert',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  PgUp: 'PageUp',
  PPage: 'PageUp',
  Prior: 'PageUp',
  PgDn: 'PageDown',
  PgDown: 'PageDown',
  NPage: 'PageDown',
  Next: 'PageDown',
  ...Object.fromEntries(
    Object.keys(namedKeys)
      .filter((name) => name.startsWith('Keypad'))
      .flatMap((name) => ['KP', 'KP-', 'Numpad'].map((prefix) => [name.replace('Keypad', prefix), name])),
  ),
  'KP+': 'KeypadPlus',
  'KP-': 'KeypadMinus',
  'KP*': 'KeypadMultiply',
  'KP/': 'KeypadDivide',
  'KP.': 'KeypadDecimal',
  NumpadAdd: 'KeypadPlus',
  NumpadSubtract: 'KeypadMinus',
};

/** Names of the characters that separate modifiers in a key name. */
export const characterNames: Readonly<Record<string, string>> = { Plus: '+', Minus: '-' };

/** Names of keys that include Shift. */
export const shiftedNames: Readonly<Record<string, string>> = { BackTab: 'Tab', BTab: 'Tab' };

/** The control code that Ctrl produces from a character, as in X11; undefined if there is none. */
export function getControlCode(character: string): string | undefined {
  const code = character.charCodeAt(0);
  if (character.length !== 1) return undefined;
  if (code >= 0x40 && code <= 0x7e) return String.fromCharCode(code & 0x1f);
  return {
    '2': '\0',
    '3': '\x1b',
    '4': '\x1c',
    '5': '\x1d',
    '6': '\x1e',
    '7': '\x1f',
    '8': '\x7f',
    '/': '\x1f',
    '?': '\x7f',
  }[character];
}

/** The modifiers that are pressed. */
export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}
/** A named key or a character, with its modifiers. */
export interface Key extends Modifiers {
  /** The primary name, without modifiers. */
  readonly name: string;
  /** Undefined for a character. */
  readonly form: KeyForm | undefined;
}

/** The keyboard modes that the program has set. */
export interface KeyModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  /** The flags of the kitty keyboard protocol; 0 is off. */
  readonly kittyKeyboard: number;
  /** xterm's modifyOtherKeys: 0 is off, 1 for keys that have no other encoding, 2 for every key with Ctrl or Alt. */
  readonly modifyOtherKeys: number;
  /** The format of such keys: 0 is `CSI 27 ; modifier ; code ~`, 1 is `CSI code ; modifier u`. */
  readonly formatOtherKeys: number;
  /** Enter also sends a line feed (LNM). */
  readonly newline: boolean;
}
/** A key event: a stroke is a press and a release; a held key repeats. */
export type KeyEvent = 'stroke' | 'press' | 'repeat' | 'release';

/** Modifiers from their names. */
export const modifiersFrom = (names: readonly string[]): Modifiers => ({
  ctrl: names.includes('Ctrl'),
  alt: names.includes('Alt'),
  shift: names.includes('Shift'),
});

/** The modifier parameter of xterm and kitty: 1, plus 1 for Shift, 2 for Alt and 4 for Ctrl. */
export const encodeModifiers = ({ shift, alt, ctrl }: Modifiers): number =>
  1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
