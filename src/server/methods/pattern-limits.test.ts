import { expect, test } from 'vitest';
import { InvalidParamError } from '../../base/errors.js';
import { checkPatternLimits } from '../call.js';

const pointerOf = (params: object): string | undefined => {
  try {
    checkPatternLimits(params);
    return undefined;
  } catch (error) {
    return (error as InvalidParamError).pointer;
  }
};
const selectorOf = (pattern: string): object => ({ type: 'regex', pattern });
const half = 'x'.repeat(50_000);

test.each<[string, object, string | undefined]>([
  ['a pattern of the maximum length', { selector: selectorOf(`${half}${half}`) }, undefined],
  ['a pattern that is too long', { selector: selectorOf(`${half}${half}x`) }, '/selector/pattern'],
  ['a long text', { selector: { type: 'exact', text: `${half}${half}x` } }, undefined],
  [
    'three patterns in a selector',
    { selector: { type: 'any', selectors: [selectorOf(half), selectorOf(half), selectorOf('x')] } },
    '/selector/selectors/2/pattern',
  ],
  ['three patterns in conditions', { anyOf: [{ title: half }, { pattern: half }, { title: 'x' }] }, '/anyOf/2/title'],
  ['an environment variable named pattern', { command: 'sh', env: { pattern: `${half}${half}x` } }, undefined],
  ['100 properties', { pattern: '\\p{L}'.repeat(100) }, undefined],
  ['101 properties', { normalize: [{ pattern: '\\p{L}'.repeat(100) }, { pattern: '\\P{L}' }] }, '/normalize/1/pattern'],
  ['10 properties of strings', { pattern: '\\p{RGI_Emoji}'.repeat(10) }, undefined],
  ['11 properties of strings', { pattern: '\\p{RGI_Emoji}'.repeat(11) }, '/pattern'],
])('limits the patterns of a request: %s [5.pattern-freeze]', (_what, params, pointer) => {
  expect(pointerOf(params)).toBe(pointer);
});

test('checks the limits for params of any depth [5.pattern-freeze]', () => {
  let params: object = selectorOf('\\p{L}'.repeat(101));
  for (let depth = 0; depth < 20_000; depth += 1) params = { selector: params };
  expect(() => checkPatternLimits(params)).toThrow(InvalidParamError);
});
