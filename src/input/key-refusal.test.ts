import { describe, expect, test } from 'vitest';
import { keyModes } from '../testing/key-modes.js';
import { encodeKey, KeyError, parseKey } from './key.js';
import { keyAliases, namedKeys } from './key-table.js';

const normal = keyModes();
const application = keyModes({ applicationCursorKeys: true, applicationKeypad: true });

/** Returns the error message for a key; undefined if the key is accepted. */
function refusalOf(name: string, modes = normal): string | undefined {
  try {
    encodeKey(parseKey(name), modes);
    return undefined;
  } catch (error) {
    if (error instanceof KeyError) return error.message;
    throw error;
  }
}

const held = ['', 'Shift+', 'Alt+', 'Alt+Shift+', 'Ctrl+', 'Ctrl+Shift+', 'Ctrl+Alt+', 'Ctrl+Alt+Shift+'];
const ascii = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));
// Without capitals, which Shift does not change.
const characters = [
  ...ascii.filter((character) => !/[A-Z]/.test(character)),
  'é',
  'ß',
  '漢',
  '😀',
  '👨‍👩‍👧',
  'e\u0301',
];

const kittyModes = [1, 2, 3, 4, 8, 10, 16, 24, 31].map((kittyKeyboard) => keyModes({ kittyKeyboard }));
const otherModes = [1, 2].map((modifyOtherKeys) => keyModes({ modifyOtherKeys }));
// These are typed with Shift, so an explicit Shift does not change them.
const shiftedSymbols = '~!@#$%^&*()_+{}|:"<>?';

describe('encodes or rejects a modifier, never drops it [4.modifiers-never-dropped]', () => {
  test.each([...Object.keys(namedKeys), ...characters])('%s', (name) => {
    const asked = shiftedSymbols.includes(name) ? [] : [...kittyModes, ...otherModes];
    for (const modes of [normal, application, ...asked]) {
      const valid = held.map((prefix) => prefix + name).filter((key) => refusalOf(key, modes) === undefined);
      expect(valid).toContain(name);
      expect(new Set(valid.map((key) => encodeKey(parseKey(key), modes))).size).toBe(valid.length);
    }
  });
});

describe('suggests a valid key in every error [4.refusal-names-nearest]', () => {
  test.each([...Object.keys(namedKeys), ...characters])('%s', (name) => {
    for (const refusal of held.map((prefix) => refusalOf(prefix + name)).filter((text) => text !== undefined)) {
      const nearest = JSON.parse(/the nearest valid key is (".+")$/su.exec(refusal)?.[1] ?? '""') as string;
      expect(nearest).not.toBe('');
      expect(refusalOf(nearest)).toBeUndefined();
    }
  });
});

test('every alias has a valid key [4.spellings]', () => {
  for (const [alias, name] of Object.entries(keyAliases)) expect(parseKey(alias)).toEqual(parseKey(name));
});

const refusals: [name: string, reason: string, nearest?: string][] = [
  ['Ctrl+Enter', 'has no encoding', 'Enter'],
  ['Shift+Enter', 'has no encoding', 'Enter'],
  ['Ctrl+Alt+Enter', 'has no encoding', 'Alt+Enter'],
  ['Ctrl+Tab', 'has no encoding', 'Tab'],
  ['Ctrl+Shift+Tab', 'has no encoding', 'Shift+Tab'],
  ['Ctrl+Escape', 'has no encoding', 'Escape'],
  ['Shift+Space', 'has no encoding', 'Space'],
  ['Ctrl+Shift+Space', 'has no encoding', 'Ctrl+Space'],
  ['Shift+Backspace', 'has no encoding', 'Backspace'],
  ['Ctrl+Shift+x', 'has no encoding', 'Ctrl+x'],
  ['Ctrl+1', 'has no encoding', '1'],
  ['Ctrl+-', 'has no encoding', '-'],
  ['Ctrl++', 'has no encoding', '+'],
  ['Ctrl+é', 'has no encoding', 'é'],
  ['Ctrl+Alt+😀', 'has no encoding', 'Alt+😀'],
  ['Shift+F13', 'has no encoding', 'F13'],
  ['Ctrl+Shift+F24', 'has no encoding', 'Ctrl+F24'],
  ['Ctrl+Keypad5', 'has no encoding', 'Keypad5'],
  ['Shift+1', '"Shift+1" is another character on every keyboard', '!'],
  ['Shift+ß', 'is another character on every keyboard', 'ß'],
  ['Alt+Shift+;', 'is another character on every keyboard', 'Alt+:'],
  ['Ctrl+Shift+2', 'has no encoding', 'Ctrl+@'],
  ['Ctrl+Shift+1', 'has no encoding', '1'],
  ['Entr', 'Unknown key ', 'Enter'],
  ['Ctrl+Arowright', 'Unknown key ', 'Ctrl+ArrowRight'],
  ['Ctrl+Entr', 'Unknown key ', 'Enter'],
  ['F0', 'Unknown key ', 'F1'],
  ['F25', 'Unknown key "F25"', 'F24'],
  ['Ctrl+F99', 'Unknown key ', 'Ctrl+F24'],
  ['PageDn', 'Unknown key ', 'PageDown'],
  ['PageU', 'Unknown key ', 'PageUp'],
  [' Enter', 'Unknown key " Enter"', 'Enter'],
  ['  ', 'Unknown key "  ". To type text, use sendText.'],
  ['hello', '. To type text, use sendText.'],
  ['++', '. To type text, use sendText.'],
  ['ab', 'Unknown key '],
  ['😀😀', '. To type text, use sendText.'],
  ['__proto__', 'Unknown key '],
  ['constructor', 'Unknown key '],
  ['Ctrl+toString', 'Unknown key '],
  ['Super+x', 'Unknown modifier "Super" in "Super+x"', 'x'],
  ['Cmd-q', 'Unknown modifier "Cmd" in "Cmd-q"', 'q'],
  ['Crtl+c', 'Unknown modifier "Crtl" in "Crtl+c"', 'Ctrl+c'],
  ['Ctrl+Alr+c', 'Unknown modifier "Alr" in "Ctrl+Alr+c"', 'Ctrl+Alt+c'],
  ['AltGr+e', 'Unknown modifier "AltGr" in "AltGr+e"', 'Alt+e'],
  ['Super+Hyper+Up', 'Unknown modifier "Super" in "Super+Hyper+Up"', 'ArrowUp'],
  ['Ctrl+Ctrl+x', 'has Ctrl twice', 'Ctrl+x'],
  ['^C-c', 'has Ctrl twice', 'Ctrl+c'],
  ['Alt+Meta+x', 'has Alt twice', 'Alt+x'],
  ['Ctrl', 'has no key after its modifier'],
  ['Ctrl+', 'has no key after its modifier'],
  ['C-', 'has no key after its modifier'],
  ['Ctrl+Alt', 'has no key after its modifier'],
  ['\ud83d', 'is half of a character'],
  ['Ctrl+\udc00', 'is half of a character'],
  [`e${'\u0301'.repeat(100)}`, 'Unknown key '],
  ['x'.repeat(200), '. To type text, use sendText.'],
];
test.each(refusals)('rejects %j: %s; nearest %s [4.refusal-names-nearest]', (name, reason, nearest) => {
  const refusal = refusalOf(name) ?? '';
  expect(refusal).toContain(reason);
  if (nearest !== undefined)
    expect(refusal.endsWith(`; the nearest valid key is ${JSON.stringify(nearest)}`)).toBe(true);
});
