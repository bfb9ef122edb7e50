import { nearestOf } from '../text/nearest.js';
import { isBroken, isOneCharacter } from './character.js';
import { characterNames, keyAliases, lastFunctionKey, namedKeys, shiftedNames } from './key-table.js';
import type { Held, Key, KeyEvent, KeyModes } from './key-types.js';
import { textKeyOf } from './keyboard.js';
import { encodeKitty } from './kitty.js';
import { encodeLegacy } from './legacy.js';
import { encodeModified } from './modify-other-keys.js';

/** A key is unknown, or cannot be encoded with its modifiers. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const modifiers: Readonly<Record<string, keyof Held>> = {
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
const nothingHeld: Held = { ctrl: false, alt: false, shift: false };
const plainModes: KeyModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
  formatOtherKeys: 0,
  newline: false,
};
const tables = [namedKeys, keyAliases, characterNames, shiftedNames];
const lowerNames = new Map(tables.flatMap(Object.keys).map((name) => [name.toLowerCase(), name]));

/** Parses `Modifier+…+Key`, `C-M-x` and `^C`; throws a KeyError if the key is unknown. */
export function parseKey(text: string): Key {
  const { held, rest, twice } = splitModifiers(text);
  const key = keyNamed(rest, held);
  if (key === undefined) throw new KeyError(unknownKey(text, rest));
  if (twice === undefined) return key;
  throw new KeyError(`Repeated modifier ${nameOf(twice)} in ${quoted(text)}.${hint(text)}`);
}

/** The bytes of a key in the current modes; throws a KeyError if a modifier cannot be encoded. */
export function encodeKey(key: Key, modes: KeyModes, event: KeyEvent = 'stroke'): string {
  const encoded = encode(key, modes, event);
  if (encoded !== undefined) return encoded;
  if (event === 'release')
    throw new KeyError(`Cannot send the release of ${quotedKey(key)}: the program has not requested this event.`);
  const why =
    key.form === undefined && key.shift && !key.ctrl
      ? 'the character depends on the keyboard layout. Send that character instead'
      : "the program's keyboard mode has no encoding for it";
  throw new KeyError(`Cannot encode ${quotedKey(key)}: ${why}.${nearestWords(weaken(key, modes))}`);
}

/** Splits the modifiers from the front of a key name. */
function splitModifiers(text: string): { held: Held; rest: string; twice: keyof Held | undefined } {
  const held = { ...nothingHeld };
  let rest = text;
  let twice: keyof Held | undefined;
  while (!isOneCharacter(rest)) {
    const found = prefix.exec(rest);
    if (found === null) break;
    const modifier = modifiers[(found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()] as keyof Held;
    if (held[modifier]) twice ??= modifier;
    held[modifier] = true;
    rest = rest.slice(found[0].length);
  }
  return { held, rest, twice };
}

function keyNamed(text: string, held: Held): Key | undefined {
  const found = text === ' ' ? 'Space' : lowerNames.get(text.toLowerCase());
  if (found === undefined) return isOneCharacter(text) ? { ...held, name: text, form: undefined } : undefined;
  if (Object.hasOwn(characterNames, found)) return { ...held, name: characterNames[found] as string, form: undefined };
  const shifted = Object.hasOwn(shiftedNames, found) ? shiftedNames[found] : undefined;
  const name = shifted ?? keyAliases[found] ?? found;
  return { ...held, shift: held.shift || shifted !== undefined, name, form: namedKeys[name] };
}

/** The primary name of a key, with its modifiers. */
function describeKey(key: Key): string {
  const held = [key.ctrl ? 'Ctrl+' : '', key.alt ? 'Alt+' : '', key.shift ? 'Shift+' : ''].join('');
  return held + (key.name === '+' && held !== '' ? 'Plus' : key.name);
}

// Quoted, so that spaces and lone surrogates are recognizable.
const quoted = (text: string): string => JSON.stringify(text);
const quotedKey = (key: Key): string => quoted(describeKey(key));
const nearestWords = (key: Key): string => ` The nearest valid key is ${quotedKey(key)}.`;

/** The symbol that Shift produces from a key: `!` for Shift+1. */
function shiftedSymbol(key: Key): Partial<Key> {
  const shifted = key.shift && key.form === undefined ? textKeyOf(key.name, key)?.shifted : undefined;
  return shifted === undefined || shifted !== shifted.toLowerCase() ? {} : { name: shifted, shift: false };
}

/** The key with as many of its modifiers as can be encoded. */
function weaken(key: Key, modes: KeyModes): Key {
  const fewer = [{}, shiftedSymbol(key), { shift: false }, { ctrl: false }, { ctrl: false, shift: false }].map(
    (less) => ({
      ...key,
      ...less,
    }),
  );
  return fewer.find((one) => encode(one, modes, 'stroke') !== undefined) ?? { ...key, ...nothingHeld };
}

/** The bytes of a key; undefined if it cannot be encoded with its modifiers. */
function encode(key: Key, modes: KeyModes, event: KeyEvent): string | undefined {
  const { kittyKeyboard, modifyOtherKeys } = modes;
  if (kittyKeyboard !== 0) return encodeKitty(key, modes, event);
  if (event === 'release') return undefined;
  return modifyOtherKeys === 0 ? encodeLegacy(key, modes) : encodeModified(key, modes);
}

function unknownKey(text: string, rest: string): string {
  const lone = /^(.+?)[+-]?$/su.exec(rest)?.[1] ?? '';
  if (Object.hasOwn(modifiers, lone.toLowerCase()))
    return `Missing key after the modifier in ${quoted(text)}. Expected a key such as "Ctrl+c" or "Shift+Tab".`;
  if (isBroken(rest)) return `Invalid key ${quoted(text)}: it contains a lone surrogate, which is half of a character.`;
  const modifier = wrongPrefix.exec(rest)?.[1];
  if (modifier === undefined) return `Unknown key ${quoted(text)}.${hint(text)}`;
  return `Unknown modifier ${quoted(modifier)} in ${quoted(text)}. Expected Ctrl, Alt or Shift.${hint(text)}`;
}

function hint(text: string): string {
  const nearest = nearestKey(text);
  return nearest === undefined ? ' To type text, use `sendText`.' : nearestWords(nearest);
}

/** The valid key that is probably meant; undefined if none is similar. */
function nearestKey(text: string): Key | undefined {
  const { held, rest } = splitModifiers(text.trim());
  const wrong = wrongPrefix.exec(rest);
  if (wrong !== null && keyNamed(rest, held) === undefined) {
    const inner = nearestKey(wrong[2] as string);
    const modifier = modifiers[nearestOf(wrong[1] as string, modifierNames)?.toLowerCase() ?? ''];
    return inner === undefined ? undefined : weaken(holding(inner, held, modifier), plainModes);
  }
  const isWord = /^\p{L}./u.test(rest);
  const name = keyNamed(rest, held) !== undefined ? rest : isWord ? nearestName(rest) : undefined;
  const key = name === undefined ? undefined : keyNamed(name, held);
  return key === undefined ? undefined : weaken(key, plainModes);
}

function nearestName(word: string): string | undefined {
  const number = /^f(\d+)$/i.exec(word)?.[1];
  if (number !== undefined) return `F${Math.min(Math.max(Number(number), 1), lastFunctionKey)}`;
  return nearestOf(word, [...lowerNames.values()]);
}

const holding = (key: Key, held: Held, modifier: keyof Held | undefined): Key => ({
  ...key,
  ctrl: key.ctrl || held.ctrl || modifier === 'ctrl',
  alt: key.alt || held.alt || modifier === 'alt',
  shift: key.shift || held.shift || modifier === 'shift',
});

const nameOf = (modifier: keyof Held): string => ({ ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' })[modifier];
