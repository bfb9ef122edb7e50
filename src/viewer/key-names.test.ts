import { expect, test } from 'vitest';
import { parseKey } from '../terminal/input/keys.js';
import { nameKey, type PressedKey } from './page-input.js';

const press = (key: string, modifiers = '', code = ''): PressedKey => ({
  key,
  code,
  ctrlKey: modifiers.includes('C'),
  altKey: modifiers.includes('A'),
  shiftKey: modifiers.includes('S'),
  metaKey: modifiers.includes('M'),
  isAltGraph: modifiers.includes('G'),
});

test.each([
  ['a', '', '', 'a'],
  ['A', 'S', '', 'A'],
  ['é', '', '', 'é'],
  ['漢', '', '', '漢'],
  [' ', '', 'Space', 'Space'],
  ['+', 'S', '', '+'],
  ['c', 'C', 'KeyC', 'Ctrl+c'],
  // Caps Lock, and a Cyrillic keyboard.
  ['C', 'C', 'KeyC', 'Ctrl+c'],
  ['с', 'C', 'KeyC', 'Ctrl+c'],
  ['x', 'A', 'KeyX', 'Alt+x'],
  ['X', 'AS', 'KeyX', 'Alt+X'],
  ['x', 'CA', 'KeyX', 'Ctrl+Alt+x'],
  [' ', 'C', 'Space', 'Ctrl+Space'],
  ['+', 'C', '', 'Ctrl+Plus'],
  ['-', 'A', '', 'Alt+Minus'],
  ['_', 'CS', 'Minus', 'Ctrl+_'],
  ['[', 'C', '', 'Ctrl+['],
  // AltGr is Ctrl and Alt on Windows, and Option on a Mac.
  ['@', 'CAG', 'KeyQ', '@'],
  ['€', 'AG', 'KeyE', '€'],
  ['Enter', '', 'Enter', 'Enter'],
  ['Enter', 'S', 'Enter', 'Shift+Enter'],
  ['Tab', 'S', 'Tab', 'Shift+Tab'],
  ['ArrowUp', 'CAS', 'ArrowUp', 'Ctrl+Alt+Shift+ArrowUp'],
  ['F5', '', 'F5', 'F5'],
  ['F12', 'CS', 'F12', 'Ctrl+Shift+F12'],
  ['F24', '', 'F24', 'F24'],
  ['Enter', '', 'NumpadEnter', 'KeypadEnter'],
  ['7', '', 'Numpad7', 'Keypad7'],
  ['+', '', 'NumpadAdd', 'KeypadPlus'],
  ['.', '', 'NumpadDecimal', 'KeypadDecimal'],
  [',', '', 'NumpadDecimal', ','],
  ['5', 'C', 'Numpad5', 'Ctrl+Keypad5'],
  // Without Num Lock.
  ['Home', '', 'Numpad7', 'Home'],
])('%j with %j at %j is %j', (key, modifiers, code, name) => {
  expect(nameKey(press(key, modifiers, code))).toBe(name);
  expect(() => parseKey(name)).not.toThrow();
});

test.each([
  ['Shift', 'S'],
  ['Control', 'C'],
  ['CapsLock', ''],
  ['F25', ''],
  ['MediaPlay', ''],
  // Shortcuts of the browser and of the system.
  ['c', 'M'],
  ['V', 'CS'],
  ['I', 'CS'],
  ['Insert', 'S'],
  ['Insert', 'C'],
])('%j with %j is left to the browser', (key, modifiers) => {
  expect(nameKey(press(key, modifiers))).toBeUndefined();
});
