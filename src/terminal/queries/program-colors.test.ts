import { expect, test } from 'vitest';
import { ProgramColours } from './program-colors.js';

const first = { foreground: 1, background: 2, cursor: 3, palette: Array.from({ length: 256 }, (_, slot) => slot) };

// Whoever compares two screens takes other colours for a change.
test.each<[what: string, act: (colours: ProgramColours) => void]>([
  ['a colour is set to what it is', (colours) => colours.set('background', 7)],
  ['a slot is set to what it is', (colours) => colours.set(1, 8)],
  ['a colour that is the first one is reset', (colours) => colours.reset('cursor')],
  ['a slot that is the first one is reset', (colours) => colours.reset(2)],
])('colours are the same when %s [7.revision-same]', (_, act) => {
  const colours = new ProgramColours(first);
  colours.set('background', 7);
  colours.set(1, 8);
  const before = colours.own;
  act(colours);
  expect(colours.own).toBe(before);
  colours.set(1, 9);
  expect(colours.own).not.toBe(before);
  expect(colours.at(1)).toBe(9);
  colours.resetAll();
  expect(colours.own).toBeUndefined();
});
