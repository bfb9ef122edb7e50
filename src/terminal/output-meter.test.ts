import { expect, onTestFinished, test } from 'vitest';
import { isVisiblyEqual, type Screen } from '../screen/screen.js';
import { Random } from '../tests/support/random.js';
import { createRandomOutput, pieces } from '../tests/support/random-output.js';
import { createTerminal } from '../tests/support/terminal.js';
import type { Emulator } from './emulator.js';
import { CellHistory } from './freshness/ages.js';
import { LineStore } from './lines.js';
import { Synchronization } from './modes.js';
import { isSameDisplay, OutputMeter } from './output-meter.js';
import { openTerminal } from './xterm/terminal.js';

const updates = ['\x1b[?2026h', '\x1b[?2026l', '\x1bP=1s\x1b\\', '\x1bP=2s\x1b\\', '\x1b[2J', '\x1bc'];
const linesOf = (emulator: Emulator): string[] => emulator.getScreen().lines.map(({ text }) => text);

const cellsOf = ({ lines }: Screen): unknown[] => lines.map(({ cells }) => ({ ...cells, words: [...cells.words] }));

test('the figures do not depend on how the output was split, and measuring changes no screen [19.measure-figures]', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = new Random(seed);
    const [cols, rows] = [8 + random.below(20), 3 + random.below(6)];
    const output = Buffer.from(createRandomOutput(random, cols, rows, [...pieces, ...updates]));
    const [plain, whole, cut] = Array.from({ length: 3 }, () => createTerminal({ cols, rows }));
    const [atOnce, inPieces] = [whole?.createMeter(), cut?.createMeter()];
    plain?.feed(output);
    whole?.feed(output);
    for (const piece of random.cut(output, 1 + random.below(9))) cut?.feed(piece);
    expect(inPieces?.take(), `seed ${seed}`).toEqual(atOnce?.take());
    expect(linesOf(whole as Emulator), `seed ${seed}`).toEqual(linesOf(plain as Emulator));
  }
});

test('what is displayed changes when the screen does, and rows without text are blank [19.measure-frames]', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = new Random(seed);
    const [cols, rows] = [8 + random.below(20), 3 + random.below(6)];
    const output = Buffer.from(createRandomOutput(random, cols, rows, [...pieces, ...updates]));
    const emulator = createTerminal({ cols, rows });
    const meter = emulator.createMeter();
    let [screen, state] = [emulator.getScreen(), meter.readDisplay()];
    for (const piece of [
      ...random.cut(output, 1 + random.below(9)),
      'x\b',
      '\x1b[?5h',
      '\x1b[4:3;58:5:1mu',
      ' \x1b[m',
    ]) {
      emulator.feed(Buffer.from(piece));
      const [nextScreen, nextState] = [emulator.getScreen(), meter.readDisplay()];
      expect(isSameDisplay(state, nextState), `seed ${seed}`).toBe(
        isVisiblyEqual(
          screen,
          nextScreen,
          () => JSON.stringify(cellsOf(screen)) === JSON.stringify(cellsOf(nextScreen)),
        ),
      );
      expect(nextState.rows.map(({ isBlank }) => isBlank)).toEqual(
        nextScreen.lines.map(({ text }) => text.trim() === ''),
      );
      [screen, state] = [nextScreen, nextState];
    }
  }
});

test('a meter that is disposed leaves no handler, and its terminal does the same as before [19.measure-free]', () => {
  const { terminal, core } = openTerminal({ cols: 20, rows: 6, scrollback: 0 });
  onTestFinished(() => terminal.dispose());
  const { _inputHandler: handler } = core;
  const { _parser: parser } = handler;
  const count = (handlers: Readonly<Record<string, unknown>>): number =>
    Object.values(handlers).reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  const installed = (): unknown => [
    handler.print,
    handler.fullReset,
    count(parser._csiHandlers),
    count(parser._escHandlers),
    count((parser._dcsParser as unknown as { _handlers: Record<string, unknown> })._handlers),
  ];
  const synchronization = new Synchronization(terminal.parser, () => false);
  const lines = new LineStore(core);
  const { scrollCount } = new CellHistory(core, lines);
  const before = installed();
  const meter = new OutputMeter(core, {
    parser: terminal.parser,
    synchronization,
    isInFrame: false,
    scrollCount,
    shown: lines.shown,
    readColors: () => [],
  });
  expect(installed()).not.toEqual(before);
  meter[Symbol.dispose]();
  meter[Symbol.dispose]();
  expect(installed()).toEqual(before);
});
