import { expect, test } from 'vitest';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { type Frame, FrameDecoder } from './frames.js';

const frame = (line: string, ansi?: string): RecordingEvent => ({
  timestampMicros: 1,
  direction: 'frame',
  line,
  ...(ansi === undefined ? {} : { ansi }),
});
const delta = (line: unknown, ansi?: unknown): RecordingEvent => ({
  timestampMicros: 1,
  direction: 'frame-delta',
  line: typeof line === 'string' ? line : JSON.stringify(line),
  ...(ansi === undefined ? {} : { ansi: JSON.stringify(ansi) }),
});
const lastOf = (...events: RecordingEvent[]): Frame | undefined => {
  const frames = new FrameDecoder();
  return events.map((event) => frames.decode(event)).at(-1);
};

test('a delta applies to the last keyframe, independent of deltas in between', () => {
  const frames = [frame('a\nb\n'), delta([[1, 'B']])];
  expect(lastOf(...frames)?.lines).toEqual(['a', 'B', '']);
  expect(
    lastOf(
      ...frames,
      delta([
        [0, 'A'],
        [1, 'b'],
      ]),
    )?.lines,
  ).toEqual(['A', 'b', '']);
  expect(lastOf(...frames, frame('x'), delta([]))?.lines).toEqual(['x']);
});

test('styles are separate from the text; a line without styles is its text', () => {
  const red = '\x1b[0;31mred\x1b[0m';
  const blue = '\x1b[0;38:2::0:0:255mblue\x1b[0m';
  expect(lastOf(frame('red\n', `${red}\n`))).toMatchObject({ lines: ['red', ''], styled: [red, ''] });
  expect(lastOf(frame('red\n', `${red}\n`), delta([[1, 'blue']], [[1, blue]]))).toMatchObject({
    lines: ['red', 'blue'],
    styled: [red, blue],
  });
  expect(lastOf(frame('red\n', `${red}\n`), delta([[0, 'none']]))?.styled).toEqual(['none', '']);
  expect(lastOf(frame('a\nb', 'a'))?.styled).toEqual(['a', 'b']);
});

test('a frame with more lines than a screen can have is truncated', () => {
  const tall = '\n'.repeat(5000);
  const { lines, styled } = lastOf(frame(tall, tall)) as Frame;
  expect([lines.length, styled.length]).toEqual([1000, 1000]);
});

test('escape codes and control characters other than styles are removed', () => {
  const nasty = '\x1b]0;title\x07a\x1b[2Jb\x1b[?1049hc\x1b[1md\u009b5me\r\x1b';
  const shown = lastOf(frame(nasty, nasty), delta([[0, nasty]], [[0, nasty]]));
  expect(shown).toMatchObject({
    lines: [']0;titlea[2Jb[?1049hc[1md5me'],
    styled: [']0;titlea[2Jb[?1049hc\x1b[1md5me'],
  });
});

test.each<[what: string, line: unknown, ansi?: unknown]>([
  ['that is not JSON', '[[0,'],
  ['that is not a list', '{}'],
  ['with an incomplete line', [[0]]],
  ['with a line below the screen', [[2, 'x']]],
  ['with a line far below the screen', [[4_000_000_000, 'x']]],
  ['with a line above the screen', [[-1, 'x']]],
  ['with half a line number', [[0.5, 'x']]],
  ['with a number instead of text', [[0, 1]]],
  ['with broken styles', [[0, 'x']], [[7, 'x']]],
])('a delta %s is invalid, but the next one is decoded', (_, line, ansi) => {
  expect(lastOf(frame('a\nb'), delta(line, ansi))).toBeUndefined();
  expect(lastOf(frame('a\nb'), delta(line, ansi), delta([[0, 'c']]))?.lines).toEqual(['c', 'b']);
});

test('a member that a delta does not have is that of its keyframe; recordings of earlier versions have none', () => {
  const cursor = { row: 1, col: 2, visible: true };
  const exit = { exitCode: null, signal: 'SIGTERM', timedOut: false };
  const key = { ...frame('a'), cols: 9, cursor, title: 'a\x1b]b', altScreen: true, colors: { background: '#00ff00' } };
  expect(lastOf(key, { ...delta([]), title: 'other', exit }, { ...delta([]), cursor: { ...cursor, col: 9 } })).toEqual({
    lines: ['a'],
    styled: ['a'],
    cols: 9,
    cursor: { row: 0, col: 8, isVisible: true },
    title: 'a]b',
    isAlternate: true,
    exit: undefined,
    ownColors: { background: 0xff00, palette: new Map() },
    isReversed: false,
  });
  expect(lastOf(key, { ...delta([]), exit })?.exit).toEqual({ exitCode: null, signal: 'SIGTERM', isTimedOut: false });
  expect(lastOf(frame('a'))).toEqual({ lines: ['a'], styled: ['a'], isReversed: false });
});

test('a delta without a keyframe is invalid', () => {
  expect(lastOf(delta([[0, 'a']]))).toBeUndefined();
});
