import { expect, test } from 'vitest';
import { createTerminal } from '../testing/terminal.js';
import type { UntimedEvent } from './format.js';
import { FrameEncoder } from './frame-encoder.js';

/** The events for screens after each output, sampled every `afterMs`. */
function recorded(isStyled: boolean, afterMs: number, ...outputs: string[]): (UntimedEvent | undefined)[] {
  const emulator = createTerminal({ cols: 20, rows: 4 });
  const sampler = new FrameEncoder(isStyled);
  return outputs.map((output, index) => {
    emulator.feed(Buffer.from(output));
    return sampler.encode(emulator.getScreen(), index * afterMs);
  });
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
    return sampler.encode(emulator.getScreen(), 1);
  });
  expect(frames).toEqual(['text\n\n\n', 'text\n\n\n', 'text\n\n'].map((line) => ({ direction: 'frame', line })));
});

test('invisible changes are not recorded [9.record-interval]', () => {
  const same = ['x', '\rx', '\x1b[5n', '\x1b]0;title\x07', '\x1b[5;3H', '\x1b[?25l', '\x1b[31m'];
  expect(recorded(true, 1, ...same).filter((happening) => happening !== undefined).length).toBe(1);
  expect(recorded(false, 1, 'x', '\r\x1b[31mx').filter((happening) => happening !== undefined).length).toBe(1);
});
