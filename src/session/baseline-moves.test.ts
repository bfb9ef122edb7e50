import { look, type Scenario, testScenarios } from '../testing/baselines.js';
import { exact } from '../testing/matches.js';

const hello = exact('hello');

// What stood there before, what came then, what is sought, and what of it is new.
const alternateOn = '\x1b[?1049h\x1b[H';
const alternateOff = '\x1b[?1049l';

const alternate: readonly Scenario[] = [
  ['in and out: the normal screen is old [5.alternate]', 'hello', [`${alternateOn}x${alternateOff}`], hello, []],
  ['in and out with looks [5.alternate]', 'hello', [alternateOn, look, 'hello', look, alternateOff, look], hello, []],
  ['in: all there is new [5.alternate]', 'hello', [`${alternateOn}hello`], hello, ['1:1-1:5 hello']],
  [
    'the same lines painted again are old [5.alternate-count]',
    `${alternateOn}hello`,
    ['\x1b[H\x1b[2Jhello'],
    hello,
    [],
  ],
  ['at another place too [5.alternate-count]', `${alternateOn}hello`, ['\x1b[H\x1b[2J\x1b[3Hhello'], hello, []],
  [
    'one more is new, the lower one [5.alternate-count]',
    `${alternateOn}hello`,
    ['\x1b[3Hhello'],
    hello,
    ['3:1-3:5 hello'],
  ],
  [
    'another line with the same word is new [5.alternate-count]',
    `${alternateOn}hello`,
    ['\r\nhello!'],
    hello,
    ['2:1-2:5 hello'],
  ],
  [
    'gone and back, seen in between [5.went-away]',
    `${alternateOn}hello`,
    ['\x1b[2J', look, '\x1b[Hhello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  [
    'scrolled in the alternate screen [5.alternate-count]',
    `${alternateOn}\x1b[3Hhello`,
    ['\r\n\n\nhello'],
    hello,
    ['4:1-4:5 hello'],
  ],
  [
    'left and entered again in one piece: it came back empty [5.alternate]',
    `${alternateOn}hello`,
    [`${alternateOff}${alternateOn}hello`],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['left: the normal screen behind is old [5.alternate]', `hello\r\n${alternateOn}x`, [alternateOff], hello, []],
  [
    'left: what is written then is new [5.alternate]',
    `hello\r\n${alternateOn}x`,
    [`${alternateOff}hello`],
    hello,
    ['2:1-2:5 hello'],
  ],
  ['narrower: what stands there is old [5.resize]', `${alternateOn}hello world 1234567`, [[12, 4]], hello, []],
  [
    'narrower: what was new stays new [5.resize]',
    `${alternateOn}hello`,
    ['\r\nhello', [12, 4]],
    hello,
    ['2:1-2:5 hello'],
  ],
];

const moved: readonly Scenario[] = [
  ['a scroll region is set: what stood there is old [5.region]', 'hello', ['\x1b[2;4r'], hello, []],
  ['and moves [5.region]', 'x\r\nhello\r\ny', ['\x1b[1;3r\x1b[3H\n'], hello, []],
  ['and another comes [5.region]', 'hello\r\nx\r\ny', ['\x1b[2;4r\x1b[4H\nhello'], hello, ['4:1-4:5 hello']],
  [
    'look after look [5.region]',
    'x\r\nhello\r\ny',
    ['\x1b[2;4r\x1b[4H', look, '\r\n', look, 'hello', look],
    hello,
    ['4:1-4:5 hello'],
  ],
  ['set before the baseline [5.region]', '\x1b[2;4r\x1b[3Hhello', ['\x1b[4H\nhello'], hello, ['4:1-4:5 hello']],
  [
    'gone in a region, seen in between [5.went-away]',
    'x\r\nhello',
    ['\x1b[1;3r\x1b[2H\x1b[K', look, 'hello'],
    hello,
    ['2:1-2:5 hello'],
  ],
  [
    'the region is gone again: lines are followed [5.region]',
    'hello',
    ['\x1b[2;3r\x1b[r', look, '\x1b[H\x1b[2Khello there'],
    hello,
    [],
  ],
  ['a partly changed line in a region [5.region]', '$ ', ['ls\x1b[2;4r', look], exact('$ '), []],
  ['a line inserted above [5.moved]', 'hello', ['\x1b[H\x1b[L'], hello, []],
  ['a line inserted and written [5.moved]', 'hello', ['\x1b[H\x1b[Lhello'], hello, ['2:1-2:5 hello']],
  ['a line deleted above [5.moved]', 'x\r\nhello', ['\x1b[H\x1b[M'], hello, []],
  [
    'it is deleted and written again, seen in between [5.went-away]',
    'hello',
    ['\x1b[H\x1b[M', look, 'hello'],
    hello,
    ['1:1-1:5 hello'],
  ],
  ['scrolled down at the top (reverse index) [5.moved]', 'hello', ['\x1b[H\x1bM'], hello, []],
  ['scrolled down and written [5.moved]', 'hello', ['\x1b[H\x1bMhello'], hello, ['2:1-2:5 hello']],
  ['scrolled up without a scrollback [5.moved]', 'x\r\nhello', ['\x1b[S'], hello, []],
  ['scrolled down [5.moved]', 'x\r\nhello', ['\x1b[T'], hello, []],
  ['moved and then changed: its rest is old [5.moved]', '$ ', ['\x1b[H\x1b[L\x1b[2;3H', look, 'ls'], exact('$ '), []],
];

const long = `hello ${'b'.repeat(24)}`;
const sized: readonly Scenario[] = [
  ['narrower: old lines stay old [5.resize]', `${long}\r\nx`, [[10, 4]], hello, []],
  ['narrower: the line of the cursor is cut off [5.resize]', 'user@host:~/folder$ ', [[12, 4]], exact('user@host'), []],
  ['wider: old lines stay old [5.resize]', `${long}\r\nx`, [[40, 4]], hello, []],
  ['wider and back [5.resize]', `${long}\r\nx`, [[40, 4], look, [20, 4]], hello, []],
  [
    'narrower and narrower without a look [5.resize]',
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
  ['shorter [5.resize]', 'hello\r\n1\r\n2\r\n3', [[20, 2]], hello, []],
  [
    'narrower: what stands above in the scrollback is old [5.resize]',
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

testScenarios([...alternate, ...moved, ...sized]);
