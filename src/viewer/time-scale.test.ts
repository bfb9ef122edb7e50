import { expect, test } from 'vitest';
import { TimeScale } from './timeline.js';

test('idle time of more than two seconds is shown as half a second [14.trace-timeline]', () => {
  const scale = new TimeScale([0, 1000, 11_000, 12_000], 0, 12_000, true);
  expect(scale.folds).toEqual([{ from: 1250, to: 10_750 }]);
  expect(scale.shownEnd).toBe(3000);
  expect([0, 1000, 1250, 6000, 10_750, 12_000].map((at) => scale.toShown(at))).toEqual([
    0, 1000, 1250, 1500, 1750, 3000,
  ]);
});

test('without folding, shown time is time', () => {
  const scale = new TimeScale([0, 60_000], 0, 60_000, false);
  expect([scale.folds, scale.shownEnd, scale.toShown(30_000)]).toEqual([[], 60_000, 30_000]);
});

test('both directions agree, also outside of the recording', () => {
  const moments = Array.from({ length: 200 }, (_, index) => index * (index % 7) * 100).toSorted((a, b) => a - b);
  const end = moments.at(-1) ?? 0;
  const scale = new TimeScale(moments, 0, end, true);
  for (let at = 0; at <= end; at += 377) expect(scale.toTime(scale.toShown(at))).toBeCloseTo(at, 6);
  expect([scale.toShown(-1), scale.toShown(end + 1)]).toEqual([0, scale.shownEnd]);
  expect([scale.toTime(-1), scale.toTime(scale.shownEnd + 1)]).toEqual([0, end]);
});

test('a recording that begins later has no time before', () => {
  const scale = new TimeScale([90_000, 91_000], 90_000, 91_000, false);
  expect([scale.shownEnd, scale.toShown(0), scale.toShown(90_500), scale.toTime(0)]).toEqual([1000, 0, 500, 90_000]);
});

test('an empty recording has no length', () => {
  const scale = new TimeScale([], 0, 0, true);
  expect([scale.shownEnd, scale.toShown(0), scale.toTime(0)]).toEqual([0, 0, 0]);
});
