import { expect, test } from 'vitest';
import { clipDepth, findIdTexts, shortenStrings } from './message.js';

test.each<[string, number, string | undefined]>([
  ['{}', 1, undefined],
  ['[[1],[2]]', 2, undefined],
  ['[[1],[2]]', 1, '[null,null]'],
  ['{"a":{"b":{"c":1}},"d":2}', 1, '{"a":null,"d":2}'],
  ['{"a":{"b":{"c":1}},"d":2}', 2, '{"a":{"b":null},"d":2}'],
  ['["[[["]', 1, undefined],
  ['["\\"[[","\\\\",[1]]', 1, '["\\"[[","\\\\",null]'],
  ['{"[[":{}}', 1, '{"[[":null}'],
  ['1', 1, undefined],
  ['"[', 1, undefined],
  ['[[[[', 2, '[[null'],
  ['[[[[1]]]', 2, '[[null]'],
  [']]]]', 1, undefined],
])('clipDepth(%s, %i) clips deeper values', (text, depth, expected) => {
  expect(clipDepth(text, depth)).toBe(expected);
});

test.each<[string, readonly (string | undefined)[]]>([
  ['{"id":1}', ['1']],
  ['{"id" : -1.50e+3 ,"a":2}', ['-1.50e+3']],
  ['{"a":{"id":1},"id":2}', ['2']],
  ['{"id":2,"a":{"id":1}}', ['2']],
  ['{"id":1,"id":2}', ['2']],
  ['{"a":"id","b":1}', [undefined]],
  ['{"a":"\\"id\\":7","id":1}', ['1']],
  ['{"\\u0069\\u0064":3}', ['3']],
  ['{"i\\u0064":3}', ['3']],
  ['{"i\\n":3}', [undefined]],
  ['{"id":"x"}', [undefined]],
  ['{}', [undefined]],
  ['[{"id":1},{"a":0},{"id":3}]', ['1', undefined, '3']],
  [' [{"id":1}]', ['1']],
  ['[{"params":{"id":9}},{"id":2}]', [undefined, '2']],
  ['[7,{"id":1},"x",[{"id":5}],{"id":2}]', ['1', undefined, '2']],
])('idTexts(%s) returns the ids as written [1.ids]', (text, expected) => {
  expect(findIdTexts(text)).toEqual(expected);
});

test.each<[string, string]>([
  ['{"abcd":"abcd"}', '{"abcd":"abcd"}'],
  ['{"a":"abcde","b":1}', '{"a":{},"b":1}'],
  ['["abcde","fghij"]', '[{},{}]'],
  ['{"abcde":1}', '{{}:1}'],
  ['["a\\"b","a\\"bcd"]', '["a\\"b",{}]'],
  ['["\\\\","abcd\\\\",1]', '["\\\\",{},1]'],
  ['["éé","é€"]', '["éé",{}]'],
  ['["abcd\\', '[{}'],
  ['["abcdefg', '[{}'],
  ['["ab', '["ab'],
  ['', ''],
])('shortenStrings(%s) replaces strings of more than 4 bytes', (json, expected) => {
  expect(shortenStrings(Buffer.from(json), 4)).toBe(expected);
});
