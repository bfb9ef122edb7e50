import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeProgram } from '../tests/support/fake-program.js';
import { createTerminal } from '../tests/support/terminal.js';
import { type ScreenObserver, ScreenScheduler } from './observe.js';

test('asks an observer without capacity for room once, and then sends it only the last frame [8.slow-client]', async () => {
  const program = new FakeProgram(createTerminal());
  const seen: string[] = [];
  let roomCalls = 0;
  let makeRoom: (() => void) | undefined;
  using scheduler = new ScreenScheduler({
    minIntervalMs: 0,
    read: ({ screen }) => {
      seen.push(screen.lines[0]?.text.trim() ?? '');
      return true;
    },
    waitForRoom: () => {
      roomCalls += 1;
      return roomCalls > 1 ? undefined : new Promise((resolve) => (makeRoom = resolve));
    },
  });
  scheduler.follow(program);
  for (let frame = 0; frame < 10; frame += 1) program.print(`\x1b[?2026h\r${frame}\x1b[?2026l`);
  expect({ roomCalls, seen }).toEqual({ roomCalls: 1, seen: [] });
  makeRoom?.();
  await turn();
  expect(seen).toEqual(['9']);
});

test('observers of one program have their own interval and their own capacity [8.slow-client]', async () => {
  const program = new FakeProgram(createTerminal());
  const seen = { slow: 0, blocked: 0, quick: 0 };
  const observe = (name: keyof typeof seen, options: Omit<ScreenObserver, 'read'>): ScreenScheduler => {
    const read = (): boolean => {
      seen[name] += 1;
      return true;
    };
    const scheduler = new ScreenScheduler({ ...options, read });
    scheduler.follow(program);
    return scheduler;
  };
  using _slow = observe('slow', { minIntervalMs: 600_000 });
  using blocked = observe('blocked', { minIntervalMs: 0, waitForRoom: () => new Promise(() => {}) });
  using _quick = observe('quick', { minIntervalMs: 0 });
  for (let frame = 0; frame < 3; frame += 1) program.print(`${frame}`);
  expect(seen).toEqual({ slow: 1, blocked: 0, quick: 3 });
  blocked.flush();
  expect(seen.blocked).toBe(1);
});
