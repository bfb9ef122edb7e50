import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FakeProgram } from '../testing/fake-program.js';
import { createTerminal } from '../testing/terminal.js';
import { PacedObserver } from './paced-observer.js';

test('asks an observer without capacity for room once, and then sends it only the last frame [8.slow-client]', async () => {
  const program = new FakeProgram(createTerminal());
  const seen: string[] = [];
  let roomCalls = 0;
  let makeRoom: (() => void) | undefined;
  using pacing = new PacedObserver(0, {
    observe: ({ screen }) => {
      seen.push(screen.lines[0]?.text.trim() ?? '');
      return true;
    },
    waitForRoom: () => {
      roomCalls += 1;
      return roomCalls > 1 ? undefined : new Promise((resolve) => (makeRoom = resolve));
    },
  });
  pacing.follow(program);
  for (let frame = 0; frame < 10; frame += 1) program.print(`\x1b[?2026h\r${frame}\x1b[?2026l`);
  expect({ roomCalls, seen }).toEqual({ roomCalls: 1, seen: [] });
  makeRoom?.();
  await turn();
  expect(seen).toEqual(['9']);
});
