import { describe, expect, test } from 'vitest';
import type { Modifiers } from './key-table.js';
import {
  createClick,
  createDrag,
  createHover,
  createScroll,
  encodeGesture,
  encodeMouse,
  type Gesture,
  type MouseEncoding,
  MouseError,
  type MouseEvent,
  type MouseTracking,
} from './mouse.js';

const none: Modifiers = { ctrl: false, alt: false, shift: false };
const all: Modifiers = { ctrl: true, alt: true, shift: true };
const cell = { width: 9, height: 18 };
const at = (col: number, row: number): { col: number; row: number } => ({ col: col - 1, row: row - 1 });
const place = at(10, 5);

/** Returns bytes as text, with ^[ for ESC. */
const shownAs = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\x1b', '^[');

// The bytes are those in xterm's ctlseqs document, for column 10 and row 5.
const events: readonly (readonly [string, MouseEvent, sgr: string, urxvt: string, three: string])[] = [
  ['left press', { action: 'press', button: 'left', place, modifiers: none }, '0;10;5M', '32;10;5M', ' *%'],
  ['middle press', { action: 'press', button: 'middle', place, modifiers: none }, '1;10;5M', '33;10;5M', '!*%'],
  ['right press', { action: 'press', button: 'right', place, modifiers: none }, '2;10;5M', '34;10;5M', '"*%'],
  ['left release', { action: 'release', button: 'left', place, modifiers: none }, '0;10;5m', '35;10;5M', '#*%'],
  ['right release', { action: 'release', button: 'right', place, modifiers: none }, '2;10;5m', '35;10;5M', '#*%'],
  ['left drag', { action: 'move', button: 'left', place, modifiers: none }, '32;10;5M', '64;10;5M', '@*%'],
  ['right drag', { action: 'move', button: 'right', place, modifiers: none }, '34;10;5M', '66;10;5M', 'B*%'],
  ['motion', { action: 'move', button: undefined, place, modifiers: none }, '35;10;5M', '67;10;5M', 'C*%'],
  ['wheel up', { action: 'wheel', direction: 'up', place, modifiers: none }, '64;10;5M', '96;10;5M', '`*%'],
  ['wheel down', { action: 'wheel', direction: 'down', place, modifiers: none }, '65;10;5M', '97;10;5M', 'a*%'],
  ['wheel left', { action: 'wheel', direction: 'left', place, modifiers: none }, '66;10;5M', '98;10;5M', 'b*%'],
  ['wheel right', { action: 'wheel', direction: 'right', place, modifiers: none }, '67;10;5M', '99;10;5M', 'c*%'],
  ['all held, left', { action: 'press', button: 'left', place, modifiers: all }, '28;10;5M', '60;10;5M', '<*%'],
  ['all held, release', { action: 'release', button: 'left', place, modifiers: all }, '28;10;5m', '63;10;5M', '?*%'],
  [
    'all held, wheel',
    { action: 'wheel', direction: 'right', place, modifiers: all },
    '95;10;5M',
    '127;10;5M',
    '\x7f*%',
  ],
];

describe('encodes an event in every encoding [4.mouse-encodings]', () => {
  test.each(events)('%s', (_what, event, sgr, urxvt, three) => {
    const encoded = (encoding: MouseEncoding): string =>
      shownAs(encodeMouse(event, { tracking: 'any', encoding, cell }));
    expect(encoded('sgr')).toBe(`^[[<${sgr}`);
    expect(encoded('urxvt')).toBe(`^[[${urxvt}`);
    expect(encoded('default')).toBe(`^[[M${three}`);
    expect(encoded('utf8')).toBe(`^[[M${three}`);
    // Column 10 covers pixels 82 to 90, row 5 pixels 73 to 90.
    expect(encoded('sgrPixels')).toBe(`^[[<${sgr.replace('10;5', '86;81')}`);
  });

  test.each([
    ['shift', 4],
    ['alt', 8],
    ['ctrl', 16],
  ] as const)('%s adds %d', (modifier, number) => {
    const event: MouseEvent = { action: 'press', button: 'left', place, modifiers: { ...none, [modifier]: true } };
    expect(shownAs(encodeMouse(event, { tracking: 'vt200', encoding: 'sgr', cell }))).toBe(`^[[<${number};10;5M`);
  });
});

const places: readonly (readonly [encoding: MouseEncoding, col: number, row: number, hex: string | undefined])[] = [
  ['default', 1, 1, '2121'],
  ['default', 95, 96, '7f80'],
  ['default', 223, 223, 'ffff'],
  ['default', 224, 1, undefined],
  ['default', 1, 224, undefined],
  ['utf8', 95, 96, '7fc280'],
  ['utf8', 224, 223, 'c480c3bf'],
  ['utf8', 1000, 1000, 'd088d088'],
];
test.each(places)('%s encodes column %d, row %d as %s [4.mouse-limits]', (encoding, col, row, hex) => {
  const event: MouseEvent = { action: 'press', button: 'left', place: at(col, row), modifiers: none };
  const encode = (): string => encodeMouse(event, { tracking: 'vt200', encoding, cell }).toString('hex');
  if (hex === undefined) expect(encode).toThrow(/X10 mouse encoding ends at 223/);
  else expect(encode()).toBe(`1b5b4d20${hex}`);
});

const gestures: Readonly<Record<string, Gesture>> = {
  click: createClick(place, 'left', 1, none),
  'double click': createClick(place, 'right', 2, none),
  wheel: createScroll(place, 'down', 2, none),
  drag: createDrag(at(10, 5), at(12, 6), 'left', none),
  'drag nowhere': createDrag(place, place, 'middle', none),
  hover: createHover(place, none),
};
const off = 'is rejected';
const encodings: readonly (readonly [gesture: string, tracking: MouseTracking, sgr: string])[] = [
  ['click', 'none', off],
  ['click', 'x10', '0;10;5M'],
  ['click', 'vt200', '0;10;5M 0;10;5m'],
  ['click', 'drag', '0;10;5M 0;10;5m'],
  ['click', 'any', '0;10;5M 0;10;5m'],
  ['double click', 'x10', '2;10;5M 2;10;5M'],
  ['double click', 'vt200', '2;10;5M 2;10;5m 2;10;5M 2;10;5m'],
  ['wheel', 'none', off],
  ['wheel', 'x10', off],
  ['wheel', 'vt200', '65;10;5M 65;10;5M'],
  ['drag', 'none', off],
  ['drag', 'x10', off],
  ['drag', 'vt200', '0;10;5M 0;12;6m'],
  ['drag', 'drag', '0;10;5M 32;11;6M 32;12;6M 0;12;6m'],
  ['drag', 'any', '0;10;5M 32;11;6M 32;12;6M 0;12;6m'],
  ['drag nowhere', 'any', '1;10;5M 1;10;5m'],
  ['hover', 'none', off],
  ['hover', 'x10', off],
  ['hover', 'vt200', off],
  ['hover', 'drag', off],
  ['hover', 'any', '35;10;5M'],
];
test.each(encodings)('a %s in mode %s: %s [4.mouse-modes, 4.mouse-off]', (name, tracking, sgr) => {
  const encode = (): string =>
    shownAs(encodeGesture(gestures[name] as Gesture, { tracking, encoding: 'sgr', cell }))
      .split('^[[<')
      .slice(1)
      .join(' ');
  if (sgr === off) expect(encode).toThrow(MouseError);
  else expect(encode()).toBe(sgr);
});

test('mode 9 does not report modifiers: they are rejected [4.mouse-limits]', () => {
  const gesture = createClick(place, 'left', 1, { ...none, ctrl: true });
  expect(() => encodeGesture(gesture, { tracking: 'x10', encoding: 'sgr', cell })).toThrow(
    /Modifiers are not supported in mouse mode 9/,
  );
});

const lines: readonly (readonly [from: [number, number], to: [number, number]])[] = [
  [
    [1, 1],
    [80, 1],
  ],
  [
    [80, 1],
    [1, 1],
  ],
  [
    [5, 1],
    [5, 24],
  ],
  [
    [1, 1],
    [24, 24],
  ],
  [
    [1, 1],
    [80, 24],
  ],
  [
    [80, 24],
    [3, 2],
  ],
  [
    [7, 20],
    [9, 2],
  ],
];
test.each(lines)('a drag from %j to %j moves from cell to cell [4.drag]', ([col, row], [toCol, toRow]) => {
  const path = createDrag(at(col, row), at(toCol, toRow), 'left', none).events.filter(
    ({ action }) => action === 'move',
  );
  expect(path.length).toBe(Math.max(Math.abs(toCol - col), Math.abs(toRow - row)));
  expect(path.at(-1)?.place).toEqual(at(toCol, toRow));
  let previous = at(col, row);
  for (const { place: next } of path) {
    const step = Math.max(Math.abs(next.col - previous.col), Math.abs(next.row - previous.row));
    expect(step).toBe(1);
    previous = next;
  }
});
