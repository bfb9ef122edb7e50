import { expect, test } from 'vitest';
import { getUnitSet, parseLiteral } from './cost.js';

const sources = ['a', 'K', 'é', 'ſ', '.', '\\.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\n', '\\x41', '\\u017f'];
const classes = ['[]', '[^]', '[a-f]', '[^a-f]', '[\\d_]', '[\\s,]', '[\\]^-]', '[k\\w]', '[\\x41-Z]', '[ſK]', '[!-~]'];
const everyUnit = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

test.each([...sources, ...classes].flatMap((source) => ['', 'i', 's', 'is'].map((flags) => [source, flags])))(
  'the set of %s with flags "%s" contains every code unit that the engine matches [5.pattern-freeze]',
  (source, flags) => {
    const set = getUnitSet(source, flags);
    const expression = new RegExp(`^${source}`, flags);
    const matched = everyUnit.filter((unit) => expression.test(unit));
    expect(matched.filter((unit) => !set.has(unit))).toEqual([]);
    const ascii = everyUnit.slice(0, 0x80).filter((unit) => set.has(unit));
    expect(ascii).toEqual(matched.filter((unit) => unit < '\x80'));
  },
);

test('sets without a common member are disjoint [5.pattern-freeze]', () => {
  const isDisjoint = (left: string, right: string, flags = ''): boolean =>
    getUnitSet(left, flags).isDisjointFrom(getUnitSet(right, flags));
  expect(isDisjoint('\\d', '\\.')).toBe(true);
  expect(isDisjoint('\\s', '\\d')).toBe(true);
  expect(isDisjoint('[^"]', '"')).toBe(true);
  expect(isDisjoint('\\w', '\\d')).toBe(false);
  expect(isDisjoint('a', 'A')).toBe(true);
  expect(isDisjoint('a', 'A', 'i')).toBe(false);
  expect(isDisjoint('\\W', '\\s')).toBe(false);
  expect(isDisjoint('é', 'ü')).toBe(false);
});

test.each([
  ['a', 'a'],
  ['\\.', '.'],
  ['\\$', '$'],
  ['.', undefined],
  ['\\d', undefined],
  ['\\n', undefined],
  ['[a]', undefined],
])('the literal of %s is %s [5.pattern-freeze]', (source, literal) => {
  expect(parseLiteral(source)).toBe(literal);
});
