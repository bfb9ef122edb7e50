import { look, type Scenario, testScenarios } from '../testing/baselines.js';
import { exact, regex } from '../testing/selectors.js';

const hello = exact('hello');

// Each row: title, screen before, output afterwards, selector, and the matches that are new.
const plain: readonly Scenario[] = [
  ['what was there is old [5.since.mark]', 'hello', [], hello, []],
  ['what comes is new [5.since.mark]', '', ['hello'], hello, ['1:1-1:5 hello']],
  ['the same again below is new [5.same-line]', 'hello', ['\r\nhello'], hello, ['2:1-2:5 hello']],
  ['the same again in the same line is new [5.same-line]', 'hello', [' hello'], hello, ['1:7-1:11 hello']],
  ['at another place of the same line [5.same-line]', 'hello', ['\r\x1b[K hello'], hello, ['1:2-1:6 hello']],
  ['completed since [5.same-line]', 'hel', ['lo'], hello, ['1:1-1:5 hello']],
  ['more after it leaves it old [5.same-line]', 'hello', [' world'], hello, []],
  [
    'a pattern that matches in another way now [5.same-line]',
    'hello',
    [' world'],
    regex('h.*'),
    ['1:1-1:11 hello world'],
  ],
  ['a pattern that matches old cells only now [5.same-line]', 'hello!', ['\b '], regex('hello$'), []],
  ['wide characters [5.same-line]', '漢字', ['\r\n漢字'], exact('漢字'), ['2:1-2:4 漢字']],
  ['combining marks [5.same-line]', 'e\u0301', ['e\u0301'], exact('é'), ['1:2-1:2 é']],
  ['a mark added [5.same-line]', 'e', ['\u0301'], exact('é'), ['1:1-1:1 é']],
  ['another mark [5.same-line]', 'x\u0301', ['\rx\u0302'], exact('x\u0302'), ['1:1-1:1 x\u0302']],
  ['another style is not another text [5.same-line]', 'hello', ['\r\x1b[31mhello'], hello, []],
  [
    'a new style is a new match of its selector [5.same-line]',
    'hello',
    ['\r\x1b[31mhello'],
    exact('hello', { style: { fg: 'red' } }),
    ['1:1-1:5 hello'],
  ],
  ['blank cells that stay blank are old [5.same-line]', '$', ['\r\n$'], exact('$ '), ['2:1-2:2 $ ']],
];

const gone: readonly Scenario[] = [
  ['repainted in place without going away is old [5.repainted]', 'hello', ['\rhello'], hello, []],
  ['repainted in pieces with checks between [5.repainted]', 'hello', ['\rhel', look, 'lo', look], hello, []],
  [
    'overwritten and written again, seen in between [5.went-away]',
    'hello',
    ['\rhowdy', look, '\rhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  [
    'one letter gone and back, seen in between [5.went-away]',
    'hello',
    ['\rh llo', look, '\rhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  [
    'erased and written again, seen in between [5.went-away]',
    'hello',
    ['\r\x1b[K', look, 'hello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['blanks went away and came back [5.went-away]', '$', ['#', look, '\b '], exact('$ '), ['1:1-1:2 $ ']],
  ['cleared and written again in one piece [5.clear]', '$ ', ['\x1b[H\x1b[2J$ '], exact('$ '), ['1:1-1:2 $ ']],
  ['cleared with the scrollback [5.clear]', '$ ', ['\x1b[H\x1b[2J\x1b[3J$ '], exact('$ '), ['1:1-1:2 $ ']],
  ['cleared from home on [5.clear]', '$ ', ['\x1b[H\x1b[J$ '], exact('$ '), ['1:1-1:2 $ ']],
  [
    'cleared below: what is above stays old [5.clear]',
    'a\r\na\r\na',
    ['\x1b[2H\x1b[Ja\r\na'],
    exact('a'),
    ['2:1-2:1 a', '3:1-3:1 a'],
  ],
  ['cleared above [5.clear]', 'a\r\na\r\na', ['\x1b[2;5H\x1b[1J\x1b[Ha'], exact('a'), ['1:1-1:1 a']],
  ['only the scrollback cleared: the screen stays old [5.clear]', '1\r\n2\r\n3\r\n4\r\nhello', ['\x1b[3J'], hello, []],
  ['a full reset starts again [5.clear]', 'hello', ['\x1bchello'], hello, ['1:1-1:5 hello']],
  [
    'a full reset with scrollback starts again [5.clear]',
    '1\r\n2\r\n3\r\n4\r\n5\r\nhello',
    ['\x1bchello\r\n\n\n\n\n'],
    hello,
    ['-1:1--1:5 hello'],
  ],
  ['characters inserted in front [5.went-away]', 'hello', ['\r\x1b[@'], hello, ['1:2-1:6 hello']],
  ['characters deleted in front [5.went-away]', ' hello', ['\r\x1b[P'], hello, ['1:1-1:5 hello']],
];

const scrolled: readonly Scenario[] = [
  ['old lines scroll by one [5.followed]', 'hello\r\n\n\n', ['\r\n'], hello, []],
  ['old lines scroll off [5.followed]', 'hello', ['\r\n\n\n\n\n'], hello, []],
  ['old lines scroll off in pieces [5.followed]', 'hello', ['\r\n\n\n', look, '\r\n', look, '\r\n'], hello, []],
  ['old lines scroll out of the scrollback [5.trimmed]', 'hello', ['\n'.repeat(30)], hello, []],
  ['a new one scrolls off [5.scrollback]', 'hello', ['\r\nhello\r\n\n\n\n\n'], hello, ['-1:1--1:5 hello']],
  [
    'a new one scrolls off, seen before [5.scrollback]',
    'hello',
    ['\r\nhello', look, '\r\n\n\n\n\n'],
    hello,
    ['-1:1--1:5 hello'],
  ],
  ['a line is completed and scrolls off [5.scrollback]', 'hel', ['lo\r\n\n\n\n\n'], hello, ['-1:1--1:5 hello']],
  [
    'equal lines scroll through [5.followed]',
    'x\r\nx\r\nx\r\nx',
    ['\r\nx\r\nx'],
    exact('x'),
    ['3:1-3:1 x', '4:1-4:1 x'],
  ],
  [
    'more equal lines than are kept [5.trimmed]',
    'x\r\nx',
    ['\r\nx'.repeat(40)],
    exact('x'),
    [
      '-4:1--4:1 x',
      '-3:1--3:1 x',
      '-2:1--2:1 x',
      '-1:1--1:1 x',
      '0:1-0:1 x',
      '1:1-1:1 x',
      '2:1-2:1 x',
      '3:1-3:1 x',
      '4:1-4:1 x',
    ],
  ],
  [
    'the scrollback is full at the baseline [5.trimmed]',
    `${'x\r\n'.repeat(40)}x`,
    ['\r\nx'],
    exact('x'),
    ['4:1-4:1 x'],
  ],
  [
    'a wrapped line partly in the scrollback is old [5.followed]',
    `${'a'.repeat(18)}hello\r\n\n\n`,
    ['\r\n'],
    hello,
    [],
  ],
  [
    'a new one partly in the scrollback [5.scrollback]',
    'x',
    [`\r\n${'a'.repeat(18)}hello\r\n\n\n`],
    hello,
    ['0:19-1:3 hello'],
  ],
  ['a wrapped line goes on [5.followed]', `${'a'.repeat(18)}hel`, ['lo\r\n\n\n'], hello, ['0:19-1:3 hello']],
  [
    'what is above the screen at the baseline is old [5.followed]',
    'hello\r\n\n\n\n\n',
    ['\r\nhello'],
    hello,
    ['4:1-4:5 hello'],
  ],
];

testScenarios([...plain, ...gone, ...scrolled]);
