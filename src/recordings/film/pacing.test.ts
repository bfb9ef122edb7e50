import { expect, test } from 'vitest';
import type { Screen } from '../../screen/screen.js';
import { collect, screensAfter } from '../../tests/support/films.js';
import type { FilmEvent } from '../film.js';
import { type Pacing, scheduleEvents, shotsOf } from '../pacing.js';

const everything: Pacing = {
  fromMs: 0,
  toMs: Number.POSITIVE_INFINITY,
  speed: 1,
  maxIdleMs: Number.POSITIVE_INFINITY,
};
const [[, screen]] = screensAfter(['x']) as [[number, Screen]];

async function* filmAt(...timesMs: (number | string)[]): AsyncGenerator<FilmEvent, void, void> {
  for (const [index, time] of timesMs.entries()) {
    const atMicros = 5_000_000 + Number.parseFloat(String(time)) * 1000;
    if (typeof time === 'string') yield { kind: 'notification', atMicros, method: time, params: {} };
    else
      yield { kind: 'frame', atMicros, number: index + 1, screen: { ...screen, title: String(time) }, exit: undefined };
  }
}

const paced = async (pacing: Partial<Pacing>, ...timesMs: (number | string)[]): Promise<unknown[]> => {
  const events = await collect(scheduleEvents(filmAt(...timesMs), { ...everything, ...pacing }));
  return events.map(({ atMs, event }) => [event.kind === 'frame' ? event.screen.title : 'message', atMs]);
};

test('a film begins with its first frame', async () => {
  expect(await paced({}, '0', 10, 20, '25', 40)).toEqual([
    ['10', 0],
    ['20', 10],
    ['message', 15],
    ['40', 30],
  ]);
  expect(await paced({})).toEqual([]);
  expect(await paced({}, '1')).toEqual([]);
});

test('idle time is limited, and then divided by the speed [14.export-pace]', async () => {
  const times = [0, 100, 5100, '9100', 10_100, 10_200] as const;
  expect(await paced({ maxIdleMs: 2000, speed: 2 }, ...times)).toEqual([
    ['0', 0],
    ['100', 50],
    ['5100', 1050],
    ['message', 2050],
    ['10100', 2050],
    ['10200', 2100],
  ]);
});

test('a part begins with what is shown at that moment [14.export-part]', async () => {
  const times = [0, 100, '150', 200, 300, 400] as const;
  expect(await paced({ fromMs: 120, toMs: 300 }, ...times)).toEqual([
    ['100', 0],
    ['message', 30],
    ['200', 80],
    ['300', 180],
  ]);
  expect(await paced({ toMs: 0 }, ...times)).toEqual([['0', 0]]);
  expect(await paced({ fromMs: 400 }, ...times)).toEqual([['400', 0]]);
});

test('a part that begins after the end is empty', async () => {
  expect(await paced({ fromMs: 401 }, 0, 100, 400)).toEqual([]);
});

test('of several screens within the time of one, the last is shown [14.export-fps]', async () => {
  const shots = await collect(shotsOf(scheduleEvents(filmAt(0, 10, 30, 60, 90, 95, 300), everything), 50, 2000));
  expect(shots.map(({ atMs, durationMs, screen: { title } }) => [title, atMs, durationMs])).toEqual([
    ['0', 0, 50],
    ['30', 50, 50],
    ['95', 100, 200],
    ['300', 300, 2000],
  ]);
});
