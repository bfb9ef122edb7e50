import { expect, test } from 'vitest';
import { textOf } from '../../../screen/screen.js';
import { createTerminal } from '../../../tests/support/terminal.js';

// All but the last two contain a byte 0x80.
const characters = ['…', '‘', '—', '\u200d', 'à', '─', '倀', '\u{1f000}', '𐀀', 'é', '日'];

test.each(characters)('decodes %s wherever its bytes are split [11.hostile]', (character) => {
  const bytes = Buffer.from(`a${character}b`);
  const whole = textOf(createTerminal({}, bytes.toString()).getScreen());
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const emulator = createTerminal();
    for (const chunk of [bytes.subarray(0, cut), bytes.subarray(cut)]) emulator.feed(chunk);
    expect(textOf(emulator.getScreen())).toBe(whole);
    expect(emulator.isInSequence).toBe(false);
  }
  const emulator = createTerminal();
  for (const byte of bytes) emulator.feed(Uint8Array.of(byte));
  expect(textOf(emulator.getScreen())).toBe(whole);
});

test('reports an incomplete sequence while a character is incomplete', () => {
  const emulator = createTerminal();
  for (const byte of [0xe2, 0x80]) {
    emulator.feed(Uint8Array.of(byte));
    expect(emulator.isInSequence).toBe(true);
  }
  emulator.feed(Uint8Array.of(0xa6));
  expect(emulator.isInSequence).toBe(false);
});

test('keeps the bytes of an incomplete character when the read buffer is reused', () => {
  const emulator = createTerminal();
  const read = Buffer.alloc(3);
  for (const chunk of ['a\xe6\xbc', '\xa2xy', '\xe6', '\xbc\xa2']) {
    const length = read.write(chunk, 'latin1');
    emulator.feed(read.subarray(0, length));
  }
  expect(textOf(emulator.getScreen()).trim()).toBe('a漢xy漢');
});
