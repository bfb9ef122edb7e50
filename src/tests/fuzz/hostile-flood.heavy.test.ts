import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pingUntil } from '../support/pings.js';
import { readPeakMebibytes } from '../support/processes.js';
import { pathOfProgram } from '../support/programs.js';

const hasProc = existsSync('/proc/self/status');
// An idle server uses about 50 MiB, a flooded one 120.
const maxMebibytes = 240;
const megabyte = 1_000_000;
const huge = '2147483647';

const floods: readonly (readonly [title: string, begin: string, piece: string, megabytes: number])[] = [
  ['an endless title', '\x1b]0;', 'title ', 4],
  ['an endless clipboard', '\x1b]52;c;', 'QUFB', 4],
  ['an endless unknown OSC', '\x1b]777;', 'x', 4],
  ['an endless query for colors', '\x1b]4;', '1;?;', 4],
  ['an endless query for capabilities', '\x1bP+q', '544e;', 4],
  ['an endless unknown DCS', '\x1bPq', '#0!9~', 4],
  ['an endless APC', '\x1b_G', 'AAAA', 4],
  ['an endless PM', '\x1b^', 'x', 4],
  ['an endless SOS', '\x1bX', 'x', 4],
  ['an endless list of styles', '\x1b[', '38;5;1;', 4],
  ['an endless list of subparameters of a style', '\x1b[38', ':2', 4],
  ['an endless number', '\x1b[', '9', 4],
  ['strings in strings', '', '\x1bP$q\x1bP+q\x1b]0;\x1b_\x1bP1;2|', 4],
  ['endless marks on one letter', 'a', '\xcc\x81', 4],
  ['an endless sequence of joined emoji', '\xf0\x9f\x91\xa8', '\xe2\x80\x8d\xf0\x9f\x91\xa8', 0.3],
  ['links', '', '\x1b]8;id=x;http://example.org/\x07x\x1b]8;;\x07\r', 4],
  ['saved titles', '', `\x1b]0;${'t'.repeat(5000)}\x07\x1b[22t`, 4],
  ['clipboards', '', `\x1b]52;c;${'QUFB'.repeat(5000)}\x07`, 4],
  ['NULs', '', '\0', 4],
  ['bytes that are not UTF-8', '', '\xff\xfe\x80\xc0\xaf\xed\xa0\x80\xf8\x88', 4],
  [
    'all C1 controls, as bytes and as characters',
    '',
    Array.from(
      { length: 32 },
      (_, code) => `${String.fromCharCode(0x80 + code)}\xc2${String.fromCharCode(0x80 + code)}`,
    ).join(''),
    8,
  ],
  [
    'all C1 controls, as escape sequences',
    '',
    Array.from({ length: 32 }, (_, code) => `\x1b${String.fromCharCode(0x40 + code)}x`).join(''),
    8,
  ],
  ['switches to 132 columns and back', '', '\x1b[?40h\x1b[?3hx\x1b[?3lx', 4],
  ['screens full of E', '', '\x1b#8', 0.2],
  ['switches of the alternate screen', '', '\x1b[?1049hx\x1b[?1049l', 0.5],
  ['resets', '', 'x\x1bc', 0.05],
  ['scrolling by huge counts', 'x', `\x1b[${huge}S\x1b[${huge}T`, 0.2],
  ['lines moved by huge counts', 'x', `\x1b[${huge}L\x1b[${huge}M`, 0.2],
  ['characters moved by huge counts', 'x', `\x1b[${huge}@\x1b[${huge}P\x1b[${huge}X`, 2],
  ['characters repeated by huge counts', '', `x\x1b[${huge}b`, 1],
  ['tabs by huge counts', 'x', `\x1b[${huge}I\x1b[${huge}Z`, 1],
  ['columns moved by huge counts', 'x', `\x1b[${huge}'}\x1b[${huge}'~\x1b[${huge} @\x1b[${huge} A`, 0.2],
  [
    'rectangles of huge sizes',
    'x',
    `\x1b[88;1;1;${huge};${huge}$x\x1b[1;1;${huge};${huge}$z\x1b[1;1;${huge};${huge};1$r`,
    8,
  ],
];

test.skipIf(!hasProc).each(floods)(
  'a flood of %s neither blocks the server nor fills its memory (needs /proc) [11.hostile, 11.strings]',
  async (_, begin, piece, megabytes) => {
    const server = new TestServer({ isNew: true });
    const args = [
      pathOfProgram('flood.mjs'),
      JSON.stringify(begin),
      JSON.stringify(piece),
      String(megabytes * megabyte),
    ];
    await server.launch(process.execPath, args);
    const selector = { type: 'exact', text: 'alive' };
    const pingMs = await pingUntil(server, server.request('waitForText', { selector, timeoutMs: 60_000 }));
    expect(pingMs).toBeLessThan(1000);
    expect((await server.request('currentView')).text.trimEnd()).toBe('alive');
    expect(readPeakMebibytes(server.pid)).toBeLessThan(maxMebibytes);
    const { title, clipboard } = await server.request('terminalState');
    expect(title.length + (clipboard?.text.length ?? 0)).toBeLessThan(1_100_000);
  },
);
