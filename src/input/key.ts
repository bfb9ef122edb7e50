import { nearestOf } from '../text/nearest.js';
import { characterNames, controlCode, type KeyForm, keyAliases, namedKeys } from './key-table.js';

/** A key with its modifiers: a named one, or a character. */
export interface Key {
  /** How it is spelled properly, without modifiers. */
  readonly name: string;
  /** Undefined for a character. */
  readonly form: KeyForm | undefined;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** What the program asked keys to look like. */
export interface KeyModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
}

/** A key that does not exist, or that cannot be written with these modifiers. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

type Modifier = 'ctrl' | 'alt' | 'shift';
const modifiers: Readonly<Record<string, Modifier>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  m: 'alt',
  shift: 'shift',
  s: 'shift',
};
const prefix = /^(?:(ctrl|control|alt|meta|option|shift)\+|([cms])-)(?=.)/isu;
const lowerNames = new Map(
  [...Object.keys(namedKeys), ...Object.keys(keyAliases), ...Object.keys(characterNames), 'BackTab', 'BTab'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

/** Reads `Modifier+…+Key`, `C-M-x` and `^C`; throws a KeyError when there is no such key. */
export function parseKey(text: string): Key {
  const held = { ctrl: false, alt: false, shift: false };
  let rest = text;
  if (/^\^.$/su.test(rest)) {
    held.ctrl = true;
    rest = rest.slice(1);
  }
  for (let found = prefix.exec(rest); found !== null; found = prefix.exec(rest)) {
    held[modifiers[(found[1] ?? found[2] ?? '').toLowerCase()] as Modifier] = true;
    rest = rest.slice(found[0].length);
  }
  const name = lowerNames.get(rest.toLowerCase());
  if (name === 'BackTab' || name === 'BTab') return { ...held, shift: true, name: 'Tab', form: namedKeys['Tab'] };
  if (name !== undefined && Object.hasOwn(characterNames, name))
    return { ...held, name: characterNames[name] as string, form: undefined };
  if (name !== undefined) return namedKey(keyAliases[name] ?? name, held);
  if (rest === ' ') return namedKey('Space', held);
  if (isOneCharacter(rest)) return { ...held, name: rest, form: undefined };
  throw new KeyError(unknownKey(text, rest));
}

/** The bytes of a key as the program wants them now; throws a KeyError rather than drop a modifier. */
export function encodeKey(key: Key, modes: KeyModes): string {
  const encoded = key.form === undefined ? encodeCharacter(key) : encodeNamed(key, key.form, modes);
  if (encoded !== undefined) return encoded;
  const dropped = key.shift ? { ...key, shift: false } : { ...key, ctrl: false };
  throw new KeyError(
    `${describeKey(key)} has no encoding in the keyboard mode that the program uses; the nearest valid key is ${describeKey(dropped)}`,
  );
}

/** A key in its proper spelling. */
function describeKey(key: Key): string {
  const held = [key.ctrl ? 'Ctrl+' : '', key.alt ? 'Alt+' : '', key.shift ? 'Shift+' : ''].join('');
  return held + (key.name === '+' && held !== '' ? 'Plus' : key.name);
}

const namedKey = (name: string, held: Pick<Key, Modifier>): Key => ({ ...held, name, form: namedKeys[name] });

function encodeNamed(key: Key, form: KeyForm, modes: KeyModes): string | undefined {
  switch (form.kind) {
    case 'control':
      return encodeControl(key, form);
    case 'keypad':
      if (key.ctrl || key.shift) return undefined;
      return withAlt(key, modes.applicationKeypad ? `\x1bO${form.final}` : form.plain);
    case 'cursor':
      return encodeFinal(form.final, modifierOf(key), modes.applicationCursorKeys);
    case 'function':
      return isShiftedTwice(key, form) ? undefined : encodeFinal(form.final, modifierOf(key, form.isShifted), true);
    case 'tilde':
      return isShiftedTwice(key, form) ? undefined : encodeTilde(form.number, modifierOf(key, form.isShifted));
  }
}

const isShiftedTwice = (key: Key, form: { readonly isShifted?: true }): boolean => key.shift && form.isShifted === true;

// xterm: 1, plus 1 for Shift, 2 for Alt, 4 for Ctrl.
const modifierOf = (key: Key, isShifted = false): number =>
  1 + (key.shift || isShifted ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0);

// SS3 is what function keys send, and DECCKM makes arrows, Home and End send; with modifiers it is always CSI.
function encodeFinal(final: string, modifier: number, isSs3: boolean): string {
  if (modifier > 1) return `\x1b[1;${modifier}${final}`;
  return isSs3 ? `\x1bO${final}` : `\x1b[${final}`;
}

const encodeTilde = (number: number, modifier: number): string =>
  modifier === 1 ? `\x1b[${number}~` : `\x1b[${number};${modifier}~`;

function encodeControl(key: Key, form: KeyForm & { kind: 'control' }): string | undefined {
  if (key.ctrl && key.shift) return undefined;
  const base = key.ctrl ? form.ctrl : key.shift ? form.shift : form.plain;
  return base === undefined ? undefined : withAlt(key, base);
}

function encodeCharacter(key: Key): string | undefined {
  const { name } = key;
  if (key.ctrl) return key.shift ? undefined : withAlt(key, controlCode(name));
  if (!key.shift) return withAlt(key, name);
  const upper = name.toUpperCase();
  const isLetter = name.toLowerCase() !== upper && isOneCharacter(upper);
  return isLetter ? withAlt(key, upper) : undefined;
}

const withAlt = (key: Key, encoded: string | undefined): string | undefined =>
  encoded !== undefined && key.alt ? `\x1b${encoded}` : encoded;

function unknownKey(text: string, rest: string): string {
  const modifier = /^([a-z]+)\+./iu.exec(rest)?.[1];
  if (modifier !== undefined) return `${modifier} in ${text} is no modifier; modifiers are Ctrl, Alt and Shift`;
  const nearest = nearestOf(rest, [...lowerNames.values()]);
  const hint = nearest === undefined ? 'use sendText for text' : `the nearest valid key is ${nearest}`;
  return `${text} is no key; ${hint}`;
}

function isOneCharacter(text: string): boolean {
  if ([...text].length === 1) return true;
  if (text.length > 32) return false;
  return [...new Intl.Segmenter().segment(text)].length === 1;
}
