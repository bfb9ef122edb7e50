import type { KeyForm } from './key-table.js';
import { encodeModifiers, type Key, type KeyEvent, type KeyModes, type Modifiers } from './key-types.js';
import { findTextKey, type TextKey } from './keyboard.js';
import { encodeLegacy } from './legacy.js';

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
