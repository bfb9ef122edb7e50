import {
  encodeModifiers,
  getControlCode,
  isOneCharacter,
  type Key,
  type KeyEvent,
  type KeyForm,
  type KeyModes,
  type Modifiers,
} from './key-table.js';

/** A key of a keyboard that types a character. */
interface TextKey {
  /** The character without Shift. */
  readonly plain: string;
  /** The character with Shift, if it differs. */
  readonly shifted: string | undefined;
  /** Whether Shift is pressed. */
  readonly isShifted: boolean;
}

// The keys of the US keyboard that type symbols, without and with Shift.
const plainKeys = "`1234567890-=[]\\;',./";
const shiftedKeys = '~!@#$%^&*()_+{}|:"<>?';
// No alphabets follow from here on: such characters are composed by an input method, not typed with a key.
const firstIdeograph = 0x2e80;

/**
 * The key that types a character on a US keyboard, or a letter of another alphabet; undefined for other characters.
 * With Ctrl, a capital names the key without Shift: Ctrl+A is Ctrl+a.
 */
export function findTextKey(character: string, modifiers: Modifiers): TextKey | undefined {
  const code = character.codePointAt(0) ?? 0;
  if ([...character].length !== 1 || code < 0x20 || (code >= 0x7f && code < 0xa0) || code >= firstIdeograph)
    return undefined;
  const symbol = plainKeys.indexOf(character);
  if (symbol >= 0) return { plain: character, shifted: shiftedKeys[symbol], isShifted: modifiers.shift };
  const shiftedSymbol = shiftedKeys.indexOf(character);
  if (shiftedSymbol >= 0) return { plain: plainKeys.charAt(shiftedSymbol), shifted: character, isShifted: true };
  const lower = requireOneCharacter(character.toLowerCase()) ?? character;
  if (lower !== character) return { plain: lower, shifted: character, isShifted: modifiers.shift || !modifiers.ctrl };
  const upper = requireOneCharacter(character.toUpperCase());
  return { plain: character, shifted: upper === character ? undefined : upper, isShifted: modifiers.shift };
}

const requireOneCharacter = (text: string): string | undefined => ([...text].length === 1 ? text : undefined);

/** The bytes that xterm sends for a key by default; undefined if it has none for these modifiers. */
export function encodeLegacy(key: Key, modes: KeyModes): string | undefined {
  const { form } = key;
  switch (form?.kind) {
    case undefined:
      return encodeCharacter(key);
    case 'control':
      return addLineFeed(encodeControl(key, form), modes);
    case 'keypad':
      if (key.ctrl || key.shift) return undefined;
      return addAlt(key, modes.applicationKeypad ? `\x1bO${form.final}` : addLineFeed(form.plain, modes));
    case 'cursor':
      return encodeFinal(form.final, encodeModifiers(key), modes.applicationCursorKeys);
    case 'function':
      return isShiftedTwice(key, form)
        ? undefined
        : encodeFinal(form.final, encodeModifiers(addShift(key, form)), true);
    case 'tilde':
      return isShiftedTwice(key, form) ? undefined : encodeTilde(form.number, encodeModifiers(addShift(key, form)));
  }
}

const addShift = (key: Key, form: { readonly isShifted?: true }): Key =>
  form.isShifted === true ? { ...key, shift: true } : key;

const isShiftedTwice = (key: Key, form: { readonly isShifted?: true }): boolean => key.shift && form.isShifted === true;

// Function keys send SS3, and so do arrows, Home and End with DECCKM. With modifiers, all of them send CSI.
function encodeFinal(final: string, modifier: number, isSs3: boolean): string {
  if (modifier > 1) return `\x1b[1;${modifier}${final}`;
  return isSs3 ? `\x1bO${final}` : `\x1b[${final}`;
}

const encodeTilde = (number: number, modifier: number): string =>
  modifier === 1 ? `\x1b[${number}~` : `\x1b[${number};${modifier}~`;

function encodeControl(key: Key, form: KeyForm & { kind: 'control' }): string | undefined {
  if (key.ctrl && key.shift) return undefined;
  const base = key.ctrl ? form.ctrl : key.shift ? form.shift : form.plain;
  return base === undefined ? undefined : addAlt(key, base);
}

// In newline mode (LNM), only Enter also sends a line feed.
const addLineFeed = <T extends string | undefined>(encoded: T, { newline }: KeyModes): T | string =>
  newline && encoded?.endsWith('\r') === true ? `${encoded}\n` : encoded;

function encodeCharacter(key: Key): string | undefined {
  const { name } = key;
  if (key.ctrl) return key.shift ? undefined : addAlt(key, getControlCode(name));
  if (!key.shift) return addAlt(key, name);
  const upper = name.toUpperCase();
  const isLetter = name.toLowerCase() !== upper && isOneCharacter(upper);
  return isLetter ? addAlt(key, upper) : undefined;
}

const addAlt = (key: Key, encoded: string | undefined): string | undefined =>
  encoded !== undefined && key.alt ? `\x1b${encoded}` : encoded;

// The flags that a program can set (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
const disambiguate = 1;
const eventTypes = 2;
const alternateKeys = 4;
const allKeys = 8;
const associatedText = 16;

const eventNumbers = { press: 1, repeat: 2, release: 3 } as const;
type Event = keyof typeof eventNumbers;

/** A key with its number in the protocol. */
interface Code {
  readonly number: number;
  readonly final: string;
  readonly shifted?: string | undefined;
  /** The text that the key types, for programs that request it. */
  readonly text?: string | undefined;
}

/** The bytes of a key while any flag of the protocol is set; undefined if the key has no encoding. */
export function encodeKitty(key: Key, modes: KeyModes, event: KeyEvent): string | undefined {
  const flags = modes.kittyKeyboard;
  const reportsEvents = (flags & eventTypes) !== 0;
  if (event === 'release' && !reportsEvents) return undefined;
  if (event !== 'stroke') return encodeEvent(key, modes, event);
  const press = encodeEvent(key, modes, 'press');
  return press === undefined || !reportsEvents ? press : press + (encodeEvent(key, modes, 'release') ?? '');
}

function encodeEvent(key: Key, modes: KeyModes, event: Event): string | undefined {
  if (key.form === undefined || key.name === 'Space') return encodeText(key, modes, event);
  if (key.form.kind !== 'keypad') return encodeFunctional(key, key.form, modes, event);
  if (isDistinct(modes) || key.form.plain !== '\r') return encodeKeypad(key, key.form, modes, event);
  return encodeFunctional({ ...key, name: 'Enter', form: enter }, enter, modes, event);
}

const enter: KeyForm = { kind: 'control', plain: '\r' };
// Only with these flags do keypad keys differ from other keys.
const isDistinct = ({ kittyKeyboard }: KeyModes): boolean => (kittyKeyboard & (disambiguate | allKeys)) !== 0;

function encodeText(key: Key, modes: KeyModes, event: Event): string | undefined {
  const flags = modes.kittyKeyboard;
  const name = key.name === 'Space' ? ' ' : key.name;
  const found = findTextKey(name, key);
  if (found === undefined) return encodeComposed(key, flags, event);
  const modifiers = { ...key, shift: found.isShifted };
  const text = getTypedText(found, modifiers);
  const isPlain = (flags & allKeys) === 0 && event !== 'release';
  if (isPlain && text !== undefined) return isShiftLost(key, found) ? undefined : text;
  const hasAlternate = (flags & alternateKeys) !== 0 && modifiers.shift && found.shifted !== undefined;
  const isLegacy = isPlain && event === 'press' && (flags & disambiguate) === 0 && !hasAlternate;
  const number = found.plain.codePointAt(0) as number;
  const code = { number, final: 'u', shifted: found.shifted, text };
  return (isLegacy ? encodeLegacy(key, modes) : undefined) ?? formatKittySequence(code, modifiers, flags, event);
}

const getTypedText = ({ plain, shifted }: TextKey, { ctrl, alt, shift }: Modifiers): string | undefined =>
  ctrl || alt ? undefined : shift ? (shifted ?? plain) : plain;

// Shift changes a letter to its capital; the text of other keys does not show that Shift was pressed.
const isShiftLost = (key: Key, { plain, shifted }: TextKey): boolean =>
  key.shift && (shifted === undefined || plain.toUpperCase() !== shifted);

/** A character that no key types is sent as the text of key 0, or unchanged. */
function encodeComposed({ name, ctrl, alt, shift }: Key, flags: number, event: Event): string | undefined {
  if (ctrl || alt || shift || event === 'release') return undefined;
  const isTextAsked = (flags & allKeys) !== 0 && (flags & associatedText) !== 0;
  return isTextAsked && !/\p{Cc}/u.test(name) ? `\x1b[0;;${formatCodePoints(name)}u` : name;
}

function encodeKeypad(key: Key, form: KeyForm & { kind: 'keypad' }, modes: KeyModes, event: Event): string | undefined {
  const flags = modes.kittyKeyboard;
  const isText = form.plain !== '\r' && !key.ctrl && !key.alt;
  if (isText && (flags & allKeys) === 0 && event !== 'release') return key.shift ? undefined : form.plain;
  const isLegacy = !isDistinct(modes) && event === 'press';
  const legacy = isLegacy ? encodeLegacy(key, { ...modes, applicationKeypad: false }) : undefined;
  const number = isDistinct(modes) ? getKeypadNumber(form) : form.plain.charCodeAt(0);
  return (
    legacy ?? formatKittySequence({ number, final: 'u', text: isText ? form.plain : undefined }, key, flags, event)
  );
}

function encodeFunctional(key: Key, form: KeyForm, modes: KeyModes, event: Event): string | undefined {
  const flags = modes.kittyKeyboard;
  // These keys have no alternate keys and no text.
  if ((flags & (disambiguate | eventTypes | allKeys)) === 0) return encodeLegacy(key, modes);
  const hasModifiers = key.ctrl || key.alt || key.shift;
  if (form.kind === 'control' && !hasModifiers && (flags & allKeys) === 0) {
    if (key.name !== 'Escape') return event === 'release' ? undefined : form.plain;
    if ((flags & disambiguate) === 0 && event !== 'release') return form.plain;
  }
  return formatKittySequence(getFunctionalCode(key.name, form), key, flags, event);
}

function getFunctionalCode(name: string, form: KeyForm): Code {
  const functionNumber = Number(/^F(\d+)$/.exec(name)?.[1] ?? 0);
  if (functionNumber > 12) return { number: 57376 + functionNumber - 13, final: 'u' };
  // CSI R would be a cursor position report.
  if (functionNumber === 3) return { number: 13, final: '~' };
  switch (form.kind) {
    case 'tilde':
      return { number: form.number, final: '~' };
    case 'cursor':
    case 'function':
      return { number: 1, final: form.final };
    default:
      return { number: form.plain.charCodeAt(0), final: 'u' };
  }
}

// In the order of their numbers, from 57399 (KP_0) on.
const keypadOrder = '0123456789./*-+\r=,';
const getKeypadNumber = ({ plain }: { readonly plain: string }): number => 57399 + keypadOrder.indexOf(plain);

/** Returns `CSI number:shifted ; modifiers:event ; text final`, without parts that have their default value. */
function formatKittySequence(
  { number, final, shifted, text }: Code,
  modifiers: Modifiers,
  flags: number,
  event: Event,
): string {
  const modifier = encodeModifiers(modifiers);
  const alternate =
    (flags & alternateKeys) !== 0 && modifiers.shift && shifted !== undefined ? `:${formatCodePoints(shifted)}` : '';
  const isEvent = (flags & eventTypes) !== 0 && event !== 'press';
  const second = modifier > 1 || isEvent ? `${modifier}${isEvent ? `:${eventNumbers[event]}` : ''}` : '';
  const isText = (flags & associatedText) !== 0 && text !== undefined && event !== 'release';
  const third = isText ? `;${formatCodePoints(text)}` : '';
  const rest = second === '' && third === '' ? '' : `;${second}${third}`;
  return `\x1b[${number === 1 && rest === '' ? '' : number}${alternate}${rest}${final}`;
}

const formatCodePoints = (text: string): string => Array.from(text, (one) => one.codePointAt(0)).join(':');

/**
 * The bytes of a key while xterm's modifyOtherKeys is on: at 1, it applies to keys that have no other encoding; at 2, to
 * every key that types a character, with Ctrl or Alt. A letter with only Shift remains a letter, as in most terminals.
 */
export function encodeModified(key: Key, modes: KeyModes): string | undefined {
  const legacy = encodeLegacy(key, modes);
  const kind = key.form?.kind;
  if (kind !== undefined && kind !== 'control') return legacy;
  if (!(key.ctrl || key.alt || key.shift) || isBackTab(key)) return legacy;
  const code = kind === undefined || key.name === 'Space' ? getTextKeyCode(key, modes) : getControlKeyCode(key, modes);
  return code === undefined ? legacy : formatOtherKey(code, key, modes);
}

const isBackTab = ({ name, ctrl, alt, shift }: Key): boolean => name === 'Tab' && shift && !ctrl && !alt;

const controlCodes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Escape: 27 };

function getControlKeyCode(key: Key, { modifyOtherKeys }: KeyModes): number | undefined {
  const { name, ctrl, alt, shift } = key;
  if (name === 'Backspace') return modifyOtherKeys === 1 ? undefined : getBackspaceCode(key);
  const isOnlyAlt = alt && !ctrl && !shift;
  const isWritten = name === 'Escape' ? ctrl && (alt || shift) : !isOnlyAlt;
  return modifyOtherKeys > 1 || isWritten ? controlCodes[name] : undefined;
}

// Backspace is DEL; with Ctrl it is BS.
function getBackspaceCode({ ctrl, alt, shift }: Key): number | undefined {
  if (!ctrl) return 127;
  return alt || shift ? 8 : undefined;
}

function getTextKeyCode(key: Key, { modifyOtherKeys }: KeyModes): number | undefined {
  const { ctrl, alt, shift } = key;
  const name = key.name === 'Space' ? ' ' : key.name;
  const text = findTextKey(name, key);
  if (text === undefined) return undefined;
  const character = text.isShifted ? (text.shifted ?? text.plain) : text.plain;
  const code = character.codePointAt(0) as number;
  if (modifyOtherKeys === 1) {
    // By default Ctrl+? is DEL. Here xterm relies on Xlib, which does not produce a control code for it.
    const isControl = name === ' ' || (character !== '?' && getControlCode(character) !== undefined);
    return ctrl && !isControl ? code : undefined;
  }
  return ctrl || alt || (shift && name === ' ') ? code : undefined;
}

function formatOtherKey(code: number, key: Key, { formatOtherKeys }: KeyModes): string {
  const isShifted = key.form === undefined && findTextKey(key.name, key)?.isShifted === true;
  const modifier = encodeModifiers({ ...key, shift: key.shift || isShifted });
  return formatOtherKeys === 1 ? `\x1b[${code};${modifier}u` : `\x1b[27;${modifier};${code}~`;
}
