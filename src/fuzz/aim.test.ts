import { expect, test } from 'vitest';
import { Emulator } from '../terminal/emulator.js';
import { aimAction } from './aim.js';
import type { PlannedAction } from './plan.js';

const open = (output: string): Emulator => {
  const emulator = new Emulator({ cols: 20, rows: 5, scrollback: 0, firstRevision: 1, answer: () => {} });
  emulator.feed(Buffer.from(output));
  return emulator;
};
const aim = (planned: PlannedAction, output: string): unknown => {
  const emulator = open(output);
  return aimAction(planned, emulator, emulator.getScreen());
};
const click = { do: 'click', on: 'text', place: 3, button: 'right' } as const;

test.each([
  [{ do: 'paste', text: 'x' }, '\x1b[?2004h', { do: 'paste', text: 'x' }],
  [{ do: 'focus', isIn: true }, '\x1b[?1004h', { do: 'focus', isIn: true }],
  [{ do: 'wheel', direction: 'up', count: 2 }, '\x1b[?1000h', { do: 'wheel', direction: 'up', count: 2 }],
  [{ do: 'drag', from: 0, to: 21 }, '\x1b[?1002h', { do: 'drag', from: { row: 1, col: 1 }, to: { row: 2, col: 2 } }],
  [click, '\x1b[?1000h a\r\n\r\n漢b', { do: 'click', at: { row: 1, col: 2 }, button: 'right' }],
] as const)('%j is sent only while the program has enabled it [21.enabled]', (planned, output, action) => {
  expect(aim(planned, output.replace(/^\x1b\[\?\d+h/, ''))).toBeUndefined();
  expect(aim(planned, output)).toEqual(action);
});

test('clicks are on text, and elsewhere if there is none [21.enabled]', () => {
  const at = (place: number, output: string): unknown =>
    (aim({ ...click, place }, `\x1b[?1000h${output}`) as { readonly at: unknown }).at;
  expect([0, 1, 2, 3].map((place) => at(place, '\x1b[2;3Ha漢b'))).toEqual([3, 4, 6, 3].map((col) => ({ row: 2, col })));
  expect(at(47, '')).toEqual({ row: 3, col: 8 });
  expect(aim({ ...click, on: 'screen', place: 47 }, '\x1b[?1000h\x1b[2;3Ha')).toMatchObject({ at: { row: 3, col: 8 } });
});
