import { expect, onTestFinished, test } from 'vitest';
import type { Theme } from '../pictures/themes.js';
import { findTheme } from '../pictures/themes.js';
import { Random } from '../tests/support/random.js';
import { Emulator } from './emulator.js';
import type { TerminalEvent } from './events.js';

const colors = findTheme('nord', undefined) as Theme;

/** A terminal of 20 × 6 that answers like ours. */
function openTerminal(...chunks: (string | Uint8Array)[]): Emulator {
  const profile = { version: '1.2.3', colors };
  const emulator = new Emulator({ cols: 20, rows: 6, scrollback: 100, firstRevision: 1, profile, answer: () => {} });
  onTestFinished(() => emulator.dispose());
  for (const chunk of chunks) emulator.feed(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return emulator;
}
const eventsOf = (...chunks: (string | Uint8Array)[]): readonly TerminalEvent[] =>
  openTerminal(...chunks).events.since(0);
const osc = (text: string): string => `\x1b]${text}\x07`;
const apc = (text: string): string => `\x1b_${text}\x1b\\`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const notified = (title: string, body: string): TerminalEvent => ({ type: 'notification', title, body });
const progressed = (state: string, percent: number | null): object => ({ type: 'progress', state, percent });
const pictured = (protocol: string, bytes: number, row = 0, col = 0): object => ({
  type: 'image',
  protocol,
  row,
  col,
  bytes,
});
const ran = (text: string, exitCode: number | null, output: string): object => ({
  type: 'command',
  text,
  exitCode,
  output,
});

const rows: readonly (readonly [title: string, output: string, events: readonly object[]])[] = [
  ['a bell', 'a\x07b', [{ type: 'bell' }]],
  ['a bell is not the end of a string', osc('2;x'), [{ type: 'title', title: 'x' }]],

  ['OSC 9', osc('9;Done: 3; all'), [notified('', 'Done: 3; all')]],
  ['OSC 9 with a number', osc('9;5'), [notified('', '5')]],
  ['OSC 9 as a command of ConEmu', osc('9;9;/tmp') + osc('9;1;100') + osc('9;12;x'), []],
  ['OSC 777', osc('777;notify;Title;Body; more'), [notified('Title', 'Body; more')]],
  ['OSC 777 without a body', osc('777;notify;Title'), [notified('Title', '')]],
  ['OSC 777 that is no notification', osc('777;precmd') + osc('777;notify'), []],
  ['OSC 99', osc('99;;Hello'), [notified('Hello', '')]],
  ['OSC 99 without a payload', osc('99;i=1'), [notified('', '')]],
  [
    'OSC 99 in parts',
    osc('99;i=1:d=0;Hel') + osc('99;i=1:d=0;lo') + osc('99;i=1:d=1:p=body;World'),
    [notified('Hello', 'World')],
  ],
  [
    'OSC 99 interleaved',
    osc('99;i=a:d=0;A') + osc('99;i=b:d=0;B') + osc('9;x') + osc('99;i=b:p=body;b') + osc('99;i=a:p=body;a'),
    [notified('', 'x'), notified('B', 'b'), notified('A', 'a')],
  ],
  [
    'OSC 99 in base64, divided inside a character',
    osc(`99;i=1:d=0:e=1;${Buffer.from('日本').subarray(0, 2).toString('base64')}`) +
      osc(`99;i=1:e=1;${Buffer.from('日本').subarray(2).toString('base64')}`),
    [notified('日本', '')],
  ],
  ['OSC 99 with an icon at its end', osc('99;i=1:d=0;Hi') + osc('99;i=1:p=icon;eA=='), [notified('Hi', '')]],
  ['OSC 99 that displays nothing', osc('99;i=1:p=?;') + osc('99;i=1:p=close;') + osc('99;i=1:p=icon;eA=='), []],
  ['OSC 99 that is never finished', osc('99;i=1:d=0;never'), []],

  ['progress', osc('9;4;1;42'), [progressed('normal', 42)]],
  [
    'progress without a percentage',
    osc('9;4;3') + osc('9;4;3;7'),
    [progressed('indeterminate', null), progressed('indeterminate', null)],
  ],
  ['progress beyond its end', osc('9;4;2;420'), [progressed('error', 100)]],
  ['progress that is removed', osc('9;4;4;10') + osc('9;4;0;0'), [progressed('paused', 10), progressed('none', null)]],
  ['progress in an unknown state', osc('9;4;7;1'), []],

  ['the clipboard', osc(`52;c;${base64('copied')}`), [{ type: 'clipboard', selection: 'c', text: 'copied' }]],
  ['a query of the clipboard', osc('52;c;?'), []],
  [
    'titles, once for each change',
    `${osc('2;a')}${osc('0;a')}${osc('1;icon')}${osc('2;b')}\x1b[22t${osc('2;c')}\x1b[23t`,
    ['a', 'b', 'c', 'b'].map((title) => ({ type: 'title', title })),
  ],

  ['sixel', 'ab\r\nc\x1bPq#0;2;0;0;0~~\x1b\\', [pictured('sixel', 12, 1, 1)]],
  ['sixel with parameters', '\x1bP0;1;0q~\x1b\\', [pictured('sixel', 1)]],
  ['what only looks like sixel', '\x1bP$qm\x1b\\\x1bP+q544e\x1b\\', []],
  ['a sixel that is cancelled', '\x1bPq~~\x18', []],
  ['kitty', `  ${apc('Ga=T,f=100;QUJD')}`, [pictured('kitty', 4, 0, 2)]],
  ['kitty in parts', apc('Ga=T,i=1,m=1;QUJD') + apc('Gm=1;QUJD') + apc('Gm=0;QQ=='), [pictured('kitty', 12)]],
  ['kitty, sent first and displayed later', `${apc('Gi=7;QUJD')}\r\n${apc('Ga=p,i=7')}`, [pictured('kitty', 4, 1)]],
  ['kitty that displays nothing', apc('Ga=q,i=1;QUJD') + apc('Ga=d') + apc('Ga=t;QUJD'), []],
  ['kitty that is never finished', apc('Ga=T,m=1;QUJD') + apc('Ga=T;QQ=='), [pictured('kitty', 4)]],
  ['another command string', apc('hello'), []],
  ['iTerm2', osc('1337;File=name=eA==;size=3;inline=1:QUJD'), [pictured('iterm2', 4)]],
  ['iTerm2 as a download', osc('1337;File=name=eA==:QUJD') + osc('1337;File=inline=0:QUJD'), []],
  [
    'iTerm2 in parts',
    `x${osc('1337;MultipartFile=inline=1')}${osc('1337;FilePart=QUJD')}${osc('1337;FilePart=QQ==')}${osc('1337;FileEnd')}`,
    [pictured('iterm2', 8, 0, 1)],
  ],
  ['another sequence of iTerm2', osc('1337;SetMark') + osc('133') + osc('13;x'), []],

  [
    'a command',
    `${osc('133;A')}$ ${osc('133;B')}ls -l\r\n${osc('133;C')}one\r\ntwo\r\n${osc('133;D;3')}$ `,
    [ran('ls -l', 3, 'one\ntwo')],
  ],
  ['a command with options of its marks', `${osc('133;C;a=b')}x\r\n${osc('133;D;0;err=1')}`, [ran('', 0, 'x')]],
  ['a command without an exit code', `${osc('133;C')}${osc('133;D')}`, [ran('', null, '')]],
  ['an end without a command', osc('133;D;1'), []],
  ['a soft-wrapped output', `${osc('133;C')}${'x'.repeat(25)}\r\n${osc('133;D;0')}`, [ran('', 0, 'x'.repeat(25))]],
  ['output that does not end a line', `${osc('133;C')}abc${osc('133;D;0')}`, [ran('', 0, 'abc')]],
  [
    'output that has scrolled off',
    `${osc('133;C')}${Array.from({ length: 20 }, (_, index) => `line ${index}\r\n`).join('')}${osc('133;D;0')}`,
    [ran('', 0, Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'))],
  ],
  [
    'the text that VS Code reports',
    `${osc('633;A')}> ${osc('633;B')}cd${osc('633;E;echo a\\x3b b \\\\;nonce')}\r\n${osc('633;C')}a\r\n${osc('633;D;0')}`,
    [ran('echo a; b \\', 0, 'a')],
  ],
  ['the text that fish reports', `${osc('133;C;cmdline_url=ls%20%C3%A4')}${osc('133;D;0')}`, [ran('ls ä', 0, '')]],
  [
    'a full-screen program as a command',
    `${osc('133;C')}\x1b[?1049hscreen\x1b[?1049l${osc('133;D;0')}`,
    [ran('', 0, '')],
  ],
];

test.each(rows)('%s [19.events]', (_, output, events) => {
  expect(eventsOf(output)).toEqual(events);
});

test.each(rows)('in pieces: %s [19.events]', (_, output, events) => {
  expect(eventsOf(...Array.from(Buffer.from(output), (byte) => Uint8Array.of(byte)))).toEqual(events);
});

test('the output of a command whose width has changed meanwhile is unknown [19.events-command]', () => {
  const emulator = openTerminal(`${osc('133;C')}${'x'.repeat(15)}\r\n`);
  emulator.resize(10, 6);
  emulator.feed(Buffer.from(osc('133;D;1')));
  expect(emulator.events.since(0)).toEqual([ran('', 1, '')]);
});

test('the newest 1,000 events are kept; totals and the last of each kind always [19.events-limits]', () => {
  const { events } = openTerminal(osc('9;first'), '\x07'.repeat(999), osc('2;last'), '\x07');
  expect([events.count, events.since(0).length, events.total('bell'), events.total('notification')]).toEqual([
    1002, 1000, 1000, 1,
  ]);
  expect(events.last('notification')).toEqual(notified('', 'first'));
  expect(events.since(0).filter(({ type }) => type !== 'bell')).toEqual([{ type: 'title', title: 'last' }]);
  expect(events.since(1001)).toEqual([{ type: 'bell' }]);
  expect(events.since(5000)).toEqual([]);
});

test('texts are limited, each one and all together [19.events-limits]', () => {
  const long = '😀'.repeat(30_000);
  const [event, ...others] = eventsOf(
    osc(`777;notify;x${long};${long}`),
    osc(`99;e=1;${base64(`x${long}`).slice(0, 60_000)}`),
  );
  expect(others).toHaveLength(1);
  for (const { title, body } of [event, ...others] as { title: string; body: string }[]) {
    expect([title.length, body.length <= 4096]).toEqual([4095, true]);
    expect(title + body).not.toMatch(/\p{Surrogate}/u);
  }
  const emulator = openTerminal();
  const copy = osc(`52;c;${base64('x'.repeat(66_000))}`);
  // Output arrives in chunks of at most 64 KiB.
  const chunks = new Random(1).cut(Buffer.from(copy), 10);
  for (let count = 0; count < 300; count += 1) for (const chunk of chunks) emulator.feed(chunk);
  const kept = emulator.events.since(0) as readonly { readonly text: string }[];
  expect(new Set(kept.map(({ text }) => text.length))).toEqual(new Set([65_536]));
  expect(kept.length).toBeLessThanOrEqual(256);
  const scroll = `${osc('133;C')}${'y'.repeat(100_000)}${osc('133;D;0')}`;
  const wide = new Emulator({ cols: 1000, rows: 6, scrollback: 1000, firstRevision: 1, answer: () => {} });
  wide.feed(Buffer.from(scroll));
  expect(wide.events.last('command')?.output).toBe('y'.repeat(65_536));
  wide.dispose();
});

test('pictures are counted without being kept, and other long strings are ignored [19.events-hostile]', () => {
  const data = 'A'.repeat(1_000_000);
  const output = [
    `\x1bPq${data}\x1b\\`,
    apc(`Ga=T;${data}`),
    osc(`1337;File=inline=1:${data}`),
    osc(`9;${data}`),
    osc(`99;i=1;${data}`),
    osc(`2;${data}`),
    osc(`133;E;${data}`),
    osc('9;end'),
  ];
  const expected = [
    pictured('sixel', data.length),
    pictured('kitty', data.length),
    pictured('iterm2', data.length),
    notified('', 'end'),
  ];
  expect(eventsOf(output.join(''))).toEqual(expected);
  expect(eventsOf(...new Random(1).cut(Buffer.from(output.join('')), 5000))).toEqual(expected);
});

test('notifications that are never finished do not accumulate [19.events-hostile]', () => {
  const emulator = openTerminal(osc('99;i=old:d=0;old'));
  for (let id = 0; id < 200; id += 1) emulator.feed(Buffer.from(osc(`99;i=${id}:d=0;part `).repeat(20)));
  emulator.feed(Buffer.from(osc('99;i=old;new') + osc('99;i=199:p=body;x')));
  expect(emulator.events.since(0)).toEqual([notified('new', ''), notified('part '.repeat(20), 'x')]);
  const endless = Array.from({ length: 1000 }, () => osc(`99;i=1:d=0;${'y'.repeat(1000)}`)).join('');
  expect(eventsOf(endless, osc('99;i=1;z'))).toEqual([notified('y'.repeat(4096), '')]);
});
