import { expect, test } from 'vitest';
import { Emitter } from '../async/emitter.js';
import type { Program } from '../program/program.js';
import { createTerminal } from '../testing/terminal.js';
import { ScreenBroadcast } from './screen-broadcast.js';
import type { Viewer } from './viewer.js';

/** A program that counts who observes it. */
function createProgram() {
  const emulator = createTerminal();
  let observers = 0;
  const count = <A extends unknown[]>(emitter: Emitter<A>): Pick<Emitter<A>, 'on' | 'fire'> => ({
    on: (listener) => {
      observers += 1;
      const off = emitter.on(listener);
      return () => {
        observers -= 1;
        off();
      };
    },
    fire: (...args) => emitter.fire(...args),
  });
  const [changed, exited] = [count(new Emitter()), count(new Emitter())];
  const program = { emulator, changed, exited, exit: undefined, screen: emulator.getScreen() } as unknown as Program;
  return { program, countObservers: () => observers };
}

/** A viewer that is always ready. */
function createViewer() {
  const messages: string[] = [];
  const viewer = {
    options: { format: 'lines', closesAtExit: false },
    hasRoom: true,
    isBehind: true,
    isNew: true,
    hasMissedExit: false,
    close: () => {},
    sendScreen(message: Buffer) {
      this.isBehind = false;
      messages.push(message.toString());
    },
  };
  return { viewer: viewer as unknown as Viewer, messages };
}

test('a program is observed only while there are viewers [15.cost]', () => {
  const { program, countObservers } = createProgram();
  using broadcast = new ScreenBroadcast(() => 0, 0);
  broadcast.follow(program, (screen) => screen);
  expect(countObservers()).toBe(0);
  const [one, other] = [createViewer(), createViewer()];
  broadcast.join(one.viewer);
  broadcast.join(other.viewer);
  expect(countObservers()).toBeGreaterThan(0);
  expect(one.messages).toHaveLength(1);
  broadcast.leave(one.viewer);
  expect(countObservers()).toBeGreaterThan(0);
  broadcast.leave(other.viewer);
  expect(countObservers()).toBe(0);
});
