import { expect, test } from 'vitest';
import { toSelector } from '../../tests/support/matches.js';
import { measureProcessorMs } from '../../tests/support/processes.js';
import { Random } from '../../tests/support/random.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { findNearestText } from './nearest-text.js';

const long = 'the quick brown fox jumps over the lazy dog again and again';

const rows: readonly (readonly [string, string, SelectorInput, string | undefined])[] = [
  ['a letter missing', 'Conected', exact('Connected'), '1:1 Conected'],
  ['a letter too many', 'Connnected', exact('Connected'), '1:1 Connnected'],
  ['another letter', 'x Cannected y', exact('Connected'), '1:3 Cannected'],
  ['another case', 'CONNECTED', exact('Connected'), '1:1 CONNECTED'],
  ['the closest of several', 'Conn\r\nConnectxx\r\nConnecte', exact('Connected'), '3:1 Connecte'],
  ['the first of equally close texts', 'Connecte\r\nConnecte', exact('Connected'), '1:1 Connecte'],
  ['the one in the same case of equally close texts', 'ready\r\nREADY', exact('READYx'), '2:1 READY'],
  ['the one in the same case of many', `${'ready\r\n'.repeat(4)}READY`, exact('READYx'), '5:1 READY'],
  ['the one in the same case within a line', 'ready READY', exact('READYx'), '1:7 READY'],
  ['another case is closer than another letter', 'REDY\r\nready', exact('READY'), '2:1 ready'],
  ['columns are cells', '漢字Conected', exact('Connected'), '1:5 Conected'],
  ['after a character whose length depends on its case', 'İßİ Conected', exact('Connected'), '1:5 Conected'],
  ['decomposed', 'cafe\u0301 latt', exact('café latte'), '1:1 café latt'],
  ['no close text', 'something else', exact('Connected'), undefined],
  ['no text', '', exact('Connected'), undefined],
  ['the literal part of a pattern', 'Total 42', regex('^Totals: \\d+$'), '1:1 Total '],
  ['a pattern without literal parts', 'a', regex('.*'), undefined],
  ['blanks', 'a', exact('  '), undefined],
  ['inside another selector', 'Conected', { type: 'nth', index: 0, selector: exact('Connected') }, '1:1 Conected'],
  ['whole words', 'say hello hello!', exact('hello world'), '1:5 hello hello'],
  ['the rest of the last word', 'see abcdef', exact('abX'), '1:5 abcdef'],
  ['a part of a word that is too long to be one', `see ${'x'.repeat(30)}Saved`, exact('Saves'), '1:35 Saved'],
  ['a selector of a cell', 'a', { type: 'at', row: 1, col: 5 }, undefined],
  [
    'a long text, wrong at its end',
    long.replace('again', 'abain'),
    exact(long),
    `1:1 ${long.replace('again', 'abain')}`,
  ],
  [
    'a long text, wrong at its beginning',
    long.replace('quick', 'qick'),
    exact(long),
    `1:1 ${long.replace('quick', 'qick')}`,
  ],
];

test.each(rows)('finds the nearest text: %s [2.data-nearest]', (_title, output, target, expected) => {
  const near = findNearestText(toSelector(target), createTerminal({ cols: 80 }, output).getScreen());
  expect(near === undefined ? undefined : `${near.place.row + 1}:${near.place.col + 1} ${near.text}`).toBe(expected);
});

/** The edit distance of two texts, by the standard algorithm. */
function distance(left: string, right: string): number {
  let costs = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, character] of [...left].entries()) {
    const next = [row + 1];
    for (let col = 1; col < costs.length; col += 1) {
      const replace = (costs[col - 1] as number) + (character === right[col - 1] ? 0 : 1);
      next.push(Math.min(replace, (costs[col] as number) + 1, (next[col - 1] as number) + 1));
    }
    costs = next;
  }
  return costs.at(-1) as number;
}

/** The smallest edit distance of a text to any part of another one. */
function minimumDistance(target: string, text: string): number {
  const parts = Array.from({ length: text.length }, (_, start) =>
    Array.from({ length: text.length - start }, (_end, count) => text.slice(start, start + count + 1)),
  ).flat();
  return Math.min(...parts.map((part) => distance(target, part)));
}

test('the nearest text has the minimum distance [2.data-nearest]', () => {
  const random = new Random(1);
  const word = (length: number): string => Array.from({ length }, () => random.pick(['a', 'b', 'c'])).join('');
  for (let round = 0; round < 200; round += 1) {
    const text = word(20);
    const target = word(2 + random.below(8));
    const near = findNearestText(toSelector(exact(target)), createTerminal({}, text).getScreen());
    const minimum = minimumDistance(target, text);
    const got = near === undefined ? undefined : minimumDistance(target, near.text);
    expect(got, `${target} in ${text}`).toBe(minimum < target.length / 2 ? minimum : undefined);
  }
});

test('searches a screen of 1000 by 1000 quickly [2.nearest-cheap]', () => {
  const random = new Random(2);
  const line = (): string => Array.from({ length: 1000 }, () => random.pick([...'abcdefgh '])).join('');
  const screen = createTerminal({ cols: 1000, rows: 1000 }, Array.from({ length: 1000 }, line).join('')).getScreen();
  for (const { text } of screen.lines) expect(text.length).toBe(1000);
  const selector = toSelector(exact('abcdefgh'.repeat(1000)));
  const tookMs = measureProcessorMs(() => findNearestText(selector, screen));
  // A comparison of every position with every letter would take minutes.
  expect(tookMs).toBeLessThan(5000);
});

test('splits a long pattern with unclosed braces in linear time [5.pattern-freeze]', () => {
  const screen = createTerminal({}, 'a').getScreen();
  expect(findNearestText(toSelector(regex('a{'.repeat(200_000))), screen)).toBeUndefined();
});
