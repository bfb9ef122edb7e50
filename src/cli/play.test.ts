import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Display, DisplayListener, ProcessHost } from './options.js';
import { play } from './play.js';

/** A terminal that triggers an event on the first write. */
class FakeDisplay implements Display {
  isOpen = false;
  listener: DisplayListener | undefined;
  happen: () => void = () => {};

  getSize(): { readonly cols: number; readonly rows: number } {
    return { cols: 80, rows: 24 };
  }

  open(listener: DisplayListener): void {
    this.isOpen = true;
    this.listener = listener;
  }

  async write(): Promise<void> {
    this.happen();
  }

  close(): void {
    this.isOpen = false;
  }
}

interface Stand {
  readonly display: FakeDisplay;
  readonly said: string[];
  signal(name: string): void;
  bug(error: unknown): void;
  onSuspend(handle: () => Promise<void>): void;
  start(): Promise<number>;
}

function stand(): Stand {
  const display = new FakeDisplay();
  const said: string[] = [];
  const handlers = {
    signal: (_: string): void => {},
    bug: (_: unknown): void => {},
    suspend: async (): Promise<void> => {},
  };
  const around: ProcessHost = {
    variables: {},
    input: new PassThrough().end(),
    isInteractive: true,
    isErrorTerminal: false,
    asProgramStatus: (status) => status,
    suspend: () => handlers.suspend(),
    openOutput: () => new PassThrough(),
    openTerminal: () => undefined,
    openDisplay: () => display,
    writeError: (text) => said.push(`${display.isOpen ? 'too early: ' : ''}${text}`),
    onSignal: (handle) => {
      handlers.signal = handle;
    },
    onBug: (handle) => {
      handlers.bug = handle;
    },
  };
  return {
    display,
    said,
    signal: (name) => handlers.signal(name),
    bug: (error) => handlers.bug(error),
    onSuspend: (handle) => {
      handlers.suspend = handle;
    },
    start: async () =>
      await play(
        'fixtures/recordings/counting.jsonl',
        { isRealTime: true, showsInput: false, isFollowing: false },
        around,
      ),
  };
}

test.each<[what: string, happen: (stand: Stand) => void, exitCode: number, says: RegExp | undefined]>([
  ['a signal', ({ signal }) => signal('SIGTERM'), 143, undefined],
  ['a closed terminal', ({ display }) => display.listener?.onLost(), 129, undefined],
  ['a bug', ({ bug }) => bug(new Error('oops')), 1, /^tuispec: Error: oops\n/],
  ['a bug that is not an Error', ({ bug }) => bug('oops'), 1, /^tuispec: oops\n$/],
  ['Ctrl+C', ({ display }) => display.listener?.onKeys('\x03'), 130, undefined],
])('%s restores the terminal [9.player-restores]', async (_, happen, exitCode, says) => {
  const one = stand();
  one.display.happen = () => happen(one);
  expect(await one.start()).toBe(exitCode);
  expect(one.display.isOpen).toBe(false);
  expect(one.said).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
});

test('an internal error restores the terminal and is rethrown [9.player-restores]', async () => {
  const one = stand();
  one.display.happen = () => {
    throw new TypeError('oops');
  };
  await expect(one.start()).rejects.toThrow(TypeError);
  expect(one.display.isOpen).toBe(false);
});

test('restores a terminal that cannot be opened [9.player-restores]', async () => {
  const one = stand();
  one.display.open = () => {
    one.display.isOpen = true;
    throw new Error('EIO');
  };
  await expect(one.start()).rejects.toThrow('EIO');
  expect(one.display.isOpen).toBe(false);
});

test('a player that ends while it is suspended does not open the terminal again [9.player-restores]', async () => {
  const one = stand();
  let goOn = (): void => {};
  one.onSuspend(async () => {
    one.signal('SIGTERM');
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  });
  one.display.happen = () => one.display.listener?.onKeys('\x1a');
  expect(await one.start()).toBe(143);
  goOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect(one.display.isOpen).toBe(false);
});
