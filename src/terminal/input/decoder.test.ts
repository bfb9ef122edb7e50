import { expect, test } from 'vitest';
import { createKeyModes } from '../../tests/support/key-modes.js';
import { type DecodedInput, type DecoderModes, InputDecoder, toXtermKeys } from './decoder.js';
import { type Key, type KeyEvent, type KeyModes, namedKeys } from './key-table.js';
import { describeKey, encodeBracketedPaste, encodeFocus, encodeKey, KeyError, parseKey } from './keys.js';
import { encodeMouse, type MouseEncoding, type MouseEvent } from './mouse.js';

const cell = { width: 9, height: 18 };
const plain: DecoderModes = { ...createKeyModes(), mouse: undefined, cell };

/** What a decoder makes of chunks, and of the end of the last one. */
function decode(chunks: readonly (string | Uint8Array)[], modes: Partial<DecoderModes> = {}): DecodedInput[] {
  const decoder = new InputDecoder();
  const all = { ...plain, ...modes };
  return [...chunks.flatMap((chunk) => decoder.push(Buffer.from(chunk as string), all)), ...decoder.flush(all)];
}

/** The names of keys, and text in quotes. */
const name = (inputs: readonly DecodedInput[]): string[] =>
  inputs.map((input) =>
    input.kind === 'key' ? describeKey(input.key) : input.kind === 'text' ? JSON.stringify(input.text) : input.kind,
  );

const modifierSets = ['', 'Shift+', 'Alt+', 'Ctrl+', 'Alt+Shift+', 'Ctrl+Shift+', 'Ctrl+Alt+', 'Ctrl+Alt+Shift+'];
const characters = [...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)), 'é', 'я', '漢', '😀'];
const keys: readonly Key[] = [...Object.keys(namedKeys), ...characters].flatMap((one) =>
  modifierSets.map((modifiers) => parseKey(`${modifiers}${one === '+' ? 'Plus' : one === '-' ? 'Minus' : one}`)),
);
const modeSets: readonly KeyModes[] = [
  createKeyModes(),
  createKeyModes({ applicationCursorKeys: true }),
  createKeyModes({ applicationKeypad: true }),
  createKeyModes({ newline: true }),
  ...[1, 2].flatMap((modifyOtherKeys) =>
    [0, 1].map((formatOtherKeys) => createKeyModes({ modifyOtherKeys, formatOtherKeys })),
  ),
  ...[1, 2, 3, 4, 5, 8, 9, 15, 24, 31].map((kittyKeyboard) => createKeyModes({ kittyKeyboard })),
];

function tryEncode(key: Key, modes: KeyModes, event: KeyEvent = 'press'): string | undefined {
  try {
    return encodeKey(key, modes, event);
  } catch (error) {
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}

const encodeAgain = (inputs: readonly DecodedInput[], modes: KeyModes): string =>
  inputs
    .map((input) =>
      input.kind === 'key' ? encodeKey(input.key, modes, 'press') : input.kind === 'text' ? input.text : input.kind,
    )
    .join('');

/** What is wrong with how a key is decoded in these modes; undefined if it has no encoding. */
function findFaults(key: Key, modes: KeyModes): string[] | undefined {
  const encoded = tryEncode(key, modes);
  if (encoded === undefined) return undefined;
  const whole = decode([encoded], modes);
  const bytes = [...Buffer.from(encoded)].map((byte) => Buffer.from([byte]));
  const split = name(decode(bytes, modes)).join();
  const again = whole.length === 1 ? encodeAgain(whole, modes) : '';
  const released = name(decode([tryEncode(key, modes, 'release') ?? ''], modes));
  const facts = `${describeKey(key)} ${JSON.stringify(modes)}: ${JSON.stringify({ encoded, again, whole: name(whole), split, released })}`;
  return again === encoded && split === name(whole).join() && released.length === 0 ? [] : [facts];
}

test('every key of the table is decoded in every keyboard mode, whole and byte by byte [20.5.decoder]', () => {
  const results = modeSets.flatMap((modes) => keys.map((key) => findFaults(key, modes)));
  expect(results.flatMap((faults) => faults ?? []).slice(0, 30)).toEqual([]);
  expect(results.filter((faults) => faults !== undefined).length).toBeGreaterThan(8_000);
});

// What people call the keys that have the same bytes as others.
const named: readonly (readonly [bytes: string, names: readonly string[]])[] = [
  ['\r', ['Enter']],
  ['\t', ['Tab']],
  ['\x1b', ['Escape']],
  ['\x7f', ['Backspace']],
  ['\x01\x03\x08', ['Ctrl+a', 'Ctrl+c', 'Ctrl+h']],
  ['\0', ['Ctrl+Space']],
  ['\x1c\x1d\x1e\x1f', ['Ctrl+\\', 'Ctrl+]', 'Ctrl+^', 'Ctrl+_']],
  ['\x1bx\x1bX', ['Alt+x', 'Alt+X']],
  ['\x1b\r', ['Alt+Enter']],
  ['\x1b[', ['Alt+[']],
  ['\x1bO', ['Alt+O']],
  ['\x1b]', ['Alt+]']],
  ['\x1bP', ['Alt+P']],
  ['\x1b\x1b', ['Alt+Escape']],
  ['\x1bé', ['Alt+é']],
  ['\x1b[A\x1bOA', ['ArrowUp', 'ArrowUp']],
  ['\x1b\x1b[A', ['Alt+ArrowUp']],
  ['\x1b[1;5C', ['Ctrl+ArrowRight']],
  ['\x1b[Z', ['Shift+Tab']],
  ['\x1bOP\x1b[15~\x1b[24~', ['F1', 'F5', 'F12']],
  ['\x1b[1;2P', ['Shift+F1']],
  ['\x1b[1;2R', ['Shift+F3']],
  ['\x1b[1~\x1b[4~\x1b[7~\x1b[8~', ['Home', 'End', 'Home', 'End']],
  ['\x1bOj\x1bOM', ['KeypadMultiply', 'KeypadEnter']],
  // kitty, also with what other layouts and lock keys add
  ['\x1b[97;5u', ['Ctrl+a']],
  ['\x1b[97:65:98;6u', ['Ctrl+Shift+a']],
  ['\x1b[97;69u', ['Ctrl+a']],
  ['\x1b[97;2;65u', ['A']],
  ['\x1b[49:33;2u', ['!']],
  ['\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u', ['a', 'a']],
  ['\x1b[57441;2:1u\x1b[57441;1:3u', []],
  ['\x1b[57421u\x1b[57376u', ['PageUp', 'F13']],
  ['\x1b[0;;228u', ['ä']],
  ['\x1b[0;;97:769u', ['"a\u0301"']],
  // modifyOtherKeys
  ['\x1b[27;5;13~', ['Ctrl+Enter']],
  ['\x1b[27;6;65~', ['Ctrl+Shift+a']],
  ['\x1b[27;6;63~', ['Ctrl+?']],
  ['ls -l é漢\r', ['"ls -l é漢"', 'Enter']],
];

test.each(named)('%j is %j [20.5.decoder]', (bytes, names) => {
  expect(name(decode([bytes]))).toEqual(names);
});

const mouse: readonly MouseEvent[] = [true, false].flatMap((hasModifier) => {
  const modifiers = { ctrl: hasModifier, alt: hasModifier, shift: false };
  const at = { place: { row: 4, col: 9 }, modifiers };
  const buttons = ['left', 'middle', 'right'] as const;
  return [
    ...buttons.flatMap((button): MouseEvent[] => [
      { ...at, action: 'press', button },
      { ...at, action: 'move', button },
      { ...at, action: 'release', button },
    ]),
    { ...at, action: 'move', button: undefined },
    ...(['up', 'down', 'left', 'right'] as const).map(
      (direction): MouseEvent => ({ ...at, action: 'wheel', direction }),
    ),
    { ...at, action: 'press', button: 'left', place: { row: 0, col: 199 } },
  ];
});
const encodings: readonly MouseEncoding[] = ['default', 'utf8', 'sgr', 'urxvt', 'sgrPixels'];

test.each(encodings)('mouse events in the encoding %s are decoded, whole and split [20.5.decoder]', (encoding) => {
  const bytes = mouse.map((event) => encodeMouse(event, { tracking: 'any', encoding, cell }));
  const wanted = mouse.map((event) => ({ kind: 'mouse', event }));
  expect(decode([Buffer.concat(bytes)], { mouse: encoding })).toEqual(wanted);
  const single = bytes.flatMap((sequence) => [...sequence].map((byte) => Buffer.from([byte])));
  expect(decode(single, { mouse: encoding })).toEqual(wanted);
});

test('pastes and focus events are decoded, also across chunks [20.5.decoder]', () => {
  const paste = encodeBracketedPaste('two\nlines \x1b[A é').toString();
  expect(decode([`a${paste}b`])).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'paste', text: 'two\nlines \x1b[A é' },
    { kind: 'text', text: 'b' },
  ]);
  expect(decode([...Buffer.from(paste)].map((byte) => Buffer.from([byte])))).toEqual([
    { kind: 'paste', text: 'two\nlines \x1b[A é' },
  ]);
  const decoder = new InputDecoder();
  decoder.push(Buffer.from('\x1b[200~half'), plain);
  expect(decoder.flush(plain)).toEqual([]);
  expect(decoder.push(Buffer.from(' whole\x1b[201~'), plain)).toEqual([{ kind: 'paste', text: 'half whole' }]);
  expect(decode([encodeFocus(true), encodeFocus(false)])).toEqual([
    { kind: 'focus', isIn: true },
    { kind: 'focus', isIn: false },
  ]);
});

const replies = [
  '\x1b[?1;2c',
  '\x1b[>41;354;0c',
  '\x1bP!|54554953\x1b\\',
  '\x1b[0n',
  '\x1b[?997;1n',
  '\x1b[?12;40R',
  '\x1b[?2026;2$y',
  '\x1b[4;1$y',
  '\x1b]10;rgb:ffff/ffff/ffff\x07',
  '\x1b]11;rgb:0000/0000/0000\x1b\\',
  '\x1b]4;1;rgb:cd00/0000/0000\x1b\\',
  '\x1bP1+r544e=787465726d\x1b\\',
  '\x1bP0+r\x1b\\',
  '\x1bP1$r0m\x1b\\',
  '\x1bP>|kitty(0.35.2)\x1b\\',
  '\x1b[?31u',
  '\x1b[>4;2m',
  '\x1b[8;24;80t',
  '\x1b[6;18;9t',
  '\x1b_Gi=31;OK\x1b\\',
];

test.each(replies)('the reply %j is no input, whole or split [20.5.replies]', (reply) => {
  const kinds = (inputs: readonly DecodedInput[]): string[] => inputs.map(({ kind }) => kind);
  expect(kinds(decode([`${reply}x`]))).toEqual(['reply', 'text']);
  expect(kinds(decode([...Buffer.from(reply)].map((byte) => Buffer.from([byte]))))).toEqual(['reply']);
});

test('a position of the cursor is a reply while the program waits for one, else F3 with modifiers [20.5.replies]', () => {
  const decoder = new InputDecoder();
  decoder.notePositionQuery();
  expect(name(decoder.push(Buffer.from('\x1b[1;2R\x1b[1;2R'), plain))).toEqual(['reply', 'Shift+F3']);
});

test('keys that some terminals number are sent as xterm sends them [20.5.decoder]', () => {
  const translate = (source: string, modes: DecoderModes = plain): string =>
    toXtermKeys(Buffer.from(source, 'latin1'), modes).toString('latin1');
  expect(translate('a\x1b[1~\x1b[4~\x1b[7~\x1b[8~\x1b[11~\x1b[4;5~\xff')).toBe(
    'a\x1b[H\x1b[F\x1b[H\x1b[F\x1bOP\x1b[1;5F\xff',
  );
  expect(translate('\x1b[4~', { ...plain, applicationCursorKeys: true })).toBe('\x1bOF');
  for (const same of ['\x1b[5~\x1b[15~', '\x1b[99~', '\x1b[200~\x1b[4~\x1b[201~']) expect(translate(same)).toBe(same);
});

test('bytes without a name are reported as they are [20.5.unnamed]', () => {
  const unnamed = ['\x1b[99~', '\x1b[57428u', '\x1b[97;9u', '\xff', '\x1b[5;5X'];
  for (const bytes of unnamed)
    expect(decode([Buffer.from(bytes, 'latin1'), 'x'])).toEqual([
      { kind: 'unknown', bytes: Buffer.from(bytes, 'latin1') },
      { kind: 'text', text: 'x' },
    ]);
});
