import type { Random } from './random.js';

const numbers = ['', '0', '1', '2', '9999', '2147483647', '99999999999999999999', '-1', '38', '1049', '2026', '52'];
const introducers = [
  '\x1b[',
  '\x1b]',
  '\x1bP',
  '\x1b_',
  '\x1b^',
  '\x1bX',
  '\x1b',
  '\xc2\x9b',
  '\xc2\x9d',
  '\xc2\x90',
  '\x9b',
];
const strings = [
  '0;',
  '2;',
  '4;1;',
  '4;1;?',
  '7;file://h/',
  '8;;http://x',
  '10;?',
  '11;#fff',
  '52;c;',
  '52;c;?',
  '104',
  '9;',
  '9;4;1;50',
  '99;i=1:d=0;',
  '99;i=1:p=body;',
  '133;A',
  '133;B',
  '133;C',
  '133;D;1',
  '777;notify;x;',
  '1337;File=inline=1:',
  'q',
  'Ga=T,m=1;',
  '$q',
  '$qm',
  '+q',
  '+q544e',
  '>|',
  'G',
];
const ends = ['\x07', '\x1b\\', '\xc2\x9c', '\x9c', '\x18', '\x1a', '\x1b', ''];
const texts = [
  'a',
  'Zz ',
  '\xe6\x97\xa5',
  '\xf0\x9f\x98\x80',
  '\xe2\x80\x8d',
  '\xcc\x81',
  '\xef\xb8\x8f',
  '\xff',
  '\xf0\x9f',
  '\0',
  '\x7f',
  '\xe2\x80\xae',
  '<&>"',
];

/** Creates hostile output: sequences of every form with every number, truncated, nested, and random bytes. */
export function createHostileOutput(random: Random, pieces: number): Buffer {
  const character = (from: number, to: number): string => String.fromCharCode(from + random.below(to - from));
  const params = (): string =>
    Array.from({ length: random.below(4) }, () => random.pick(numbers)).join(random.pick([';', ';', ':']));
  const sequence = (): string =>
    `${random.pick(['\x1b[', '\x1b[', '\xc2\x9b'])}${random.pick(['', '', '?', '>', '=', '<'])}${params()}${random.pick(['', '', '', ' ', '$', '*', "'", '"', '!', '#'])}${character(0x40, 0x7f)}`;
  const string = (): string =>
    `${random.pick(introducers)}${random.pick(strings)}${random.pick(texts).repeat(random.below(9))}${random.pick(ends)}`;
  const forms: readonly (() => string)[] = [
    sequence,
    sequence,
    sequence,
    string,
    () => `\x1b${character(0x20, 0x7f)}`,
    () => `\x1b${character(0x20, 0x30)}${character(0x30, 0x7f)}`,
    () => character(0, 0x20),
    () => `\xc2${character(0x80, 0xa0)}`,
    () => character(0x80, 0x100).repeat(1 + random.below(3)),
    () => random.pick(texts).repeat(1 + random.below(40)),
    () => Array.from({ length: random.below(20) }, () => character(0, 0x100)).join(''),
  ];
  return Buffer.from(Array.from({ length: pieces }, () => random.pick(forms)()).join(''), 'latin1');
}
