import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.js';
import { type Kind, loadKinds } from './characters.js';
import { beginCluster, type Cluster, getClusterWidth, joinCluster, unknown } from './cluster.js';

interface Split {
  readonly text: string;
  readonly width: number;
}

/** The clusters of a text with their widths. */
function split(text: string): Split[] {
  const parts: { text: string; width: number }[] = [];
  let before: Cluster = unknown;
  for (const character of text) {
    const of = loadKinds()[character.codePointAt(0) as number] as Kind;
    const joined = before === unknown ? undefined : joinCluster(before, of);
    before = joined ?? beginCluster(of);
    const last = parts.at(-1);
    if (joined === undefined || last === undefined) parts.push({ text: character, width: getClusterWidth(before) });
    else [last.text, last.width] = [last.text + character, getClusterWidth(before)];
  }
  return parts;
}

const shown = (text: string): string =>
  split(text)
    .map((part) => `${part.text}${part.width}`)
    .join(' ');

// A text, and its clusters, each followed by its width.
const rows: readonly (readonly [what: string, text: string, expected: string])[] = [
  ['letters and digits', 'a1#é', 'a1 11 #1 é1'],
  ['ideographs, kana, fullwidth', '日かＡ', '日2 か2 Ａ2'],
  ['half-width kana, including the voice mark', 'ｶﾞ', 'ｶ1 ﾞ1'],
  ['ambiguous characters are narrow', '±§→─●', '±1 §1 →1 ─1 ●1'],
  ['private use is narrow', '\ue0b0', '\ue0b01'],
  ['the soft hyphen is visible', 'a\u00adb', 'a1 \u00ad1 b1'],
  ['combining marks', 'e\u0301\u0323x', 'e\u0301\u03231 x1'],
  ['marks on wide characters', '日\u0301', '日\u03012'],
  ['zero width space and joiners', 'a\u200bb\u200cc\u2060d', 'a\u200b1 b\u200c1 c\u20601 d1'],
  ['signs before numbers', '\u0600١', '\u06001 ١1'],
  ['emoji', '😀🫨🫩', '😀2 🫨2 🫩2'],
  ['emoji that are text by default', '❤☺', '❤1 ☺1'],
  ['VS16 makes emoji of them', '❤\ufe0f☺\ufe0f', '❤\ufe0f2 ☺\ufe0f2'],
  ['VS16 after characters that are not emoji', 'a\ufe0f★\ufe0f', 'a\ufe0f1 ★\ufe0f1'],
  ['VS15 makes text of emoji', '⌚\ufe0ex', '⌚\ufe0e1 x1'],
  ['VS15 on text', '❤\ufe0e', '❤\ufe0e1'],
  ['VS15 on wide characters that are not emoji', '日\ufe0e㊗\ufe0e', '日\ufe0e2 ㊗\ufe0e2'],
  ['keycaps', '1\ufe0f\u20e3#\ufe0f\u20e3', '1\ufe0f\u20e32 #\ufe0f\u20e32'],
  ['skin tones', '👍🏽☝🏽', '👍🏽2 ☝🏽2'],
  ['separate skin tones', '🏽🏽a🏽', '🏽2 🏽2 a1 🏽2'],
  ['families', '👨‍👩‍👧👩🏽‍🚀', '👨‍👩‍👧2 👩🏽‍🚀2'],
  ['emoji joined with an emoji that is text by default', '❤\u200d🔥🏳\ufe0f\u200d🌈', '❤\u200d🔥2 🏳\ufe0f\u200d🌈2'],
  ['a joiner between letters and emoji', 'a\u200d🔥', 'a\u200d1 🔥2'],
  ['flags', '🇩🇪🇫🇷🇬', '🇩🇪2 🇫🇷2 🇬2'],
  [
    'flags of regions',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}x',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}2 x1',
  ],
  ['Hangul', '한\u1112\u1161\u11ab가\u11a8각\u1161', '한2 \u1112\u1161\u11ab2 가\u11a82 각2 \u11611'],
  ['Indic vowel signs', 'कि की', 'कि1  1 की1'],
  ['Indic conjuncts', 'क्षत्रिय क्\u200dष', 'क्ष1 त्रि1 य1  1 क्\u200dष1'],
  ['an interrupted conjunct', 'क्\u200cष', 'क्\u200c1 ष1'],
  ['Tamil has no conjuncts', 'க்ஷ', 'க்1 ஷ1'],
  ['Thai', 'น้ำ', 'น้1 ำ1'],
];
test.each(rows)('%s [11.widths]', (_what, text, expected) => {
  expect(shown(text)).toBe(expected);
});

// Characters of every kind, except where we differ from Unicode. Conjuncts are too new for Node 20.
const alphabet = [...'aé1日か😀❤👍👩🏳\u200d\ufe0f\u0301\u0323\u20e3🇩🇪한가각\u1112\u1161\u11ab\u200dाि்கனி'];
test('otherwise clusters are those of Unicode [11.widths]', () => {
  const segmenter = new Intl.Segmenter();
  for (let seed = 1; seed <= 2000; seed += 1) {
    const random = new Random(seed);
    const text = Array.from({ length: 12 }, () => random.pick(alphabet)).join('');
    const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
    expect(split(text).map((part) => part.text)).toEqual(expected);
  }
});
