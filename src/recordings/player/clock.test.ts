import { expect, test } from 'vitest';
import { Clock } from './frame-cursor.js';

test('reproduces the original timing, stops while paused, continues from the position that is set [9.player-timing]', () => {
  const clock = new Clock(true);
  clock.set(5_000_000, 100);
  expect(clock.getMsUntil(6_000_000, 100)).toBe(Number.POSITIVE_INFINITY);
  clock.start(200);
  expect(clock.getMsUntil(6_000_000, 200)).toBe(1000);
  expect(clock.getMsUntil(6_000_000, 900)).toBe(300);
  expect(clock.getMsUntil(6_000_000, 5000)).toBe(0);
  clock.stop(600);
  expect(clock.getPosition(90_000)).toBe(5_400_000);
  clock.start(90_000);
  expect(clock.getMsUntil(6_000_000, 90_000)).toBe(600);
  clock.set(2_000_000, 90_100);
  expect(clock.getMsUntil(6_000_000, 90_200)).toBe(3900);
});

test('without timing, everything is due immediately, but not while paused [9.player-timing]', () => {
  const clock = new Clock(false);
  clock.set(5_000_000, 100);
  clock.start(100);
  expect(clock.getMsUntil(6_000_000, 100)).toBe(0);
  expect(clock.getPosition(90_000)).toBe(5_000_000);
  clock.stop(200);
  expect(clock.getMsUntil(6_000_000, 300)).toBe(Number.POSITIVE_INFINITY);
});
