import { check, type Scenario, testScenarios } from '../../tests/support/baselines.js';
import { exact } from '../../tests/support/selectors.js';

const hello = exact('hello');

// Each row: title, screen before, output afterwards, selector, and the matches that are new.
const alternateOn = '\x1b[?1049h\x1b[H';
const alternateOff = '\x1b[?1049l';

const long = `hello ${'b'.repeat(24)}`;
const sized: readonly Scenario[] = [
  ['narrower: old lines stay old [5.resize]', `${long}\r\nx`, [[10, 4]], hello, []],
  ['narrower: the line of the cursor wraps [5.resize]', 'user@host:~/folder$ ', [[12, 4]], exact('user@host'), []],
  ['wider: old lines stay old [5.resize]', `${long}\r\nx`, [[40, 4]], hello, []],
  ['wider and back: old lines stay old [5.resize]', `${long}\r\nx`, [[40, 4], check, [20, 4]], hello, []],
  [
    'narrower several times without a check: old lines stay old [5.resize]',
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
    'taller: text that returns from the scrollback is old [5.resize]',
    'hello\r\n1\r\n2\r\n3\r\n4\r\n5',
    [[20, 6]],
    hello,
    [],
  ],
  [
    'taller: text written over rows from the scrollback is new [5.resize]',
    '0\r\n1\r\n2\r\n3\r\n4\r\n5',
    [[20, 6], '\x1b[Hhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['taller after an inserted line: old lines stay old [5.resize]', 'x\r\nhello', ['\x1b[H\x1b[L', [20, 5]], hello, []],
  [
    'narrower after an inserted line: old lines stay old [5.resize]',
    'x\r\nhello',
    ['\x1b[H\x1b[L', [10, 4]],
    hello,
    [],
  ],
  ['shorter: old lines stay old [5.resize]', 'hello\r\n1\r\n2\r\n3', [[20, 2]], hello, []],
  [
    'narrower: text in the scrollback is old [5.resize]',
    `hello\r\n${'a'.repeat(30)}\r\n1\r\n2\r\n3\r\nx`,
    [[10, 4]],
    hello,
    [],
  ],
  [
    'text that is printed after a resize is new [5.resize]',
    `${long}\r\nx`,
    [[10, 4], '\r\nhello'],
    hello,
    ['4:1-4:5 hello'],
  ],
  [
    'text that was new before a resize stays new [5.resize]',
    'hello',
    ['\r\nhello\r\n', [10, 4]],
    hello,
    ['2:1-2:5 hello'],
  ],
  [
    'narrower: new lines below old ones stay new [5.resize]',
    'hello\r\n',
    ['1\r\n2\r\n3\r\nhello\r\n', [10, 4]],
    hello,
    ['3:1-3:5 hello'],
  ],
  [
    'narrower: new lines stay new when the old ones are gone [5.resize]',
    'hello\r\n',
    [`${'1\r\n'.repeat(20)}hello\r\n`, [10, 4]],
    hello,
    ['3:1-3:5 hello'],
  ],
  [
    'narrower: new text that continues an old line stays new [5.resize]',
    'hello hello hello hi',
    [`${'a'.repeat(30)} hello\r\nhello\r\n`, [10, 4]],
    hello,
    ['2:2-2:6 hello', '3:1-3:5 hello'],
  ],
  [
    'wider: new text in a wrapped line stays new [5.resize]',
    'hello',
    [`\r\n${'a'.repeat(18)} hello\r\n`, [23, 5]],
    hello,
    ['2:20-3:1 hello'],
  ],
  ['a prompt that is typed into after a resize is old [5.resize]', '$ ', [[10, 4], check, 'ls'], exact('$ '), []],
  ['a prompt that is typed into before a resize is old [5.resize]', '$ ', ['ls', [10, 4]], exact('$ '), []],
  [
    'a prompt that is typed into before and after a resize is old [5.resize]',
    '$ ',
    ['ls', [10, 4], check, ' -l', check],
    exact('$ '),
    [],
  ],
  [
    'narrower: the shell paints its prompt again below the part that it does not clear [5.resize]',
    '1\r\nuser@host:~/dir$ ',
    [[12, 4], '\r\x1b[Kuser@host:~/dir$ '],
    exact('dir$ '),
    [],
  ],
  [
    'a prompt that the shell repaints after a resize is old [5.resize]',
    '1\r\n$ ',
    [[10, 4], '\r\x1b[K$ '],
    exact('$ '),
    [],
  ],
  [
    'text that is cleared and written again after a resize is new [5.resize]',
    '1\r\nhello',
    [[10, 4], '\x1b[H\x1b[2Jhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['text that moves before a resize is old [5.resize]', 'hello\r\nx', ['\x1b[H\x1b[L', [12, 5]], hello, []],
  [
    'narrower on the alternate screen: lines of the normal screen stay old [5.resize]',
    `${long}\r\nx`,
    [alternateOn, [10, 4], alternateOff],
    hello,
    [],
  ],
  [
    'narrower: wide characters that wrap differently stay old [5.resize]',
    `${'漢'.repeat(10)}字\r\nx`,
    [[9, 6]],
    exact('漢字'),
    [],
  ],
  [
    'many resizes: old lines stay old [5.resize]',
    `${long}\r\nx`,
    Array.from({ length: 40 }, (_, index) => [5 + ((index * 7) % 30), 2 + (index % 5)] as const),
    hello,
    [],
  ],
];

testScenarios(sized);
