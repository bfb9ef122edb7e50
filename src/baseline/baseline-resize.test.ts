import { look, type Scenario, testScenarios } from '../testing/baselines.js';
import { exact } from '../testing/selectors.js';

const hello = exact('hello');

// Each row: title, screen before, output afterwards, selector, and the matches that are new.
const alternateOn = '\x1b[?1049h\x1b[H';
const alternateOff = '\x1b[?1049l';

const long = `hello ${'b'.repeat(24)}`;
const sized: readonly Scenario[] = [
  ['narrower: old lines stay old [5.resize]', `${long}\r\nx`, [[10, 4]], hello, []],
  ['narrower: the line of the cursor is cut off [5.resize]', 'user@host:~/folder$ ', [[12, 4]], exact('user@host'), []],
  ['wider: old lines stay old [5.resize]', `${long}\r\nx`, [[40, 4]], hello, []],
  ['wider and back [5.resize]', `${long}\r\nx`, [[40, 4], look, [20, 4]], hello, []],
  [
    'narrower and narrower without a check [5.resize]',
    `${long}\r\nx`,
    [
      [15, 4],
      [10, 3],
      [9, 5],
    ],
    hello,
    [],
  ],
  [
    'taller: what comes down from the scrollback is old [5.resize]',
    'hello\r\n1\r\n2\r\n3\r\n4\r\n5',
    [[20, 6]],
    hello,
    [],
  ],
  [
    'taller: what is written over that is new [5.resize]',
    '0\r\n1\r\n2\r\n3\r\n4\r\n5',
    [[20, 6], '\x1b[Hhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['lines are inserted, and then it gets taller [5.resize]', 'x\r\nhello', ['\x1b[H\x1b[L', [20, 5]], hello, []],
  ['lines are inserted, and then it gets narrower [5.resize]', 'x\r\nhello', ['\x1b[H\x1b[L', [10, 4]], hello, []],
  ['shorter [5.resize]', 'hello\r\n1\r\n2\r\n3', [[20, 2]], hello, []],
  [
    'narrower: what is above in the scrollback is old [5.resize]',
    `hello\r\n${'a'.repeat(30)}\r\n1\r\n2\r\n3\r\nx`,
    [[10, 4]],
    hello,
    [],
  ],
  [
    'what is printed after a resize is new [5.resize]',
    `${long}\r\nx`,
    [[10, 4], '\r\nhello'],
    hello,
    ['4:1-4:5 hello'],
  ],
  ['what was new before a resize stays new [5.resize]', 'hello', ['\r\nhello\r\n', [10, 4]], hello, ['2:1-2:5 hello']],
  [
    'narrower, with new lines below the old ones [5.resize]',
    'hello\r\n',
    ['1\r\n2\r\n3\r\nhello\r\n', [10, 4]],
    hello,
    ['3:1-3:5 hello'],
  ],
  [
    'narrower, when the old lines are gone [5.resize]',
    'hello\r\n',
    [`${'1\r\n'.repeat(20)}hello\r\n`, [10, 4]],
    hello,
    ['3:1-3:5 hello'],
  ],
  [
    'an old line goes on into new ones, which wrap in another way [5.resize]',
    'hello hello hello hi',
    [`${'a'.repeat(30)} hello\r\nhello\r\n`, [10, 4]],
    hello,
    ['2:2-2:6 hello', '3:1-3:5 hello'],
  ],
  ['new and wrapped [5.resize]', 'hello', [`\r\n${'a'.repeat(18)} hello\r\n`, [23, 5]], hello, ['2:20-3:1 hello']],
  ['a prompt after a resize, typed into [5.resize]', '$ ', [[10, 4], look, 'ls'], exact('$ '), []],
  ['typed into, then resized [5.resize]', '$ ', ['ls', [10, 4]], exact('$ '), []],
  ['typed into, resized, typed into [5.resize]', '$ ', ['ls', [10, 4], look, ' -l', look], exact('$ '), []],
  ['the shell paints its prompt again [5.resize]', '1\r\n$ ', [[10, 4], '\r\x1b[K$ '], exact('$ '), []],
  ['cleared after a resize [5.resize]', '1\r\nhello', [[10, 4], '\x1b[H\x1b[2Jhello'], hello, ['1:1-1:5 hello']],
  ['moved, then resized [5.resize]', 'hello\r\nx', ['\x1b[H\x1b[L', [12, 5]], hello, []],
  [
    'resized in the alternate screen: the normal one stays old [5.resize]',
    `${long}\r\nx`,
    [alternateOn, [10, 4], alternateOff],
    hello,
    [],
  ],
  ['wide characters that wrap in another way [5.resize]', `${'漢'.repeat(10)}字\r\nx`, [[9, 6]], exact('漢字'), []],
  [
    'again and again [5.resize]',
    `${long}\r\nx`,
    Array.from({ length: 40 }, (_, index) => [5 + ((index * 7) % 30), 2 + (index % 5)] as const),
    hello,
    [],
  ],
];

testScenarios(sized);
