import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { version } from '../../protocol/generated/tables.js';
import { createTemporaryDirectory } from '../support/client.js';
import { type Exchange, readReplies } from '../support/terminal-queries.js';

const st = '\x1b\\';
const toHex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();
const capability = (name: string, value: string): Exchange => [
  `\x1bP+q${toHex(name)}${st}`,
  `\x1bP1+r${toHex(name)}${value === '' ? '' : `=${toHex(value)}`}${st}`,
];
const setting = (before: string, query: string, answer: string): Exchange => [
  `${before}\x1bP$q${query}${st}\x1b[0m`,
  `\x1bP${answer}${st}`,
];
const mode = (before: string, number: string, state: number): Exchange => [
  `${before}\x1b[${number}$p`,
  `\x1b[${number};${state}$y`,
];

const groups: readonly (readonly [title: string, exchanges: readonly Exchange[]])[] = [
  [
    'device attributes [11.attributes]',
    [
      ['\x1b[c', '\x1b[?62;6;22;52c'],
      ['\x1b[0c', '\x1b[?62;6;22;52c'],
      ['\x1bZ', '\x1b[?62;6;22;52c'],
      ['\x1b[>c', '\x1b[>1;277;0c'],
      ['\x1b[>0c', '\x1b[>1;277;0c'],
      ['\x1b[=c', `\x1bP!|54554953${st}`],
      // Replies of another terminal that are echoed are not queries.
      ['\x1b[?62;6;22c\x1b[>1;277;0c\x1b[1c', ''],
    ],
  ],
  [
    'name and version [11.version]',
    [
      ['\x1b[>q', `\x1bP>|tuispec ${version}${st}`],
      ['\x1b[>0q', `\x1bP>|tuispec ${version}${st}`],
    ],
  ],
  [
    'position of the cursor [11.cursor]',
    [
      ['\x1b[3;7H\x1b[6n', '\x1b[3;7R'],
      ['\x1b[?6n', '\x1b[?3;7R'],
      ['\x1b[HA\x1b[6nBC\x1b[6n\r\nD\x1b[6n', '\x1b[1;2R\x1b[1;4R\x1b[2;2R'],
      ['\x1b[H日本\x1b[6n', '\x1b[1;5R'],
      ['\x1b[1;80Hx\x1b[6ny\x1b[6n', '\x1b[1;80R\x1b[2;2R'],
      ['\x1b[999;999H\x1b[6n', '\x1b[24;80R'],
      ['\x1b[5;10r\x1b[?6h\x1b[2;3H\x1b[6n\x1b[?6l\x1b[r', '\x1b[2;3R'],
    ],
  ],
  [
    'status [11.status]',
    [
      ['\x1b[5n', '\x1b[0n'],
      ['\x1b[?15n\x1b[?25n\x1b[?26n', '\x1b[?13n\x1b[?21n\x1b[?27;1;0;0n'],
      ['\x1b[?53n\x1b[?55n\x1b[?56n\x1b[?62n', '\x1b[?50n\x1b[?50n\x1b[?57;0n\x1b[0*{'],
      ['\x1b[?75n\x1b[?85n', '\x1b[?70n\x1b[?83n'],
      ['\x1b[x\x1b[1x', '\x1b[2;1;1;128;128;1;0x\x1b[3;1;1;128;128;1;0x'],
    ],
  ],
  [
    'modes that can change [11.modes]',
    [
      mode('', '?1', 2),
      mode('\x1b[?1h', '?1', 1),
      mode('', '?6', 2),
      mode('', '?7', 1),
      mode('\x1b[?7l', '?7', 2),
      mode('\x1b[?25l', '?25', 2),
      mode('\x1b[?25h', '?25', 1),
      mode('\x1b[?5h', '?5', 1),
      mode('\x1b[?5l', '?5', 2),
      mode('\x1b[3 q', '?12', 1),
      mode('\x1b[4 q', '?12', 2),
      mode('', '?45', 2),
      mode('\x1b=', '?66', 1),
      mode('\x1b>', '?66', 2),
      mode('\x1b[?1049h', '?1049', 1),
      mode('', '?47', 1),
      mode('\x1b[?1049l', '?1049', 2),
      mode('\x1b[?1002h', '?1002', 1),
      mode('', '?1000', 2),
      mode('\x1b[?1002l', '?1002', 2),
      mode('\x1b[?1004h', '?1004', 1),
      mode('\x1b[?1006h', '?1006', 1),
      mode('\x1b[?2004h', '?2004', 1),
      mode('', '?2026', 2),
      ['\x1b[?2026h\x1b[?2026$p\x1b[?2026l', '\x1b[?2026;1$y'],
      mode('\x1b[4h', '4', 1),
      mode('\x1b[4l', '4', 2),
      mode('', '20', 2),
    ],
  ],
  [
    'modes that never change, and unknown modes [11.modes-fixed]',
    [
      ...[2, 8, 1036, 1039, 1046, 1048, 2027].map((number) => mode('', `?${number}`, 3)),
      ...[3, 4, 18, 40, 67, 69, 1001, 1034, 1061].map((number) => mode('\x1b[?69h', `?${number}`, 4)),
      ...[0, 99, 1337, 9001, 2147483647].map((number) => mode('\x1b[?9001h', `?${number}`, 0)),
      mode('', '2', 4),
      mode('', '12', 3),
      mode('', '99', 0),
    ],
  ],
  [
    'settings [11.settings]',
    [
      setting('', 'm', '1$r0m'),
      setting('\x1b[1;3;4:3;31;48;5;200m', 'm', '1$r0;1;3;4:3;31;48;5;200m'),
      setting('\x1b[7;9;53;38;2;1;2;3;58;5;9m', 'm', '1$r0;7;9;53;38;2;1;2;3;58;5;9m'),
      setting('', 'r', '1$r1;24r'),
      setting('\x1b[3;9r', 'r', '1$r3;9r'),
      setting('\x1b[r', ' q', '1$r2 q'),
      setting('\x1b[5 q', ' q', '1$r5 q'),
      setting('\x1b[4 q', ' q', '1$r4 q'),
      setting('', '"q', '1$r0"q'),
      setting('\x1b[1"q', '"q', '1$r1"q'),
      setting('', '"p', '1$r62;1"p'),
      setting('', 't', '1$r24t'),
      setting('', '$|', '1$r80$|'),
      setting('', '*|', '1$r24*|'),
      setting('', 'z', '0$r'),
      setting('', 'toString', '0$r'),
      setting('', '', '0$r'),
    ],
  ],
  [
    'sizes [11.sizes]',
    [
      ['\x1b[14t\x1b[16t\x1b[18t', '\x1b[4;432;720t\x1b[6;18;9t\x1b[8;24;80t'],
      // A terminal that reports a title would let output type text.
      ['\x1b]2;rm -rf\x07\x1b[20t\x1b[21t', ''],
    ],
  ],
  [
    'capabilities [11.capabilities]',
    [
      capability('TN', 'xterm-256color'),
      capability('Co', '256'),
      capability('colors', '256'),
      capability('RGB', '8/8/8'),
      capability('Tc', ''),
      capability('Smulx', '\x1b[4:%p1%dm'),
      capability('ku', '\x1b[A'),
      capability('kcbt', '\x1b[Z'),
      capability('kf12', '\x1b[24~'),
      ['\x1b[?1h', ''],
      capability('kcuu1', '\x1bOA'),
      ['\x1b[?1l', ''],
      [`\x1bP+q${toHex('nope')}${st}`, `\x1bP0+r${toHex('nope')}${st}`],
      [`\x1bP+q${toHex('toString')}${st}`, `\x1bP0+r${toHex('toString')}${st}`],
      [
        `\x1bP+q${toHex('Co')};${toHex('nope')};${toHex('Tc')}${st}`,
        `\x1bP1+r${toHex('Co')}=${toHex('256')}${st}\x1bP0+r${toHex('nope')}${st}\x1bP1+r${toHex('Tc')}${st}`,
      ],
      // Invalid hexadecimal is not returned.
      [`\x1bP+q\rrm -rf /\r${st}`, `\x1bP0+r${st}`],
      [`\x1bP+q${st}`, `\x1bP0+r${st}`],
    ],
  ],
  [
    'colors of the theme [11.colors]',
    [
      [`\x1b]10;?${st}`, `\x1b]10;rgb:f8f8/f8f8/f2f2${st}`],
      [`\x1b]11;?${st}`, `\x1b]11;rgb:2828/2a2a/3636${st}`],
      [`\x1b]12;?${st}`, `\x1b]12;rgb:f8f8/f8f8/f2f2${st}`],
      [
        `\x1b]10;?;?;?${st}`,
        `\x1b]10;rgb:f8f8/f8f8/f2f2${st}\x1b]11;rgb:2828/2a2a/3636${st}\x1b]12;rgb:f8f8/f8f8/f2f2${st}`,
      ],
      [`\x1b]4;1;?${st}`, `\x1b]4;1;rgb:ffff/5555/5555${st}`],
      [`\x1b]4;1;?;196;?${st}`, `\x1b]4;1;rgb:ffff/5555/5555${st}\x1b]4;196;rgb:ffff/0000/0000${st}`],
      // The reply has the terminator of the query.
      ['\x1b]11;?\x07', '\x1b]11;rgb:2828/2a2a/3636\x07'],
      ['\x1b]11;?\x07\x1b[c', '\x1b]11;rgb:2828/2a2a/3636\x07\x1b[?62;6;22;52c'],
      ['\x1b]4;256;?;-1;?;x;?\x07', ''],
      ['\x1b[?996n', '\x1b[?997;1n'],
    ],
  ],
  [
    'colors that the program has set [11.colors-set]',
    [
      ['\x1b]11;#ffffff\x07\x1b]11;?\x07\x1b[?996n', '\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?997;2n'],
      ['\x1b]11;rgb:1/22/3333\x07\x1b]11;?\x07', '\x1b]11;rgb:1111/2222/3333\x07'],
      ['\x1b]11;#123\x07\x1b]11;?\x07', '\x1b]11;rgb:1010/2020/3030\x07'],
      ['\x1b]11;papayawhip\x07\x1b]11;?\x07', '\x1b]11;rgb:1010/2020/3030\x07'],
      ['\x1b]111\x07\x1b]11;?\x07', '\x1b]11;rgb:2828/2a2a/3636\x07'],
      [
        '\x1b]4;1;#102030;2;#405060\x07\x1b]4;1;?;2;?\x07',
        '\x1b]4;1;rgb:1010/2020/3030\x07\x1b]4;2;rgb:4040/5050/6060\x07',
      ],
      ['\x1b]104;1\x07\x1b]4;1;?;2;?\x07', '\x1b]4;1;rgb:ffff/5555/5555\x07\x1b]4;2;rgb:4040/5050/6060\x07'],
      ['\x1b]104\x07\x1b]4;2;?\x07', '\x1b]4;2;rgb:5050/fafa/7b7b\x07'],
      [
        '\x1b]10;#fff;#000;#f00\x07\x1b]10;?;?;?\x07',
        '\x1b]10;rgb:f0f0/f0f0/f0f0\x07\x1b]11;rgb:0000/0000/0000\x07\x1b]12;rgb:f0f0/0000/0000\x07',
      ],
      [
        '\x1b]110\x07\x1b]112\x07\x1b]10;?\x07\x1b]12;?\x07',
        '\x1b]10;rgb:f8f8/f8f8/f2f2\x07\x1b]12;rgb:f8f8/f8f8/f2f2\x07',
      ],
      ['\x1bc\x1b]11;?\x07', '\x1b]11;rgb:2828/2a2a/3636\x07'],
    ],
  ],
];

test.each(groups)('a program receives the replies to its queries: %s', async (_, exchanges) => {
  const answers = await readReplies(
    exchanges.map(([question]) => question),
    { snapshotTheme: 'dracula' },
  );
  expect(exchanges.map(([question], index) => [question, answers[index]])).toEqual(exchanges);
});

describe('the color replies are those of', () => {
  const readBackground = async (session: object, env: Record<string, string> = {}): Promise<string[]> =>
    await readReplies(['\x1b]11;?\x07', '\x1b[?996n'], session, {
      env: { COLORFGBG: '', TUISPEC_SNAPSHOT_THEME: '', ...env },
    });

  test('a light theme, with the light color scheme [11.scheme]', async () => {
    expect(await readBackground({ snapshotTheme: 'pty-default-light' })).toEqual([
      '\x1b]11;rgb:ffff/ffff/ffff\x07',
      '\x1b[?997;2n',
    ]);
  });

  test('the theme variable, or of COLORFGBG [11.colors]', async () => {
    expect(await readBackground({}, { TUISPEC_SNAPSHOT_THEME: 'nord' })).toEqual([
      '\x1b]11;rgb:2e2e/3434/4040\x07',
      '\x1b[?997;1n',
    ]);
    expect(await readBackground({}, { COLORFGBG: '0;15' })).toEqual(['\x1b]11;rgb:ffff/ffff/ffff\x07', '\x1b[?997;2n']);
  });

  test('a theme file [11.colors]', async () => {
    const path = join(createTemporaryDirectory(), 'theme.json');
    const palette = Array.from({ length: 16 }, () => '#000000');
    writeFileSync(path, JSON.stringify({ foreground: '#ffffff', background: '#123456', palette }));
    expect(await readBackground({ snapshotTheme: path })).toEqual(['\x1b]11;rgb:1212/3434/5656\x07', '\x1b[?997;1n']);
  });
});
