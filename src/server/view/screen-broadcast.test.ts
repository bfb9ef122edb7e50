import { expect, test } from 'vitest';
import { Emitter } from '../../base/emitter.js';
import type { Program } from '../../session/program/program.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { ScreenBroadcast } from './screen-broadcast.js';
import type { Viewer } from './viewers.js';

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
  const sent: string[] = [];
  const viewer = {
    options: { format: 'lines', closesAtExit: false },
    hasRoom: true,
    isBehind: true,
    isNew: true,
    hasMissedExit: false,
    close: () => {},
    send: (message: string | Buffer) => {
      sent.push(message.toString());
    },
    sendScreen(message: Buffer) {
      this.isBehind = false;
      messages.push(message.toString());
      sent.push('screen');
    },
  };
  return { viewer: viewer as unknown as Viewer, messages, sent };
}

test('a program is observed only while there are viewers [15.cost]', () => {
  const { program, countObservers } = createProgram();
  using broadcast = new ScreenBroadcast(() => 0, 0, { defer: (act) => act() });
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

test('messages and screens are sent in order when the server is idle, and before another viewer joins [15.no-influence]', () => {
  const { program } = createProgram();
  const work: (() => void)[] = [];
  using broadcast = new ScreenBroadcast(() => 0, 0, { defer: (act) => work.push(act) });
  broadcast.follow(program, (screen) => screen);
  const [one, other] = [createViewer(), createViewer()];
  broadcast.join(one.viewer);
  one.sent.length = 0;
  broadcast.send('later');
  expect(one.sent).toEqual([]);
  broadcast.join(other.viewer);
  expect(one.sent).toEqual(['screen', 'later']);
  expect(other.sent).not.toContain('later');
  broadcast.send('last');
  for (const act of work) act();
  expect(one.sent.slice(2)).toEqual(['last']);
  expect(other.sent.at(-1)).toBe('last');
});
