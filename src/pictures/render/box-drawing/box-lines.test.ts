import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cellSizes, countPieces, edgeOf, maskOf, repeatCell, type Side } from '../../../tests/support/masks.js';

const sidesByWord: Readonly<Record<string, readonly Side[]>> = {
  UP: ['up'],
  RIGHT: ['right'],
  DOWN: ['down'],
  LEFT: ['left'],
  VERTICAL: ['up', 'down'],
  HORIZONTAL: ['left', 'right'],
};
const weightByWord: Readonly<Record<string, string>> = {
  LIGHT: 'light',
  SINGLE: 'light',
  HEAVY: 'heavy',
  DOUBLE: 'double',
};
type Arms = Partial<Record<Side, string>>;

/** Returns the weight of each arm according to the character's name: "DOWN LIGHT AND RIGHT UP HEAVY". */
function armsOf(name: string): Arms {
  const [first = ''] = name.split(' ');
  const arms = name.split(' AND ').flatMap((part) => {
    const words = part.split(' ');
    const weight = weightByWord[words.find((word) => word in weightByWord) ?? first];
    return words.flatMap((word) => (sidesByWord[word] ?? []).map((side) => [side, weight]));
  });
  return Object.fromEntries(arms);
}

const characters = readFileSync('fixtures/box-drawing-names.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => {
    const [, character = '', name = ''] = /^\S+ (.) BOX DRAWINGS (.+)$/.exec(row) ?? [];
    return { character, name, arms: armsOf(name) };
  });
const solid = characters.filter(({ name }) => !/DASH|DIAGONAL/.test(name));
const withArm = (side: Side, weight: string): typeof solid => solid.filter(({ arms }) => arms[side] === weight);

test('derives the arms from the names', () => {
  expect(characters.length).toBe(128);
  const named = (wanted: string): Arms | undefined => characters.find(({ character }) => character === wanted)?.arms;
  expect(named('┡')).toEqual({ up: 'heavy', right: 'heavy', down: 'light' });
  expect(named('╬')).toEqual({ up: 'double', right: 'double', down: 'double', left: 'double' });
  expect(named('╼')).toEqual({ left: 'light', right: 'heavy' });
  expect(named('╭')).toEqual({ down: 'light', right: 'light' });
});

test.each(cellSizes)('arms of one weight meet at the edge without a gap or a step, %d by %d', (width, height) => {
  for (const weight of ['light', 'heavy', 'double'])
    for (const [side, opposite] of [
      ['right', 'left'],
      ['down', 'up'],
    ] as const) {
      const edges = [side, opposite].flatMap((one) =>
        withArm(one, weight).map(({ character }) => edgeOf(maskOf(character, width, height), width, one).join()),
      );
      expect(edges.length).toBeGreaterThan(20);
      expect(new Set(edges).size, `${weight} ${side}`).toBe(1);
    }
});

test.each(cellSizes)(
  'an edge is inked for the thickness of its arm, and blank without an arm, %d by %d',
  (width, height) => {
    const light = Math.max(1, Math.round(height / 16));
    const thicknesses: Readonly<Record<string, number>> = { light, heavy: 2 * light, double: 2 * light };
    for (const { character, arms } of solid) {
      const mask = maskOf(character, width, height);
      for (const side of ['up', 'right', 'down', 'left'] as const) {
        const ink = edgeOf(mask, width, side).filter((coverage) => coverage > 0);
        const thickness = thicknesses[arms[side] ?? ''] ?? 0;
        expect(ink, `${character} ${side}`).toEqual(Array.from({ length: thickness }, () => 255));
      }
    }
  },
);

test.each(cellSizes)('a light line continues inside a heavy one, %d by %d', (width, height) => {
  for (const [light, heavy, side] of [
    ['─', '━', 'left'],
    ['│', '┃', 'up'],
  ] as const) {
    const wide = edgeOf(maskOf(heavy, width, height), width, side);
    const narrow = edgeOf(maskOf(light, width, height), width, side);
    expect(narrow.every((coverage, at) => coverage <= (wide[at] ?? 0))).toBe(true);
  }
});

// Characters with parallel double lines; every other character is one piece.
const pieces: Readonly<Record<string, number>> = Object.fromEntries(
  ['═║╔╗╚╝╟╢╤╧', '╠╣╦╩', '╬'].flatMap((row, index) => [...row].map((character) => [character, index + 2])),
);

test.each(cellSizes)('the arms of a character are connected, %d by %d', (width, height) => {
  for (const { character } of solid)
    expect(countPieces(maskOf(character, width, height), width), character).toBe(pieces[character] ?? 1);
});

test.each([
  ['┄', 3],
  ['┅', 3],
  ['┆', 3],
  ['┇', 3],
  ['┈', 4],
  ['┉', 4],
  ['┊', 4],
  ['┋', 4],
  ['╌', 2],
  ['╍', 2],
  ['╎', 2],
  ['╏', 2],
] as const)('%s has %d dashes, and a gap between cells', (character, count) => {
  const isVertical = '┆┇┊┋╎╏'.includes(character);
  for (const [width, height] of cellSizes) {
    const mask = maskOf(character, width, height);
    if ((isVertical ? height : width) < 2 * count) continue;
    expect(countPieces(mask, width)).toBe(count);
    const twice = repeatCell(mask, width, isVertical);
    expect(countPieces(twice.mask, twice.width)).toBe(2 * count);
  }
});

test('diagonals reach their corners and no others', () => {
  for (const [width, height] of cellSizes) {
    const corners = (character: string): boolean[] => {
      const mask = maskOf(character, width, height);
      return [0, width - 1, (height - 1) * width, height * width - 1].map((at) => (mask[at] ?? 0) > 0);
    };
    expect(corners('╱')).toEqual([false, true, true, false]);
    expect(corners('╲')).toEqual([true, false, false, true]);
    expect(corners('╳')).toEqual([true, true, true, true]);
  }
});
