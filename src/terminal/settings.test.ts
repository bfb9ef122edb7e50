import { expect, test } from 'vitest';
import { loadTheme } from '../pictures/options.js';
import { Emulator } from './emulator.js';
import {
  type ChangeName,
  changeNames,
  createRepair,
  noteNames,
  type SettingName,
  type TerminalSettings,
} from './settings.js';

function createEmulator(): Emulator {
  const profile = {
    version: '0',
    colors: loadTheme('pty-default-dark', undefined),
  };
  return new Emulator({
    cols: 40,
    rows: 10,
    scrollback: 10,
    firstRevision: 1,
    profile,
    answer: () => {},
  });
}

function findDifferent(before: TerminalSettings, after: TerminalSettings): Partial<Record<SettingName, unknown>> {
  const names = [...changeNames, ...noteNames].filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}

// For each setting, what a program writes, and the value that it leaves.
const changes: readonly (readonly [ChangeName, output: string, value: unknown])[] = [
  ['alternateScreen', '\x1b[?1049h', true],
  ['alternateScreen', '\x1b[?47h', true],
  ['mouseTracking', '\x1b[?1003h', 'any'],
  ['mouseTracking', '\x1b[?1000h', 'vt200'],
  ['bracketedPaste', '\x1b[?2004h', true],
  ['focusEvents', '\x1b[?1004h', true],
  ['kittyKeyboard', '\x1b[>5u', 'flags 5, 1 pushed'],
  ['kittyKeyboard', '\x1b[=1u', 'flags 1'],
  ['kittyKeyboard', '\x1b[>0u', 'flags 0, 1 pushed'],
  ['kittyKeyboard', '\x1b[?47h\x1b[>1u\x1b[?47l', 'alternate screen: flags 1, 1 pushed'],
  ['modifyOtherKeys', '\x1b[>4;2m', 2],
  ['applicationCursorKeys', '\x1b[?1h', true],
  ['applicationKeypad', '\x1b=', true],
  ['cursorVisible', '\x1b[?25l', false],
  ['synchronizedOutput', '\x1b[?2026h', true],
  ['scrollRegion', '\x1b[2;5r', 'rows 2 to 5'],
  ['style', '\x1b[1;38;2;1;2;3m', '1;38;2;1;2;3'],
  ['style', '\x1b[4:3m', '4:3'],
  ['charset', '\x1b(0', 'G0, line drawing'],
  ['charset', '\x0e', 'G1, ASCII'],
  ['wraparound', '\x1b[?7l', false],
  ['origin', '\x1b[?6h', true],
  ['insert', '\x1b[4h', true],
  ['newline', '\x1b[20h', true],
  ['reverseScreen', '\x1b[?5h', true],
  ['palette', '\x1b]4;1;#102030;300;#fff\x07', '1 #102030'],
  ['foregroundColor', '\x1b]10;rgb:11/22/33\x07', '#112233'],
  ['backgroundColor', '\x1b]11;rgb:11/22/33\x07', '#112233'],
  ['cursorColor', '\x1b]12;rgb:11/22/33\x07', '#112233'],
  ['link', '\x1b]8;id=1;https://example.com/a;b\x07', 'https://example.com/a;b'],
  ['progress', '\x1b]9;4;1;50\x07', 'normal, 50 %'],
  ['progress', '\x1b]9;4;3\x07', 'indeterminate'],
  ['modes', '\x1b[?7727h\x1b[?2031;1007h', '7727 2031 1007'],
];

test.each(changes)('%s is changed by %j to %j, and repaired', (name, output, value) => {
  const emulator = createEmulator();
  const initial = emulator.settings;
  emulator.feed(Buffer.from(output));
  const left = emulator.settings;
  expect(findDifferent(initial, left)).toEqual({ [name]: value });
  const repair = createRepair(new Set([name]), initial, left);
  emulator.feed(Buffer.from(repair));
  expect(findDifferent(initial, emulator.settings)).toEqual({});
  // Back to what it was at a mark.
  emulator.feed(Buffer.from(createRepair(new Set([name]), left, initial)));
  const again = emulator.settings[name];
  if (name !== 'kittyKeyboard' && name !== 'charset' && name !== 'progress') expect(again).toBe(value);
  emulator.dispose();
});

test('every setting that counts has a case', () => {
  expect([...new Set(changes.map(([name]) => name))]).toEqual(changeNames);
});

test('all settings are repaired together, and a full reset repairs all of them', () => {
  for (const createEnd of [createRepair, () => '\x1bc']) {
    const emulator = createEmulator();
    const initial = emulator.settings;
    for (const [, output] of changes) emulator.feed(Buffer.from(output));
    emulator.feed(Buffer.from('\x1b[?1049h\x1b[>1u'));
    const left = emulator.settings;
    emulator.feed(Buffer.from(`\r${createEnd(new Set<string>(changeNames), initial, left)}\r`));
    expect(findDifferent(initial, emulator.settings)).toEqual({});
    emulator.dispose();
  }
});

// What programs leave that behave well: ncurses, visidata, dialog.
const harmless = [
  '\x1b(B',
  '\x1b)0',
  '\x1b[?12l',
  '\x1b[?12h',
  '\x1b[?1034h',
  '\x1b7',
  '\x1b[23t',
  '\x1b[?1048h',
  '\x1b[?2027h',
  '\x1b[?7h',
];
test.each(harmless)('%j changes nothing', (output) => {
  const emulator = createEmulator();
  const initial = emulator.settings;
  emulator.feed(Buffer.from(output));
  expect(findDifferent(initial, emulator.settings)).toEqual({});
  emulator.dispose();
});

// For each setting that is only noted, what a program writes, and the value that it leaves.
const notes: readonly (readonly [SettingName, output: string, value: unknown])[] = [
  ['title', '\x1b]2;a\x07', 'a'],
  ['cursorShape', '\x1b[6 q', 'bar'],
  ['cursorColumn', 'abc', 4],
  ['cursorColumn', 'x'.repeat(40), 40],
  ['mouseEncoding', '\x1b[?1006h', 'sgr'],
];
test.each(notes)('%s is changed by %j to %j', (name, output, value) => {
  const emulator = createEmulator();
  const initial = emulator.settings;
  emulator.feed(Buffer.from(output));
  expect(findDifferent(initial, emulator.settings)).toEqual({ [name]: value });
  emulator.dispose();
});
