import { expect, test } from 'vitest';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { type Frame, FrameDecoder } from './frame-decoder.js';

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

test('applies a delta to the last keyframe regardless of other deltas in between', () => {
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

test('returns styled lines next to the text; lines without styles are returned as text', () => {
  const red = '\x1b[0;31mred\x1b[0m';
  const blue = '\x1b[0;38:2::0:0:255mblue\x1b[0m';
  expect(lastOf(frame('red\n', `${red}\n`))).toEqual({ lines: ['red', ''], styled: [red, ''] });
  expect(lastOf(frame('red\n', `${red}\n`), delta([[1, 'blue']], [[1, blue]]))).toEqual({
    lines: ['red', 'blue'],
    styled: [red, blue],
  });
  expect(lastOf(frame('red\n', `${red}\n`), delta([[0, 'none']]))?.styled).toEqual(['none', '']);
  expect(lastOf(frame('a\nb', 'a'))?.styled).toEqual(['a', 'b']);
});

test('cuts a frame with more lines than the maximum of a screen', () => {
  const tall = '\n'.repeat(5000);
  const { lines, styled } = lastOf(frame(tall, tall)) as Frame;
  expect([lines.length, styled.length]).toEqual([1000, 1000]);
});

test('removes all escape codes and control characters except styles', () => {
  const nasty = '\x1b]0;title\x07a\x1b[2Jb\x1b[?1049hc\x1b[1md\u009b5me\r\x1b';
  const shown = lastOf(frame(nasty, nasty), delta([[0, nasty]], [[0, nasty]]));
  expect(shown).toEqual({ lines: [']0;titlea[2Jb[?1049hc[1md5me'], styled: [']0;titlea[2Jb[?1049hc\x1b[1md5me'] });
});

test.each<[what: string, line: unknown, ansi?: unknown]>([
  ['that is not JSON', '[[0,'],
  ['that is not a list', '{}'],
  ['with a line without text', [[0]]],
  ['with a line below the screen', [[2, 'x']]],
  ['with a line far below the screen', [[4_000_000_000, 'x']]],
  ['with a line above the screen', [[-1, 'x']]],
  ['with half a line number', [[0.5, 'x']]],
  ['with a number for text', [[0, 1]]],
  ['with broken styles', [[0, 'x']], [[7, 'x']]],
])('ignores a delta %s, and decodes the next one', (_, line, ansi) => {
  expect(lastOf(frame('a\nb'), delta(line, ansi))).toBeUndefined();
  expect(lastOf(frame('a\nb'), delta(line, ansi), delta([[0, 'c']]))?.lines).toEqual(['c', 'b']);
});

test('ignores a delta before the first frame', () => {
  expect(lastOf(delta([[0, 'a']]))).toBeUndefined();
});
