import { expect, test } from 'vitest';
import { cellSizes, countPieces, edgeOf, listIntegers, maskOf } from '../../../tests/support/masks.js';
import { createBoxMask } from '../../glyphs/boxes.js';

const figures = '■□▪▫▲△▴▵▶▷▸▹►▻▼▽▾▿◀◁◂◃◄◅◆◇○●◉◌◐◑◒◓◦•✓✔✗✘☐☑☒←↑→↓↔↕⇐⇒';
const blank = 0x2800;
const covered = [
  ...listIntegers(0x2500, 0x259f),
  ...listIntegers(0x2800, 0x28ff),
  ...listIntegers(0xe0a0, 0xe0a3),
  ...listIntegers(0xe0b0, 0xe0bf),
  ...listIntegers(0x1fb00, 0x1fb3b),
  ...listIntegers(0x1fb70, 0x1fb8b),
  ...listIntegers(0x23ba, 0x23bd),
  ...[...figures].map((figure) => figure.codePointAt(0) ?? 0),
];

test.each(cellSizes)('draws every character in a cell of %d by %d, identically each time', (width, height) => {
  for (const codePoint of covered) {
    const mask = maskOf(codePoint, width, height);
    const name = String.fromCodePoint(codePoint);
    expect(mask.length).toBe(width * height);
    expect(
      mask.some((coverage) => coverage > 0),
      name,
    ).toBe(codePoint !== blank);
    expect(maskOf(codePoint, width, height).join(), name).toBe(mask.join());
  }
});

test('draws no two characters alike, except the diagonals', () => {
  const looks = new Map<string, string>();
  for (const codePoint of covered) {
    const look = maskOf(codePoint, 18, 36).join();
    looks.set(look, (looks.get(look) ?? '') + String.fromCodePoint(codePoint));
  }
  const alike = [...looks.values()].filter((characters) => [...characters].length > 1);
  expect(alike).toEqual(['╱\ue0bb\ue0bd', '╲\ue0b9\ue0bf']);
});

test.each([
  'a',
  ' ',
  '世',
  '…',
  '\u24ff',
  '\u25a3',
  '\u27ff',
  '\u2900',
  '\ue09f',
  '\ue0a4',
  '\ue0af',
  '\ue0c0',
  '\u{1fb3c}',
  '\u{1fb8c}',
])('leaves %j to the font', (character) => {
  expect(createBoxMask(character.codePointAt(0) ?? 0, 9, 18)).toBeUndefined();
});

const complements = '▀▄ ▌▐ ▔▇ ▕▉ ▖▜ ▗▛ ▘▟ ▝▙ ▚▞ 🮂▆ 🮃▅ 🮄▃ 🮅▂ 🮆▁ 🮇▊ 🮈▋ 🮉▍ 🮊▎ 🮋▏'.split(' ');

test.each(complements.map((pair) => [...pair]))('%s and %s together fill the cell and share no pixel', (one, other) => {
  for (const [width, height] of cellSizes) {
    const [left, right] = [maskOf(one ?? '', width, height), maskOf(other ?? '', width, height)];
    const sum = left.map((coverage, at) => coverage + (right[at] ?? 0));
    expect(sum.every((coverage) => coverage === 255)).toBe(true);
    expect(left.every((coverage) => coverage === 0 || coverage === 255)).toBe(true);
  }
});

test('a full block is opaque, and shades are uniform with a quarter, a half and three quarters of it', () => {
  for (const [width, height] of cellSizes) {
    const tints = [...'░▒▓█'].map((shade) => [...new Set(maskOf(shade, width, height))]);
    expect(tints).toEqual([[63], [127], [191], [255]]);
  }
});

test.each(['▁▂▃▄▅▆▇█', '▏▎▍▌▋▊▉█', '▔🮂🮃▀🮄🮅🮆█', '▕🮇🮈▐🮉🮊🮋█'])(
  'the eighth blocks %s grow with each character',
  (steps) => {
    for (const [width, height] of cellSizes) {
      const areas = [...steps].map((step) => maskOf(step, width, height).filter((coverage) => coverage > 0).length);
      expect(areas).toEqual(areas.toSorted((one, other) => one - other));
      // A cell of seven columns has only seven steps.
      expect(new Set(areas).size).toBeGreaterThanOrEqual(Math.min(8, width));
    }
  },
);

test('braille has one dot per bit, separated from each other and from the next cell', () => {
  for (const [width, height] of cellSizes)
    for (const codePoint of listIntegers(0x2800, 0x28ff)) {
      const mask = maskOf(codePoint, width, height);
      const bits = [...(codePoint - blank).toString(2)].filter((bit) => bit === '1').length;
      expect(countPieces(mask, width), codePoint.toString(16)).toBe(bits);
      expect([...edgeOf(mask, width, 'right'), ...edgeOf(mask, width, 'down')].every((ink) => ink === 0)).toBe(true);
    }
});

test.each([
  ['⠁', 0, 0],
  ['⠂', 0, 1],
  ['⠄', 0, 2],
  ['⡀', 0, 3],
  ['⠈', 1, 0],
  ['⠐', 1, 1],
  ['⠠', 1, 2],
  ['⢀', 1, 3],
])('the dot of %s is in column %d, row %d', (character, column, row) => {
  const at = maskOf(character, 16, 32).indexOf(255);
  expect([Math.floor((at % 16) / 8), Math.floor(at / 16 / 8)]).toEqual([column, row]);
});

test('sextants are all combinations of the six parts, except none, the halves and all', () => {
  const [width, height] = [9, 18];
  const centers = listIntegers(0, 5).map((part) => (6 * (part >> 1) + 3) * width + (part % 2 === 0 ? 2 : 7));
  const patterns = listIntegers(0x1fb00, 0x1fb3b).map((codePoint) => {
    const mask = maskOf(codePoint, width, height);
    return centers.reduce((bits, at, part) => bits | ((mask[at] ?? 0) > 0 ? 1 << part : 0), 0);
  });
  expect(patterns).toEqual(listIntegers(1, 62).filter((bits) => bits !== 0b010101 && bits !== 0b101010));
});

test.each(
  '\ue0b0\ue0b2 \ue0b1\ue0b3 \ue0b4\ue0b6 \ue0b5\ue0b7 \ue0b8\ue0ba \ue0b9\ue0bb \ue0bc\ue0be ╱╲ ╭╮ ╰╯ ▶◀ ◁▷ ◐◑ →← ⇐⇒'
    .split(' ')
    .map((pair) => [...pair]),
)('%s and %s mirror each other', (one, other) => {
  // Cells in which a light line is exactly in the middle.
  for (const [width, height] of [
    [9, 18],
    [18, 36],
    [7, 13],
  ] as const) {
    const mirrored = maskOf(one ?? '', width, height).map(
      (_, at, mask) => mask[at + width - 1 - 2 * (at % width)] ?? 0,
    );
    expect(maskOf(other ?? '', width, height).join()).toBe(mirrored.join());
  }
});

test('separators fill the edge of their base', () => {
  for (const [width, height] of cellSizes)
    for (const [character, side] of [
      ['\ue0b0', 'left'],
      ['\ue0b4', 'left'],
      ['\ue0b2', 'right'],
      ['\ue0b8', 'left'],
      ['\ue0b8', 'down'],
      ['\ue0bc', 'up'],
      ['\ue0be', 'right'],
    ] as const) {
      const edge = edgeOf(maskOf(character, width, height), width, side).slice(2, -2);
      expect(
        edge.every((coverage) => coverage > 127),
        `${character} ${side}`,
      ).toBe(true);
    }
});

test('scan lines are ordered from top to bottom around the middle line', () => {
  for (const [width, height] of cellSizes) {
    const tops = [...'⎺⎻─⎼⎽'].map((line) => Math.floor(maskOf(line, width, height).indexOf(255) / width));
    expect(tops).toEqual([...new Set(tops)].toSorted((one, other) => one - other));
    expect([tops.at(0), tops.at(-1)]).toEqual([0, height - Math.max(1, Math.round(height / 16))]);
  }
});
