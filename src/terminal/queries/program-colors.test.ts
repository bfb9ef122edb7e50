import { expect, test } from 'vitest';
import { ProgramColors } from './program-colors.js';

const first = { foreground: 1, background: 2, cursor: 3, palette: Array.from({ length: 256 }, (_, slot) => slot) };

// Screens are compared by identity, so equal colors must be the same object.
test.each<[what: string, act: (colors: ProgramColors) => void]>([
  ['a color is set to its current value', (colors) => colors.set('background', 7)],
  ['a slot is set to its current value', (colors) => colors.set(1, 8)],
  ['a color with its initial value is reset', (colors) => colors.reset('cursor')],
  ['a slot with its initial value is reset', (colors) => colors.reset(2)],
])('colors are the same object when %s [7.revision-same]', (_, act) => {
  const colors = new ProgramColors(first);
  colors.set('background', 7);
  colors.set(1, 8);
  const before = colors.own;
  act(colors);
  expect(colors.own).toBe(before);
  colors.set(1, 9);
  expect(colors.own).not.toBe(before);
  expect(colors.getColor(1)).toBe(9);
  colors.resetAll();
  expect(colors.own).toBeUndefined();
});
