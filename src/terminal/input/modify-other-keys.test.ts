import { expect, test } from 'vitest';
import { createKeyModes } from '../../tests/support/key-modes.js';
import type { KeyModes } from './key-table.js';
import { encodeKey, KeyError, parseKey } from './keys.js';

const rejected = 'is rejected';

function encoded(name: string, asked: Partial<KeyModes>): string {
  try {
    return encodeKey(parseKey(name), createKeyModes(asked)).replaceAll('\x1b', '^[');
  } catch (error) {
    if (error instanceof KeyError) return rejected;
    throw error;
  }
}

// As in xterm's input.c, except that no modifier is dropped; modifyOtherKeys 1 and 2.
const rows: readonly (readonly [name: string, low: string, high: string])[] = [
  ['a', 'a', 'a'],
  ['A', 'A', 'A'],
  ['Shift+a', 'A', 'A'],
  ['!', '!', '!'],
  ['é', 'é', 'é'],
  ['漢', '漢', '漢'],
  ['Shift+1', rejected, rejected],
  ['Ctrl+a', '\x01', '^[[27;5;97~'],
  ['Ctrl+A', '\x01', '^[[27;5;97~'],
  ['Ctrl+i', '\t', '^[[27;5;105~'],
  ['Ctrl+[', '^[', '^[[27;5;91~'],
  ['Ctrl+@', '\0', '^[[27;6;64~'],
  ['Ctrl+?', '^[[27;6;63~', '^[[27;6;63~'],
  ['Ctrl+Shift+/', '^[[27;6;63~', '^[[27;6;63~'],
  ['Ctrl+Alt+?', '^[[27;8;63~', '^[[27;8;63~'],
  ['Ctrl+/', '\x1f', '^[[27;5;47~'],
  ['Ctrl+2', '\0', '^[[27;5;50~'],
  ['Ctrl+Shift+a', rejected, '^[[27;6;65~'],
  ['Ctrl+1', '^[[27;5;49~', '^[[27;5;49~'],
  ['Ctrl+!', '^[[27;6;33~', '^[[27;6;33~'],
  ['Ctrl+Shift+1', '^[[27;6;33~', '^[[27;6;33~'],
  ['Ctrl+,', '^[[27;5;44~', '^[[27;5;44~'],
  ['Ctrl++', '^[[27;6;43~', '^[[27;6;43~'],
  ['Ctrl+é', '^[[27;5;233~', '^[[27;5;233~'],
  ['Ctrl+漢', rejected, rejected],
  ['Alt+x', '^[x', '^[[27;3;120~'],
  ['Alt+X', '^[X', '^[[27;4;88~'],
  ['Alt+é', '^[é', '^[[27;3;233~'],
  ['Alt+漢', '^[漢', '^[漢'],
  ['Ctrl+Alt+x', '^[\x18', '^[[27;7;120~'],
  ['Ctrl+Alt+1', '^[[27;7;49~', '^[[27;7;49~'],
  ['Ctrl+Alt+Shift+x', rejected, '^[[27;8;88~'],
  ['Space', ' ', ' '],
  ['Shift+Space', rejected, '^[[27;2;32~'],
  ['Ctrl+Space', '\0', '^[[27;5;32~'],
  ['Alt+Space', '^[ ', '^[[27;3;32~'],
  ['Ctrl+Shift+Space', rejected, '^[[27;6;32~'],
  ['Enter', '\r', '\r'],
  ['Shift+Enter', '^[[27;2;13~', '^[[27;2;13~'],
  ['Ctrl+Enter', '^[[27;5;13~', '^[[27;5;13~'],
  ['Alt+Enter', '^[\r', '^[[27;3;13~'],
  ['Ctrl+Alt+Enter', '^[[27;7;13~', '^[[27;7;13~'],
  ['Tab', '\t', '\t'],
  ['Shift+Tab', '^[[Z', '^[[Z'],
  ['Ctrl+Tab', '^[[27;5;9~', '^[[27;5;9~'],
  ['Ctrl+Shift+Tab', '^[[27;6;9~', '^[[27;6;9~'],
  ['Alt+Tab', '^[\t', '^[[27;3;9~'],
  ['Escape', '^[', '^['],
  ['Alt+Escape', '^[^[', '^[[27;3;27~'],
  ['Ctrl+Escape', rejected, '^[[27;5;27~'],
  ['Ctrl+Shift+Escape', '^[[27;6;27~', '^[[27;6;27~'],
  ['Backspace', '\x7f', '\x7f'],
  ['Ctrl+Backspace', '\b', '\b'],
  ['Shift+Backspace', rejected, '^[[27;2;127~'],
  ['Alt+Backspace', '^[\x7f', '^[[27;3;127~'],
  ['Ctrl+Alt+Backspace', '^[\b', '^[[27;7;8~'],
  // Keys that have a modifier parameter of their own.
  ['Ctrl+Up', '^[[1;5A', '^[[1;5A'],
  ['Shift+F5', '^[[15;2~', '^[[15;2~'],
  ['Delete', '^[[3~', '^[[3~'],
  ['Ctrl+Delete', '^[[3;5~', '^[[3;5~'],
  ['Keypad5', '5', '5'],
];
test.each(rows)('%j gives %j at level 1 and %j at level 2 [4.modify-other-keys]', (name, low, high) => {
  expect(encoded(name, { modifyOtherKeys: 1 })).toBe(low);
  expect(encoded(name, { modifyOtherKeys: 2 })).toBe(high);
});

test.each(rows)('%j in the format of formatOtherKeys [4.modify-other-keys]', (name, _low, high) => {
  const written = high.replace(/^\^\[\[27;(\d+);(\d+)~$/, '^[[$2;$1u');
  expect(encoded(name, { modifyOtherKeys: 2, formatOtherKeys: 1 })).toBe(written);
});
