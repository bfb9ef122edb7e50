import { describe, expect, test } from 'vitest';
import { createKeyModes } from '../../tests/support/key-modes.js';
import type { KeyEvent } from './key-table.js';
import { encodeKey, KeyError, parseKey } from './keys.js';

/** The bytes of a key, with ^[ for ESC; undefined if it is rejected. */
function encoded(name: string, kittyKeyboard: number, event?: KeyEvent): string | undefined {
  try {
    return encodeKey(parseKey(name), createKeyModes({ kittyKeyboard }), event).replaceAll('\x1b', '^[');
  } catch (error) {
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}

// The bytes that kitty sends on a US keyboard; its documentation contains most of them.
const disambiguated: readonly (readonly [name: string, bytes: string | undefined])[] = [
  ['a', 'a'],
  ['A', 'A'],
  ['Shift+a', 'A'],
  ['é', 'é'],
  ['漢', '漢'],
  ['👍🏽', '👍🏽'],
  ['!', '!'],
  ['Space', ' '],
  ['Shift+Space', undefined],
  ['Shift+1', undefined],
  ['Escape', '^[[27u'],
  ['Enter', '\r'],
  ['Tab', '\t'],
  ['Backspace', '\x7f'],
  ['Alt+Escape', '^[[27;3u'],
  ['Shift+Enter', '^[[13;2u'],
  ['Ctrl+Enter', '^[[13;5u'],
  ['Alt+Enter', '^[[13;3u'],
  ['Shift+Tab', '^[[9;2u'],
  ['Ctrl+Tab', '^[[9;5u'],
  ['Ctrl+Shift+Tab', '^[[9;6u'],
  ['BackTab', '^[[9;2u'],
  ['Ctrl+Backspace', '^[[127;5u'],
  ['Alt+Backspace', '^[[127;3u'],
  ['Ctrl+a', '^[[97;5u'],
  ['Ctrl+A', '^[[97;5u'],
  ['Ctrl+Shift+a', '^[[97;6u'],
  ['Ctrl+c', '^[[99;5u'],
  ['Ctrl+i', '^[[105;5u'],
  ['Ctrl+m', '^[[109;5u'],
  ['Ctrl+[', '^[[91;5u'],
  ['Ctrl+Space', '^[[32;5u'],
  ['Ctrl+1', '^[[49;5u'],
  ['Ctrl+;', '^[[59;5u'],
  ['Ctrl++', '^[[61;6u'],
  ['Ctrl+_', '^[[45;6u'],
  ['Ctrl+?', '^[[47;6u'],
  ['Ctrl+Shift+/', '^[[47;6u'],
  ['Ctrl+é', '^[[233;5u'],
  ['Ctrl+я', '^[[1103;5u'],
  ['Ctrl+漢', undefined],
  ['Alt+漢', undefined],
  ['Alt+x', '^[[120;3u'],
  ['Alt+X', '^[[120;4u'],
  ['Alt+Shift+x', '^[[120;4u'],
  ['Alt+[', '^[[91;3u'],
  ['Ctrl+Alt+x', '^[[120;7u'],
  ['Ctrl+Alt+Shift+x', '^[[120;8u'],
  ['Up', '^[[A'],
  ['Home', '^[[H'],
  ['Shift+Up', '^[[1;2A'],
  ['Ctrl+Right', '^[[1;5C'],
  ['Ctrl+Alt+End', '^[[1;7F'],
  ['Insert', '^[[2~'],
  ['Delete', '^[[3~'],
  ['Alt+PageUp', '^[[5;3~'],
  ['F1', '^[[P'],
  ['F2', '^[[Q'],
  ['F3', '^[[13~'],
  ['F4', '^[[S'],
  ['F5', '^[[15~'],
  ['F12', '^[[24~'],
  ['Shift+F1', '^[[1;2P'],
  ['Shift+F3', '^[[13;2~'],
  ['F13', '^[[57376u'],
  ['Shift+F13', '^[[57376;2u'],
  ['F24', '^[[57387u'],
  ['Keypad0', '0'],
  ['Ctrl+Keypad0', '^[[57399;5u'],
  ['Alt+Keypad9', '^[[57408;3u'],
  ['Ctrl+KP.', '^[[57409;5u'],
  ['Ctrl+KP/', '^[[57410;5u'],
  ['Ctrl+KP*', '^[[57411;5u'],
  ['Ctrl+KP-', '^[[57412;5u'],
  ['Ctrl+KP+', '^[[57413;5u'],
  ['KPEnter', '^[[57414u'],
  ['Ctrl+KeypadEqual', '^[[57415;5u'],
  ['Ctrl+KeypadComma', '^[[57416;5u'],
];
test.each(disambiguated)('with the disambiguate flag, %j gives %j [4.kitty-flags]', (name, bytes) => {
  expect(encoded(name, 1)).toBe(bytes);
});

const press = 'press';
const repeat = 'repeat';
const release = 'release';
// Flags: 1 disambiguate, 2 event types, 4 alternate keys, 8 all keys, 16 associated text.
const others: readonly (readonly [flags: number, name: string, event: KeyEvent, bytes: string | undefined])[] = [
  // Event types do not change presses.
  [2, 'a', press, 'a'],
  [2, 'a', repeat, 'a'],
  [2, 'a', release, '^[[97;1:3u'],
  [2, 'A', release, '^[[97;2:3u'],
  [2, 'Ctrl+a', press, '\x01'],
  [2, 'Ctrl+a', repeat, '^[[97;5:2u'],
  [2, 'Ctrl+a', release, '^[[97;5:3u'],
  [2, 'Ctrl+Shift+a', press, '^[[97;6u'],
  [2, 'Alt+x', press, '^[x'],
  [2, 'Escape', press, '^['],
  [2, 'Escape', release, '^[[27;1:3u'],
  [2, 'Up', press, '^[[A'],
  [2, 'Up', repeat, '^[[1;1:2A'],
  [2, 'Up', release, '^[[1;1:3A'],
  [2, 'Ctrl+Up', release, '^[[1;5:3A'],
  [2, 'Delete', release, '^[[3;1:3~'],
  [2, 'Keypad5', press, '5'],
  [2, 'Keypad5', release, '^[[53;1:3u'],
  [2, 'KPEnter', press, '\r'],
  [2, 'KPEnter', release, undefined],
  [3, 'a', 'stroke', 'a^[[97;1:3u'],
  [3, 'Ctrl+a', 'stroke', '^[[97;5u^[[97;5:3u'],
  [3, 'Escape', 'stroke', '^[[27u^[[27;1:3u'],
  [3, 'Keypad5', release, '^[[57404;1:3u'],
  // As text, so that `reset` can be typed after a program has crashed.
  [3, 'Enter', 'stroke', '\r'],
  [3, 'Tab', 'stroke', '\t'],
  [3, 'Backspace', 'stroke', '\x7f'],
  [3, 'Enter', repeat, '\r'],
  [3, 'Enter', release, undefined],
  [3, 'Ctrl+Enter', release, '^[[13;5:3u'],
  [3, '漢', 'stroke', '漢'],
  [1, 'a', release, undefined],
  [1, 'a', repeat, 'a'],
  [1, 'Up', repeat, '^[[A'],
  [1, 'Ctrl+a', repeat, '^[[97;5u'],
  // Alternate keys.
  [4, 'a', press, 'a'],
  [4, 'Alt+x', press, '^[x'],
  [4, 'Alt+X', press, '^[[120:88;4u'],
  [4, 'Ctrl+a', press, '\x01'],
  [4, 'Up', press, '^[[A'],
  [4, 'F1', press, '^[OP'],
  [5, 'Ctrl+a', press, '^[[97;5u'],
  [5, 'Ctrl+Shift+a', press, '^[[97:65;6u'],
  [5, 'Ctrl++', press, '^[[61:43;6u'],
  [5, 'Ctrl+Shift+1', press, '^[[49:33;6u'],
  [5, 'Ctrl+Shift+ß', press, '^[[223;6u'],
  [5, 'Shift+Up', press, '^[[1;2A'],
  // All keys as escape codes.
  [8, 'a', press, '^[[97u'],
  [8, 'A', press, '^[[97;2u'],
  [8, 'Shift+1', press, '^[[49;2u'],
  [8, '!', press, '^[[49;2u'],
  [8, 'Space', press, '^[[32u'],
  [8, 'Shift+Space', press, '^[[32;2u'],
  [8, 'é', press, '^[[233u'],
  [8, 'É', press, '^[[233;2u'],
  [8, '漢', press, '漢'],
  [8, 'Enter', press, '^[[13u'],
  [8, 'Tab', press, '^[[9u'],
  [8, 'Backspace', press, '^[[127u'],
  [8, 'Escape', press, '^[[27u'],
  [8, 'Up', press, '^[[A'],
  [8, 'Keypad5', press, '^[[57404u'],
  [8, 'KPEnter', press, '^[[57414u'],
  [10, 'Enter', 'stroke', '^[[13u^[[13;1:3u'],
  [10, 'w', 'stroke', '^[[119u^[[119;1:3u'],
  [10, 'w', repeat, '^[[119;1:2u'],
  [12, 'A', press, '^[[97:65;2u'],
  // Associated text.
  [16, 'a', press, 'a'],
  [16, 'Ctrl+a', press, '\x01'],
  [24, 'a', press, '^[[97;;97u'],
  [24, 'A', press, '^[[97;2;65u'],
  [24, 'Shift+a', press, '^[[97;2;65u'],
  [24, '!', press, '^[[49;2;33u'],
  [24, 'å', press, '^[[229;;229u'],
  [24, 'Space', press, '^[[32;;32u'],
  [24, 'Keypad5', press, '^[[57404;;53u'],
  [24, 'Ctrl+a', press, '^[[97;5u'],
  [24, 'Alt+a', press, '^[[97;3u'],
  [24, 'Enter', press, '^[[13u'],
  [24, '漢', press, '^[[0;;28450u'],
  [24, 'e\u0301', press, '^[[0;;101:769u'],
  [24, '👍🏽', press, '^[[0;;128077:127997u'],
  [24, '\n', press, '\n'],
  [26, 'a', 'stroke', '^[[97;;97u^[[97;1:3u'],
  [26, 'a', repeat, '^[[97;1:2;97u'],
  [31, 'A', 'stroke', '^[[97:65;2;65u^[[97:65;2:3u'],
  [31, 'Ctrl+Shift+a', press, '^[[97:65;6u'],
  [31, 'Shift+F3', 'stroke', '^[[13;2~^[[13;2:3~'],
];
test.each(others)('with flags %d, %j (%s) gives %j [4.kitty-flags, 4.key-events]', (flags, name, event, bytes) => {
  expect(encoded(name, flags, event)).toBe(bytes);
});

describe('other keyboard modes have no effect while a flag is set [4.kitty-flags]', () => {
  test.each([
    ['Up', '^[[A'],
    ['Keypad5', '5'],
    ['Ctrl+1', '^[[49;5u'],
  ])('%s', (name, bytes) => {
    const asked = { applicationCursorKeys: true, applicationKeypad: true, modifyOtherKeys: 2, formatOtherKeys: 1 };
    const modes = createKeyModes({ ...asked, kittyKeyboard: 1 });
    expect(encodeKey(parseKey(name), modes).replaceAll('\x1b', '^[')).toBe(bytes);
  });
});
