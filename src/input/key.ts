import { nearestOf } from '../text/nearest.js';
import { isBroken, isOneCharacter } from './character.js';
import { characterNames, keyAliases, lastFunctionKey, namedKeys, shiftedNames } from './key-table.js';
import type { Held, Key, KeyEvent, KeyModes } from './key-types.js';
import { textKeyOf } from './keyboard.js';
import { encodeKitty } from './kitty.js';
import { encodeLegacy } from './legacy.js';
import { encodeModified } from './modify-other-keys.js';

/** A key that does not exist, or that cannot be written with these modifiers. */
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

/** Reads `Modifier+…+Key`, `C-M-x` and `^C`; throws a KeyError if the key is unknown. */
export function parseKey(text: string): Key {
  const { held, rest, twice } = splitModifiers(text);
  const key = keyNamed(rest, held);
  if (key === undefined) throw new KeyError(unknownKey(text, rest));
  if (twice === undefined) return key;
  throw new KeyError(`${quoted(text)} has ${nameOf(twice)} twice${hint(text)}`);
}

/** The bytes of a key as the program wants them now; throws a KeyError rather than drop a modifier. */
export function encodeKey(key: Key, modes: KeyModes, event: KeyEvent = 'stroke'): string {
  const encoded = encode(key, modes, event);
  if (encoded !== undefined) return encoded;
  if (event === 'release') throw new KeyError(`the program has not asked for the release of ${quotedKey(key)}`);
  const why =
    key.form === undefined && key.shift && !key.ctrl
      ? 'is another character on every keyboard: write that character itself'
      : 'has no encoding in the keyboard mode that the program uses';
  throw new KeyError(`${quotedKey(key)} ${why}${nearestWords(weaken(key, modes))}`);
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

/** A key in its proper spelling. */
function describeKey(key: Key): string {
  const held = [key.ctrl ? 'Ctrl+' : '', key.alt ? 'Alt+' : '', key.shift ? 'Shift+' : ''].join('');
  return held + (key.name === '+' && held !== '' ? 'Plus' : key.name);
}

// Quoted, so that spaces and half characters are recognizable.
const quoted = (text: string): string => JSON.stringify(text);
const quotedKey = (key: Key): string => quoted(describeKey(key));
const nearestWords = (key: Key): string => `; the nearest valid key is ${quotedKey(key)}`;

/** What Shift makes of a key that types a symbol: Shift+1 is !. */
function shiftedSymbol(key: Key): Partial<Key> {
  const shifted = key.shift && key.form === undefined ? textKeyOf(key.name, key)?.shifted : undefined;
  return shifted === undefined || shifted !== shifted.toLowerCase() ? {} : { name: shifted, shift: false };
}

/** The key with as many of its modifiers as can be written. */
function weaken(key: Key, modes: KeyModes): Key {
  const fewer = [{}, shiftedSymbol(key), { shift: false }, { ctrl: false }, { ctrl: false, shift: false }].map(
    (less) => ({
      ...key,
      ...less,
    }),
  );
  return fewer.find((one) => encode(one, modes, 'stroke') !== undefined) ?? { ...key, ...nothingHeld };
}

/** How a key is written; undefined when it cannot be with its modifiers. */
function encode(key: Key, modes: KeyModes, event: KeyEvent): string | undefined {
  const { kittyKeyboard, modifyOtherKeys } = modes;
  if (kittyKeyboard !== 0) return encodeKitty(key, modes, event);
  if (event === 'release') return undefined;
  return modifyOtherKeys === 0 ? encodeLegacy(key, modes) : encodeModified(key, modes);
}

function unknownKey(text: string, rest: string): string {
  const lone = /^(.+?)[+-]?$/su.exec(rest)?.[1] ?? '';
  if (Object.hasOwn(modifiers, lone.toLowerCase()))
    return `${quoted(text)} has no key after its modifier; valid are Ctrl+c, Alt+x, Shift+Tab and the like`;
  if (isBroken(rest)) return `${quoted(text)} is half of a character`;
  const modifier = wrongPrefix.exec(rest)?.[1];
  if (modifier === undefined) return `Unknown key ${quoted(text)}${hint(text)}`;
  return `Unknown modifier ${quoted(modifier)} in ${quoted(text)} (valid: Ctrl, Alt, Shift)${hint(text)}`;
}

function hint(text: string): string {
  const nearest = nearestKey(text);
  return nearest === undefined ? '. To type text, use sendText.' : nearestWords(nearest);
}

/** The key that was probably meant, if one can be guessed. */
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
