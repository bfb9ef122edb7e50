import { describe, expect, test } from 'vitest';
import { createKeyModes } from '../../tests/support/key-modes.js';
import { keyAliases, namedKeys } from './key-table.js';
import { encodeKey, KeyError, parseKey } from './keys.js';

const normal = createKeyModes();
const application = createKeyModes({ applicationCursorKeys: true, applicationKeypad: true });

/** The message with which a key is rejected; undefined if it is accepted. */
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
// Shift does not change a capital.
const characters = [
  ...ascii.filter((character) => !/[A-Z]/.test(character)),
  'é',
  'ß',
  '漢',
  '😀',
  '👨‍👩‍👧',
  'e\u0301',
];

const kittyModes = [1, 2, 3, 4, 8, 10, 16, 24, 31].map((kittyKeyboard) => createKeyModes({ kittyKeyboard }));
const otherModes = [1, 2].map((modifyOtherKeys) => createKeyModes({ modifyOtherKeys }));
// These are typed with Shift, so another Shift does not change them.
const shiftedSymbols = '~!@#$%^&*()_+{}|:"<>?';

describe('a modifier is encoded or rejected, never dropped [4.modifiers-never-dropped]', () => {
  test.each([...Object.keys(namedKeys), ...characters])('%s', (name) => {
    const asked = shiftedSymbols.includes(name) ? [] : [...kittyModes, ...otherModes];
    for (const modes of [normal, application, ...asked]) {
      const valid = held.map((prefix) => prefix + name).filter((key) => refusalOf(key, modes) === undefined);
      expect(valid).toContain(name);
      expect(new Set(valid.map((key) => encodeKey(parseKey(key), modes))).size).toBe(valid.length);
    }
  });
});

describe('the error for a rejected key names a valid key [4.refusal-names-nearest]', () => {
  test.each([...Object.keys(namedKeys), ...characters])('%s', (name) => {
    for (const refusal of held.map((prefix) => refusalOf(prefix + name)).filter((text) => text !== undefined)) {
      const nearest = JSON.parse(/The nearest valid key is (".+")\.$/su.exec(refusal)?.[1] ?? '""') as string;
      expect(nearest).not.toBe('');
      expect(refusalOf(nearest)).toBeUndefined();
    }
  });
});

test('every alias is the name of a key [4.spellings]', () => {
  for (const [alias, name] of Object.entries(keyAliases)) expect(parseKey(alias)).toEqual(parseKey(name));
});

const refusals: [name: string, reason: string, nearest?: string][] = [
  ['Ctrl+Enter', 'has no encoding for it', 'Enter'],
  ['Shift+Enter', 'has no encoding for it', 'Enter'],
  ['Ctrl+Alt+Enter', 'has no encoding for it', 'Alt+Enter'],
  ['Ctrl+Tab', 'has no encoding for it', 'Tab'],
  ['Ctrl+Shift+Tab', 'has no encoding for it', 'Shift+Tab'],
  ['Ctrl+Escape', 'has no encoding for it', 'Escape'],
  ['Shift+Space', 'has no encoding for it', 'Space'],
  ['Ctrl+Shift+Space', 'has no encoding for it', 'Ctrl+Space'],
  ['Shift+Backspace', 'has no encoding for it', 'Backspace'],
  ['Ctrl+Shift+x', 'has no encoding for it', 'Ctrl+x'],
  ['Ctrl+1', 'has no encoding for it', '1'],
  ['Ctrl+-', 'has no encoding for it', '-'],
  ['Ctrl++', 'has no encoding for it', '+'],
  ['Ctrl+é', 'has no encoding for it', 'é'],
  ['Ctrl+Alt+😀', 'has no encoding for it', 'Alt+😀'],
  ['Shift+F13', 'has no encoding for it', 'F13'],
  ['Ctrl+Shift+F24', 'has no encoding for it', 'Ctrl+F24'],
  ['Ctrl+Keypad5', 'has no encoding for it', 'Keypad5'],
  ['Shift+1', '"Shift+1": the character depends on the keyboard layout', '!'],
  ['Shift+ß', 'the character depends on the keyboard layout', 'ß'],
  ['Alt+Shift+;', 'the character depends on the keyboard layout', 'Alt+:'],
  ['Ctrl+Shift+2', 'has no encoding for it', 'Ctrl+@'],
  ['Ctrl+Shift+1', 'has no encoding for it', '1'],
  ['Entr', 'Unknown key ', 'Enter'],
  ['Ctrl+Arowright', 'Unknown key ', 'Ctrl+ArrowRight'],
  ['Ctrl+Entr', 'Unknown key ', 'Enter'],
  ['F0', 'Unknown key ', 'F1'],
  ['F25', 'Unknown key "F25"', 'F24'],
  ['Ctrl+F99', 'Unknown key ', 'Ctrl+F24'],
  ['PageDn', 'Unknown key ', 'PageDown'],
  ['PageU', 'Unknown key ', 'PageUp'],
  [' Enter', 'Unknown key " Enter"', 'Enter'],
  ['  ', 'Unknown key "  ". To type text, use `sendText`.'],
  ['hello', '. To type text, use `sendText`.'],
  ['++', '. To type text, use `sendText`.'],
  ['ab', 'Unknown key '],
  ['😀😀', '. To type text, use `sendText`.'],
  ['__proto__', 'Unknown key '],
  ['constructor', 'Unknown key '],
  ['Ctrl+toString', 'Unknown key '],
  ['Super+x', 'Unknown modifier "Super" in "Super+x"', 'x'],
  ['Cmd-q', 'Unknown modifier "Cmd" in "Cmd-q"', 'q'],
  ['Crtl+c', 'Unknown modifier "Crtl" in "Crtl+c"', 'Ctrl+c'],
  ['Ctrl+Alr+c', 'Unknown modifier "Alr" in "Ctrl+Alr+c"', 'Ctrl+Alt+c'],
  ['AltGr+e', 'Unknown modifier "AltGr" in "AltGr+e"', 'Alt+e'],
  ['Super+Hyper+Up', 'Unknown modifier "Super" in "Super+Hyper+Up"', 'ArrowUp'],
  ['Ctrl+Ctrl+x', 'Repeated modifier Ctrl in ', 'Ctrl+x'],
  ['^C-c', 'Repeated modifier Ctrl in ', 'Ctrl+c'],
  ['Alt+Meta+x', 'Repeated modifier Alt in ', 'Alt+x'],
  ['Ctrl', 'Missing key after the modifier in '],
  ['Ctrl+', 'Missing key after the modifier in '],
  ['C-', 'Missing key after the modifier in '],
  ['Ctrl+Alt', 'Missing key after the modifier in '],
  ['\ud83d', 'it contains a lone surrogate'],
  ['Ctrl+\udc00', 'it contains a lone surrogate'],
  [`e${'\u0301'.repeat(100)}`, 'Unknown key '],
  ['x'.repeat(200), '. To type text, use `sendText`.'],
];
test.each(refusals)('%j is rejected: %s; nearest %s [4.refusal-names-nearest]', (name, reason, nearest) => {
  const refusal = refusalOf(name) ?? '';
  expect(refusal).toContain(reason);
  if (nearest !== undefined)
    expect(refusal.endsWith(`. The nearest valid key is ${JSON.stringify(nearest)}.`)).toBe(true);
});
