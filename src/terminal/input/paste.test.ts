import { expect, test } from 'vitest';
import { encodeBracketedPaste } from './keys.js';

const [begin, end] = ['\x1b[200~', '\x1b[201~'];
const rows: readonly (readonly [what: string, pasted: string, kept: string])[] = [
  ['no text', '', ''],
  ['text', 'a\r\nb\t漢😀', 'a\r\nb\t漢😀'],
  ['an end', `a${end}b`, 'ab'],
  ['only end sequences', end.repeat(3), ''],
  ['an end inside an end', `\x1b[20${end}1~x`, 'x'],
  ['ends three deep', `\x1b\x1b\x1b[201~[201~[201~x`, 'x'],
  ['an end made of two split ones', `\x1b[2${end}0${end}1~x`, 'x'],
  ['the short form of an end (U+009B)', 'a\u009b201~b', 'ab'],
  ['a short form inside a long one', '\x1b[2\u009b201~01~x', 'x'],
  ['a long form inside a short one', `\u009b20${end}1~x`, 'x'],
  ['a beginning', `a${begin}b`, `a${begin}b`],
  ['half an end', 'a\x1b[201', 'a\x1b[201'],
  ['text that resembles an end', '[201~ \x1b[2001~ \x1b[201;~', '[201~ \x1b[2001~ \x1b[201;~'],
];
test.each(rows)('a paste cannot contain its own end: %s [4.paste-stripped]', (_what, pasted, kept) => {
  expect(encodeBracketedPaste(pasted).toString()).toBe(`${begin}${kept}${end}`);
});

test('end sequences nested 200,000 deep are removed in one pass [4.paste-stripped]', () => {
  const depth = 200_000;
  const pasted = `${'\x1b[20'.repeat(depth)}${'1~'.repeat(depth)}`;
  expect(encodeBracketedPaste(pasted).toString()).toBe(begin + end);
});
