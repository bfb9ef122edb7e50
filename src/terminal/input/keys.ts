import { findNearest } from '../../base/text.js';
import { encodeKitty, encodeLegacy, encodeModified, findTextKey } from './key-protocols.js';
import {
  characterNames,
  isBroken,
  isOneCharacter,
  type Key,
  type KeyEvent,
  type KeyModes,
  keyAliases,
  lastFunctionKey,
  type Modifiers,
  namedKeys,
  shiftedNames,
} from './key-table.js';

/** The focus report for a program that has enabled focus events (mode 1004). */
export const encodeFocus = (isFocused: boolean): string => (isFocused ? '\x1b[I' : '\x1b[O');

/** A key is unknown, or cannot be encoded with its modifiers. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const modifierAliases: Readonly<Record<string, keyof Modifiers>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  '^': 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  m: 'alt',
  shift: 'shift',
  s: 'shift',
};
const modifierNames = ['Ctrl', 'Control', 'Alt', 'Meta', 'Option', 'Shift'];
const prefix = /^(?:(ctrl|control|alt|meta|option|shift)[+-]|([cms])-|(\^))(?=.)/isu;
const wrongPrefix = /^([a-z]{2,})[+-](.+)$/isu;
const noModifiers: Modifiers = { ctrl: false, alt: false, shift: false };
const plainModes: KeyModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  formatOtherKeys: 0,
  newline: false,
};
const tables = [namedKeys, keyAliases, characterNames, shiftedNames];
/** All names of keys, as they are written. */
export const keyNames: ReadonlySet<string> = new Set(tables.flatMap(Object.keys));
const lowerNames = new Map([...keyNames].map((name) => [name.toLowerCase(), name]));

/** Parses `Modifier+…+Key`, `C-M-x` and `^C`; throws a KeyError if the key is unknown. */
export function parseKey(text: string): Key {
  const { modifiers, rest, twice } = splitModifiers(text);
  const key = findKey(rest, modifiers);
  if (key === undefined) throw new KeyError(describeUnknownKey(text, rest));
  if (twice === undefined) return key;
  throw new KeyError(`Repeated modifier ${formatModifier(twice)} in ${quoteText(text)}.${createKeyHint(text)}`);
}

/** The bytes of a key in the current modes; throws a KeyError if a modifier cannot be encoded. */
export function encodeKey(key: Key, modes: KeyModes, event: KeyEvent = 'stroke'): string {
  const encoded = encode(key, modes, event);
  if (encoded !== undefined) return encoded;
  if (event === 'release')
    throw new KeyError(`Cannot send the release of ${quoteKey(key)}: the program has not requested this event.`);
  const why =
    key.form === undefined && key.shift && !key.ctrl
      ? 'the character depends on the keyboard layout. Send that character instead'
      : "the program's keyboard mode has no encoding for it";
  throw new KeyError(`Cannot encode ${quoteKey(key)}: ${why}.${describeNearest(dropModifiers(key, modes))}`);
}

/** Splits the modifiers from the front of a key name. */
function splitModifiers(text: string): { modifiers: Modifiers; rest: string; twice: keyof Modifiers | undefined } {
  const modifiers = { ...noModifiers };
  let rest = text;
  let twice: keyof Modifiers | undefined;
  while (!isOneCharacter(rest)) {
    const found = prefix.exec(rest);
    if (found === null) break;
    const modifier = modifierAliases[(found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()] as keyof Modifiers;
    if (modifiers[modifier]) twice ??= modifier;
    modifiers[modifier] = true;
    rest = rest.slice(found[0].length);
  }
  return { modifiers, rest, twice };
}

function findKey(text: string, modifiers: Modifiers): Key | undefined {
  const found = text === ' ' ? 'Space' : lowerNames.get(text.toLowerCase());
  if (found === undefined) return isOneCharacter(text) ? { ...modifiers, name: text, form: undefined } : undefined;
  if (Object.hasOwn(characterNames, found))
    return { ...modifiers, name: characterNames[found] as string, form: undefined };
  const shifted = Object.hasOwn(shiftedNames, found) ? shiftedNames[found] : undefined;
  const name = shifted ?? keyAliases[found] ?? found;
  return { ...modifiers, shift: modifiers.shift || shifted !== undefined, name, form: namedKeys[name] };
}

/** The primary name of a key, with its modifiers. */
export function describeKey(key: Key): string {
  const modifiers = [key.ctrl ? 'Ctrl+' : '', key.alt ? 'Alt+' : '', key.shift ? 'Shift+' : ''].join('');
  return modifiers + (key.name === '+' && modifiers !== '' ? 'Plus' : key.name);
}

// Quoted, so that spaces and lone surrogates are recognizable.
const quoteText = (text: string): string => JSON.stringify(text);
const quoteKey = (key: Key): string => quoteText(describeKey(key));
const describeNearest = (key: Key): string => ` The nearest valid key is ${quoteKey(key)}.`;

/** The symbol that Shift produces from a key: `!` for Shift+1. */
function getShiftedSymbol(key: Key): Partial<Key> {
  const shifted = key.shift && key.form === undefined ? findTextKey(key.name, key)?.shifted : undefined;
  return shifted === undefined || shifted !== shifted.toLowerCase() ? {} : { name: shifted, shift: false };
}

/** The key with as many of its modifiers as can be encoded. */
function dropModifiers(key: Key, modes: KeyModes): Key {
  const fewer = [{}, getShiftedSymbol(key), { shift: false }, { ctrl: false }, { ctrl: false, shift: false }].map(
    (less) => ({
      ...key,
      ...less,
    }),
  );
  return fewer.find((one) => encode(one, modes, 'stroke') !== undefined) ?? { ...key, ...noModifiers };
}

/** The bytes of a key; undefined if it cannot be encoded with its modifiers. */
function encode(key: Key, modes: KeyModes, event: KeyEvent): string | undefined {
  const { kittyKeyboard, modifyOtherKeys } = modes;
  if (kittyKeyboard !== 0) return encodeKitty(key, modes, event);
  if (event === 'release') return undefined;
  return modifyOtherKeys === 0 ? encodeLegacy(key, modes) : encodeModified(key, modes);
}

function describeUnknownKey(text: string, rest: string): string {
  const lone = /^(.+?)[+-]?$/su.exec(rest)?.[1] ?? '';
  if (Object.hasOwn(modifierAliases, lone.toLowerCase()))
    return `Missing key after the modifier in ${quoteText(text)}. Expected a key such as "Ctrl+c" or "Shift+Tab".`;
  if (isBroken(rest))
    return `Invalid key ${quoteText(text)}: it contains a lone surrogate, which is half of a character.`;
  const modifier = wrongPrefix.exec(rest)?.[1];
  if (modifier === undefined) return `Unknown key ${quoteText(text)}.${createKeyHint(text)}`;
  return `Unknown modifier ${quoteText(modifier)} in ${quoteText(text)}. Expected Ctrl, Alt or Shift.${createKeyHint(text)}`;
}

function createKeyHint(text: string): string {
  const nearest = findNearestKey(text);
  return nearest === undefined ? ' To type text, use `sendText`.' : describeNearest(nearest);
}

/** The valid key that is probably meant; undefined if none is similar. */
function findNearestKey(text: string): Key | undefined {
  const { modifiers, rest } = splitModifiers(text.trim());
  const wrong = wrongPrefix.exec(rest);
  if (wrong !== null && findKey(rest, modifiers) === undefined) {
    const inner = findNearestKey(wrong[2] as string);
    const modifier = modifierAliases[findNearest(wrong[1] as string, modifierNames)?.toLowerCase() ?? ''];
    return inner === undefined ? undefined : dropModifiers(addModifiers(inner, modifiers, modifier), plainModes);
  }
  const isWord = /^\p{L}./u.test(rest);
  const name = findKey(rest, modifiers) !== undefined ? rest : isWord ? findNearestName(rest) : undefined;
  const key = name === undefined ? undefined : findKey(name, modifiers);
  return key === undefined ? undefined : dropModifiers(key, plainModes);
}

function findNearestName(word: string): string | undefined {
  const number = /^f(\d+)$/i.exec(word)?.[1];
  if (number !== undefined) return `F${Math.min(Math.max(Number(number), 1), lastFunctionKey)}`;
  return findNearest(word, [...lowerNames.values()]);
}

const addModifiers = (key: Key, modifiers: Modifiers, modifier: keyof Modifiers | undefined): Key => ({
  ...key,
  ctrl: key.ctrl || modifiers.ctrl || modifier === 'ctrl',
  alt: key.alt || modifiers.alt || modifier === 'alt',
  shift: key.shift || modifiers.shift || modifier === 'shift',
});

const formatModifier = (modifier: keyof Modifiers): string => ({ ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' })[modifier];

const begin = Buffer.from('\x1b[200~');
const end = Buffer.from('\x1b[201~');
// The end of a paste with the one-character form of ESC [ (U+009B).
const shortEnd = Buffer.from('\u009b201~');
const lastByte = end.at(-1);

export const encodeBracketedPaste = (text: string): Buffer => Buffer.concat([begin, removePasteEnds(text), end]);

/** Encodes a text without end-of-paste sequences, also without one that results from a removal. */
export function removePasteEnds(text: string): Buffer {
  const source = Buffer.from(text);
  const kept = Buffer.alloc(source.length);
  let length = 0;
  for (const byte of source) {
    kept[length] = byte;
    length += 1;
    if (byte === lastByte) length -= measureEnd(kept.subarray(0, length));
  }
  return kept.subarray(0, length);
}

function measureEnd(bytes: Buffer): number {
  const found = [end, shortEnd].find((sequence) => bytes.subarray(-sequence.length).equals(sequence));
  return found?.length ?? 0;
}
