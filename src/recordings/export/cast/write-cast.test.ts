import { expect, test } from 'vitest';
import type { Screen } from '../../../screen/screen.js';
import { Emulator } from '../../../terminal/emulator.js';
import { exported } from '../../../tests/support/exports.js';
import { encodeFrames, messageEvent, screensAfter, type TimedEvent } from '../../../tests/support/films.js';
import { Random } from '../../../tests/support/random.js';
import { createRandomOutput } from '../../../tests/support/random-output.js';
import { visibleCellsOf } from '../../../tests/support/same-screen.js';

type Header = Readonly<Record<string, unknown>> & { readonly term: { readonly theme: { readonly palette: string } } };
type CastEvent = readonly [time: number, code: string, data: string];

async function cast(
  events: readonly TimedEvent[],
  castVersion: 2 | 3 = 3,
): Promise<{ header: Header; events: CastEvent[] }> {
  const lines = (await exported(events, 'cast', { castVersion })).toString().trimEnd().split('\n');
  const [header, ...rest] = lines.map((line): unknown => JSON.parse(line));
  return { header: header as Header, events: rest as CastEvent[] };
}

test('version 3 has the time since the event before, version 2 since the beginning [14.export-cast]', async () => {
  const frames = encodeFrames(screensAfter(['a', 'b', 'c', 'd'], { everyMs: 33.4 }));
  const timesOf = async (version: 2 | 3): Promise<number[]> =>
    (await cast(frames, version)).events.map(([time]) => time);
  expect(await timesOf(3)).toEqual([0, 0.033, 0.034, 0.033, 2]);
  expect(await timesOf(2)).toEqual([0, 0.033, 0.067, 0.1, 2.1]);
});

test('the header has the size, the time, the title and the theme [14.export-cast]', async () => {
  const frames = encodeFrames(screensAfter(['\x1b]0;name\x07a'], { cols: 30, rows: 2 }));
  const { header } = await cast(frames);
  const { palette, ...theme } = header.term.theme;
  expect({ ...header, term: { ...header.term, theme } }).toEqual({
    version: 3,
    term: { cols: 30, rows: 2, type: 'xterm-256color', theme: { fg: '#d4d4d4', bg: '#0c0c0c' } },
    timestamp: 1_795_000_000,
    title: 'name',
  });
  expect(palette).toMatch(/^(#[0-9a-f]{6}:){15}#[0-9a-f]{6}$/);
  expect((await cast(frames, 2)).header).toMatchObject({ version: 2, width: 30, height: 2, theme });
});

test('resizes, steps, failed requests and the exit are events [14.export-cast]', async () => {
  const [[, small]] = screensAfter(['small'], { cols: 20, rows: 2 }) as [[number, Screen]];
  const [[, large]] = screensAfter(['large'], { cols: 30, rows: 4 }) as [[number, Screen]];
  const exit = { exitCode: null, signal: 'SIGTERM', timedOut: false };
  const frames = encodeFrames([
    [0, small],
    [3000, large],
  ]);
  const events: TimedEvent[] = [
    [-1, messageEvent('request', { id: 1, method: 'step', params: { title: 'before the first frame' } })],
    frames[0] as TimedEvent,
    [1000, messageEvent('request', { id: 2, method: 'step', params: { title: 'save' } })],
    [1001, messageEvent('response', { id: 2, result: { ok: true } })],
    [1500, messageEvent('request', { id: 3, method: 'waitForText' })],
    [2000, messageEvent('response', { id: 3, error: { code: -32004, message: 'no match' } })],
    frames[1] as TimedEvent,
    [3500, { direction: 'frame-delta', line: '[]', exit }],
  ];
  const recorded = await cast(events.map(([atMs, event]) => [atMs + 1, event]));
  expect(recorded.events.map(([time, code, data]) => [time, code, code === 'o' ? '' : data])).toEqual([
    [0, 'o', ''],
    [1, 'm', 'save'],
    [1, 'm', '✗ waitForText: no match'],
    [1, 'r', '30x4'],
    [0, 'o', ''],
    [0.5, 'o', ''],
    [2, 'x', '143'],
  ]);
});

test('markers contain no control characters, and the time never goes backwards [14.export-hostile]', async () => {
  const frames = encodeFrames(screensAfter(['a', 'b', 'c'], { everyMs: 1000 }));
  const title = 'one\r\ntwo\x1b]52;c;AA==\x07\x9b';
  const events: TimedEvent[] = [
    ...frames,
    [500, messageEvent('request', { id: 1, method: 'step', params: { title } })],
    [500, messageEvent('response', { id: 1, error: { message: title } })],
  ];
  const recorded = await cast(events);
  expect(recorded.events.filter(([, code]) => code === 'm')).toEqual([
    [0, 'm', 'one two]52;c;AA=='],
    [0, 'm', '✗ step: one two]52;c;AA=='],
  ]);
  expect(recorded.events.map(([time]) => time)).toEqual([0, 1, 1, 0, 0, 2]);
});

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'a terminal that plays it shows each screen: random program %i [14.export-cast-exact]',
  async (seed) => {
    const random = new Random(seed);
    const [cols, rows] = [2 + random.below(40), 1 + random.below(8)];
    const outputs = Array.from({ length: 8 }, () => createRandomOutput(random, cols, rows));
    // Colors that a program has set become explicit, which the next test covers.
    const screens = screensAfter(outputs, { cols, rows }).filter(
      ([, { ownColors, isReversed }]) => ownColors === undefined && !isReversed,
    );
    if (screens.length === 0) return;
    const { events } = await cast(encodeFrames(screens));
    const terminal = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, answer: () => {} });
    const [[startMs]] = screens as [[number, Screen]];
    let nowMs = startMs;
    for (const [seconds, code, data] of events.slice(0, -1)) {
      nowMs += Math.round(seconds * 1000);
      if (code === 'o') terminal.feed(Buffer.from(data));
      const expected = screens.findLast(([atMs]) => atMs <= nowMs)?.[1] as Screen;
      expect(shownOf(terminal.getScreen())).toEqual(shownOf(expected));
    }
    terminal.dispose();
  },
);

const shownOf = (screen: Screen): unknown =>
  visibleCellsOf({ ...screen, cursor: { ...screen.cursor, isWrapPending: false } });

test('colors that a program has set, and a reversed screen, become explicit [14.export-cast-exact]', async () => {
  const screens = screensAfter(['\x1b[31mred', '\x1b]4;1;#123456\x07\x1b]11;#000080\x07', '\x1b[?5h'], {
    cols: 4,
    rows: 1,
  });
  const { events } = await cast(encodeFrames(screens));
  const colorsAfter: unknown[] = [];
  const terminal = new Emulator({ cols: 4, rows: 1, scrollback: 0, firstRevision: 1, answer: () => {} });
  for (const [, , data] of events.slice(0, -1)) {
    terminal.feed(Buffer.from(data));
    const styles = [0, 3].map((col) => terminal.getScreen().lines[0]?.styleAt(col));
    colorsAfter.push(styles.map((style) => [style?.fg, style?.bg]));
  }
  terminal.dispose();
  const rgb = (color: number): number => 0x1000000 + color;
  expect(colorsAfter).toEqual([
    [
      [1, -1],
      [-1, -1],
    ],
    [
      [rgb(0x123456), rgb(0x000080)],
      [rgb(0xd4d4d4), rgb(0x000080)],
    ],
    [
      [rgb(0x123456), rgb(0xd4d4d4)],
      [rgb(0x000080), rgb(0xd4d4d4)],
    ],
  ]);
});
