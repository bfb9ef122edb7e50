import { expect, onTestFinished, test } from 'vitest';
import type { Theme } from '../pictures/themes.js';
import { findTheme } from '../pictures/themes.js';
import { Emulator } from '../terminal/emulator.js';
import { createTerminal } from '../tests/support/terminal.js';
import { FrameEncoder, type UntimedEvent } from './frames.js';

/** The events for screens after each output, sampled every `afterMs`, without the optional members. */
function recorded(isStyled: boolean, afterMs: number, ...outputs: string[]): (UntimedEvent | undefined)[] {
  const emulator = createTerminal({ cols: 20, rows: 4 });
  const sampler = new FrameEncoder(isStyled);
  return outputs.map((output, index) => {
    emulator.feed(Buffer.from(output));
    return linesOf(sampler.encode(emulator.getScreen(), index * afterMs));
  });
}

function linesOf(event: UntimedEvent | undefined): UntimedEvent | undefined {
  if (event === undefined) return undefined;
  const { direction, line, ansi } = event;
  return { direction, line, ...(ansi === undefined ? {} : { ansi }) };
}

const outputs = [
  '',
  '\x1b[2;1H\x1b[31mred',
  '\x1b[3;1H\x1b[0;42m  \x1b[0m',
  '\x1b[2;1H   ',
  '\x1b[4;1H日本',
  '\x1b[2;1H\x1b[1mbold',
];

test('a delta lists every line that changed since the keyframe, as text and with styles [9.record-delta, 9.record-styles]', () => {
  const [key, ...deltas] = recorded(true, 1, ...outputs);
  expect(key).toEqual({ direction: 'frame', line: '\n\n\n', ansi: '\n\n\n' });
  const linesIn = (delta: UntimedEvent | undefined): number[] =>
    (JSON.parse(delta?.line ?? '') as [number, string][]).map(([index]) => index);
  expect(deltas.map(linesIn)).toEqual([[1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3]]);
  const styled = [
    [1, '\x1b[0;1mbold\x1b[0m'],
    [2, '\x1b[0;42m  \x1b[0m'],
    [3, '日本'],
  ];
  expect(JSON.parse(deltas.at(-1)?.ansi ?? '')).toEqual(styled);
});

test('a keyframe follows a second after the last one, if the screen has changed [9.record-keyframes]', () => {
  const directions = recorded(false, 400, 'a', 'b', 'c', 'd', '', '', 'e', '').map((happening) => happening?.direction);
  const [frame, delta, nothing] = ['frame', 'frame-delta', undefined];
  expect(directions).toEqual([frame, delta, delta, frame, nothing, nothing, frame, nothing]);
});

test('each new size starts with a keyframe [9.record-delta]', () => {
  const emulator = createTerminal({ cols: 20, rows: 4 }, 'text');
  const sampler = new FrameEncoder(false);
  const sizes = [
    [20, 4],
    [30, 4],
    [30, 3],
  ] as const;
  const frames = sizes.map(([cols, rows]) => {
    emulator.resize(cols, rows);
    return linesOf(sampler.encode(emulator.getScreen(), 1));
  });
  expect(frames).toEqual(['text\n\n\n', 'text\n\n\n', 'text\n\n'].map((line) => ({ direction: 'frame', line })));
});

test('invisible changes are not recorded [9.record-interval]', () => {
  const same = ['x', '\rx', '\x1b[5n', '\x1b[31m', '\x1b]7;file://host/\x07', '\x07', '\x1b[?2004h'];
  expect(recorded(true, 1, ...same).filter((happening) => happening !== undefined).length).toBe(1);
  expect(recorded(false, 1, 'x', '\r\x1b[31mx').filter((happening) => happening !== undefined).length).toBe(1);
  expect(recorded(false, 1, 'x', '\x1b]11;#123456\x07').filter((event) => event !== undefined).length).toBe(1);
});

const profile = { version: '1', colors: findTheme('pty-default-dark', undefined) as Theme };

/** The events of some outputs, a second apart, in a recording with styles. */
function eventsOf(...outputs: string[]): (UntimedEvent | undefined)[] {
  const emulator = new Emulator({ cols: 20, rows: 2, scrollback: 0, firstRevision: 1, profile, answer: () => {} });
  onTestFinished(() => emulator.dispose());
  const encoder = new FrameEncoder(true);
  return outputs.map((output, index) => {
    emulator.feed(Buffer.from(output));
    return encoder.encode(emulator.getScreen(), index * 1000);
  });
}

test('a keyframe has the cursor, the title, the width and the screen; a delta what has changed since [9.record-members]', () => {
  const cursor = { row: 1, col: 5, visible: true };
  const [key, ...deltas] = eventsOf('text', '\x1b[2;3H', '\x1b]0;name\x07', '\x1b[?25l', '\x1b[1;5H\x1b[?25h');
  expect(key).toEqual({
    direction: 'frame',
    line: 'text\n',
    ansi: 'text\n',
    cols: 20,
    cursor,
    title: '',
    altScreen: false,
  });
  const delta = { direction: 'frame-delta', line: '[]', ansi: '[]' };
  expect(deltas).toEqual([
    { ...delta, cursor: { row: 2, col: 3, visible: true } },
    { ...delta, cursor: { row: 2, col: 3, visible: true }, title: 'name' },
    { ...delta, cursor: { row: 2, col: 3, visible: false }, title: 'name' },
    { ...delta, cursor, title: 'name' },
  ]);
});

test('colors that the program sets are in keyframes, and each change of them is one [9.record-colors]', () => {
  const set = '\x1b]4;1;#ff0000;255;rgb:00/00/ff\x07\x1b]11;#102030\x07';
  const events = eventsOf('x', set, '\x1b[?5h', '\x1b]111\x07\x1b]104\x07', '\x1b[?5l');
  const [palette, background] = [{ 1: '#ff0000', 255: '#0000ff' }, '#102030'];
  expect(events.map((event) => event?.direction)).toEqual(Array.from({ length: 5 }, () => 'frame'));
  expect(events.map((event) => event?.colors)).toEqual([
    undefined,
    { palette, background },
    { palette, background, reversed: true },
    { reversed: true },
    undefined,
  ]);
});

test('the exit is in each frame after it, and the next program begins with a keyframe [9.record-exit]', () => {
  const emulator = createTerminal({ cols: 20, rows: 1 });
  const encoder = new FrameEncoder(false);
  const exit = { exitCode: 3, signal: null, isTimedOut: true };
  const sample = (output: string, ended?: typeof exit): UntimedEvent | undefined => {
    emulator.feed(Buffer.from(output));
    return encoder.encode(emulator.getScreen(), 0, ended);
  };
  expect(sample('a')).not.toHaveProperty('exit');
  const recordedExit = { exitCode: 3, signal: null, timedOut: true };
  expect(sample('', exit)).toEqual({ direction: 'frame-delta', line: '[]', exit: recordedExit });
  expect(sample('', exit)).toBeUndefined();
  const next = sample('');
  expect(next?.direction).toBe('frame');
  expect(next).not.toHaveProperty('exit');
});
