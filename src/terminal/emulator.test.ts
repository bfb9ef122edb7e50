import { expect, test } from 'vitest';
import { isVisiblyEqual, textOf } from '../screen/screen.js';
import { Random } from '../tests/support/random.js';
import { RandomProgram } from '../tests/support/random-program.js';
import { Emulator } from './emulator.js';

const emulator = (): Emulator =>
  new Emulator({ cols: 80, rows: 24, scrollback: 100, firstRevision: 1, answer: () => {} });

test.each(['b', 'I', 'L', 'M', 'S', 'T', 'Z', '@', 'P', 'X', 'A', 'B', 'd', 'G'])(
  'limits a huge count before %s [11.counts]',
  (final) => {
    const terminal = emulator();
    terminal.feed(Buffer.from(`x\x1b[2147483647${final}\x1b[99999;2147483647${final}\x1b[H\x1b[2Jdone`));
    expect(textOf(terminal.getScreen()).startsWith('done')).toBe(true);
  },
);

test('a very long line is reflowed when the terminal becomes very narrow [11.looks]', () => {
  const terminal = new Emulator({ cols: 1000, rows: 24, scrollback: 100_000, firstRevision: 1, answer: () => {} });
  terminal.feed(Buffer.from(`${'abcde'.repeat(80_000)}\r\n`));
  terminal.resize(2, 24);
  expect(textOf(terminal.getScreen())).toMatch(/ab\ncd\nea\nbc\nde\n$/);
});

test('each synchronized update of a chunk is visible at its end [5.frame-instant]', () => {
  const terminal = emulator();
  const seen: string[] = [];
  terminal.synchronization.ended.on(() => seen.push(textOf(terminal.getScreen()).trimEnd()));
  terminal.feed(Buffer.from('\x1b[?2026hFRAME-A\x1b[?2026l\x1b[?2026h\x1b[H\x1b[KFRAME-B\x1b[?2026l\r\x1b[Krest'));
  expect(seen).toEqual(['FRAME-A', 'FRAME-B']);
  expect(textOf(terminal.getScreen()).trimEnd()).toBe('rest');
});

test.each([
  ['RIS', '\x1bc'],
  ['DECSTR', '\x1b[!p'],
])('a reset (%s) ends a synchronized update, which is then visible [5.frame-instant]', (_, reset) => {
  const terminal = emulator();
  const seen: string[] = [];
  terminal.synchronization.ended.on(() => seen.push(textOf(terminal.getScreen()).trimEnd()));
  terminal.feed(Buffer.from(`\x1b[?2026hFRAME${reset}\x1b[H\x1b[2Jrest\x1b[?2026l`));
  expect(seen).toEqual(['FRAME']);
  expect(terminal.synchronization.remainingMs).toBe(0);
});

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'the revision increases exactly when the screen has changed: seed %i [7.revision] [7.revision-same]',
  (seed) => {
    const random = new Random(seed);
    const terminal = new Emulator({ cols: 20, rows: 5, scrollback: 10, firstRevision: 1, answer: () => {} });
    const output = Buffer.from(new RandomProgram(random, ['ready', 'done', ''], 10, false).createOutput(80));
    let before = terminal.getScreen();
    for (const chunk of random.cut(output, random.pick([3, 40]))) {
      terminal.feed(chunk);
      if (random.chance(0.3)) continue;
      const screen = terminal.getScreen();
      expect(screen.revision - before.revision).toBe(isVisiblyEqual(before, screen) ? 0 : 1);
      before = screen;
    }
  },
);
