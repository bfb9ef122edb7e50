import { expect, test } from 'vitest';
import type { Screen } from '../../screen/screen.js';
import {
  collect,
  encodeFrames,
  messageEvent,
  screensAfter,
  type TimedEvent,
  writeRecording,
} from '../../tests/support/films.js';
import { Random } from '../../tests/support/random.js';
import { createRandomOutput } from '../../tests/support/random-output.js';
import { visibleCellsOf } from '../../tests/support/same-screen.js';
import { type FilmEvent, type FrameEvent, filmOf, framesOf } from '../film.js';
import { RecordingReader } from '../reader.js';

async function filmIn(events: readonly TimedEvent[]): Promise<FilmEvent[]> {
  await using reader = await RecordingReader.open(writeRecording(events));
  return await collect(filmOf(reader));
}
async function framesIn(events: readonly TimedEvent[]): Promise<FrameEvent[]> {
  await using reader = await RecordingReader.open(writeRecording(events));
  return await collect(framesOf(reader));
}

/** All that is visible of a screen. Whether the next character wraps is not. */
function visibleOf(screen: Screen): unknown {
  const { cols, rows, title, ownColors, isReversed, isAlternate, cursor } = screen;
  const cells = visibleCellsOf({ ...screen, cursor: { ...cursor, isWrapPending: false } });
  return { cols, rows, title, ownColors, isReversed, isAlternate, cells };
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'the screens of a film are those that were recorded: random program %i [14.film-exact]',
  async (seed) => {
    const random = new Random(seed);
    const [cols, rows] = [2 + random.below(40), 1 + random.below(10)];
    const outputs = Array.from({ length: 12 }, () => createRandomOutput(random, cols, rows));
    const screens = screensAfter(outputs, { cols, rows, everyMs: 300 });
    const recorded = encodeFrames(screens);
    const frames = await framesIn(recorded);
    const byTime = new Map(screens.map(([atMs, screen]) => [atMs, screen]));
    const startMicros = frames[0]?.atMicros ?? 0;
    expect(frames.length).toBeGreaterThan(0);
    for (const { atMicros, screen } of frames)
      expect(visibleOf(screen)).toEqual(visibleOf(byTime.get((atMicros - startMicros) / 1000) as Screen));
  },
);

test('a change of the cursor, the title or the colors only is a frame; equal rows are the same line', async () => {
  const outputs = ['one\r\ntwo', '\x1b[H', '\x1b]0;name\x07', '\x1b]11;#102030\x07', '\x1b[?5h', '\x1b[2;1Hnew'];
  const frames = await framesIn(encodeFrames(screensAfter(outputs)));
  expect(frames.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  const [first, ...others] = frames.map(({ screen }) => screen);
  expect(others.map(({ lines }) => lines[0] === first?.lines[0])).toEqual(Array(5).fill(true));
  expect(others.map(({ lines }) => lines[1] === first?.lines[1])).toEqual([true, true, true, true, false]);
  expect(others[0]?.cursor).toMatchObject({ row: 0, col: 0, isVisible: true });
  expect(others.map(({ title }) => title)).toEqual(['', 'name', 'name', 'name', 'name']);
  expect(others.map(({ ownColors }) => ownColors?.background)).toEqual([
    undefined,
    undefined,
    ...Array(3).fill(0x102030),
  ]);
  expect(others.map(({ isReversed }) => isReversed)).toEqual([false, false, false, true, true]);
});

const plain = (line: string): TimedEvent[1] => ({ direction: 'frame', line });

test('frames without a width have that of the session, or of the widest row so far', async () => {
  const widthsOf = async (...events: TimedEvent[]): Promise<number[]> =>
    (await framesIn(events)).map(({ screen }) => screen.cols);
  const resized = messageEvent('response', { id: 1, result: { ok: true, cols: 30, rows: 1 } });
  const launched = messageEvent('request', { id: 2, method: 'launch', params: { command: 'x', cols: 40 } });
  const other = messageEvent('request', { id: 2, method: 'dumpView', params: { name: 'x', cols: 50 } });
  expect(await widthsOf([0, plain('abc')], [1, plain('日本語')], [2, plain('a')])).toEqual([3, 6, 6]);
  expect(await widthsOf([0, resized], [1, plain('abc')], [2, launched], [3, plain('b')])).toEqual([30, 40]);
  expect(await widthsOf([0, resized], [1, other], [2, plain('abc')], [3, plain('x'.repeat(35))])).toEqual([30, 35]);
});

test('a frame from an older recording has no visible cursor and no title', async () => {
  const [frame] = await framesIn([[0, plain('abc\n')]]);
  expect(frame?.screen).toMatchObject({ cols: 3, rows: 2, title: '', cursor: { isVisible: false } });
});

test('a cursor outside of the screen is hidden', async () => {
  const cursor = { row: 9, col: 1, visible: true };
  const [frame] = await framesIn([[0, { ...plain('abc'), cols: 3, cursor }]]);
  expect(frame?.screen.cursor.isVisible).toBe(false);
});

test('messages are events: a response has its request, a step its title, an array its entries', async () => {
  const events = await filmIn([
    [0, messageEvent('request', { id: 1, method: 'initialize' })],
    [1, messageEvent('response', { id: 1, result: { cols: 20 } })],
    [2, messageEvent('request', { id: 'a', method: 'step', params: { title: 'save' } })],
    [3, messageEvent('notification', { method: 'session.exited', params: { exitCode: 0 } })],
    [4, messageEvent('response', { id: 'a', error: { code: -32004, message: 'no' } })],
    [5, { direction: 'request', line: '[{"id":2,"method":"one"},7,{"method":"two","params":{"x":1}}]' }],
    [6, messageEvent('response', { id: 99, result: null })],
    [7, { direction: 'request', line: '{' }],
  ]);
  expect(events).toMatchObject([
    { kind: 'request', number: 1, method: 'initialize', params: {} },
    { kind: 'response', request: { number: 1 }, result: { cols: 20 } },
    { kind: 'request', number: 2, method: 'step', step: 'save' },
    { kind: 'notification', method: 'session.exited', params: { exitCode: 0 } },
    { kind: 'response', request: { step: 'save' }, error: { code: -32004 } },
    { kind: 'request', number: 3, method: 'one' },
    { kind: 'request', number: 4, method: 'two', params: { x: 1 } },
    { kind: 'response', result: null },
  ]);
  expect(events.at(-1)).toMatchObject({ request: undefined });
});
