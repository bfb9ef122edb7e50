import { expect, test } from 'vitest';
import { wordsPerCell } from '../../../screen/cells.js';
import type { Line } from '../../../screen/line.js';
import { createHostileOutput } from '../../../tests/support/hostile-output.js';
import { Random } from '../../../tests/support/random.js';
import { createRandomOutput } from '../../../tests/support/random-output.js';
import { createTerminal } from '../../../tests/support/terminal.js';
import { isComplete } from '../../../tests/support/tier.js';
import { Emulator } from '../../emulator.js';
import type { RawBuffer } from '../internals.js';
import { limitRepeatCounts } from '../limits.js';
import { openTerminal } from '../terminal.js';

const seeds = Array.from({ length: isComplete ? 100 : 30 }, (_, seed) => seed + 1);
const controls = [
  '\x1b[H\x1b[J',
  '\x1b[2J',
  '\x1b[3J',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b[?47h',
  '\x1b[?47l',
  '\x1b7',
];
const moreControls = [
  '\x1b8',
  '\x1b[s',
  '\x1b[u',
  '\x1bc',
  '\x1b[2;3r',
  '\x1b[r',
  '\x1b#8',
  '\x1b[41m\x1b[K',
  '\x1b[?6h',
];
const wide = ['日', '😀', 'e\u0301', '👍🏽', '日本日本日本日本日本日本日本'];

function outputOf(random: Random, cols: number, rows: number): Buffer {
  switch (random.below(5)) {
    case 0:
      return Buffer.from(random.pick([...controls, ...moreControls]));
    case 1:
      return Buffer.from(random.pick(wide).repeat(1 + random.below(3 * cols)));
    case 2:
      return Buffer.from('line\r\n'.repeat(random.below(2 * rows)));
    case 3:
      return createHostileOutput(random, random.below(12));
    default:
      return Buffer.from(createRandomOutput(random, cols, rows, wide));
  }
}

/** Whether a buffer has the lines and the cursor that the rest of the program relies on. */
function isConsistent({ lines, ybase, x, y, _cols, _rows }: RawBuffer, cols: number, rows: number): boolean {
  if (_cols !== cols || _rows !== rows || lines.length > lines.maxLength) return false;
  if (lines.length === 0) return true;
  if (lines.length !== ybase + rows || y < 0 || y >= rows || x < 0 || x > cols) return false;
  for (let index = 0; index < lines.length; index += 1)
    if ((lines.get(index)?._data.length ?? 0) < cols * wordsPerCell) return false;
  return true;
}

test.each(seeds)('any resize after any output leaves a consistent terminal: seed %i', (seed) => {
  const random = new Random(seed);
  let [cols, rows] = [2 + random.below(20), 1 + random.below(10)];
  const { terminal: emulated, core } = openTerminal({ cols, rows, scrollback: random.pick([1, 5, 30]) });
  limitRepeatCounts(core);
  for (let step = 0; step < 25; step += 1) {
    core._inputHandler.parse(outputOf(random, cols, rows));
    if (random.chance(0.7)) {
      [cols, rows] = [2 + random.below(20), 1 + random.below(10)];
      emulated.resize(cols, rows);
    }
    const { normal, alt } = core.buffers;
    expect(isConsistent(normal, cols, rows) && isConsistent(alt, cols, rows), `step ${step}`).toBe(true);
  }
  emulated.dispose();
});

test.each(seeds)('any resize after any output leaves a screen that can be read: seed %i', (seed) => {
  const random = new Random(seed);
  let [cols, rows] = [2 + random.below(20), 1 + random.below(10)];
  const emulator = createTerminal({ cols, rows, scrollback: random.pick([0, 1, 5, 30]) });
  for (let step = 0; step < 25; step += 1) {
    emulator.feed(outputOf(random, cols, rows));
    if (random.chance(0.3)) emulator.history.endEpoch();
    if (random.chance(0.7)) {
      [cols, rows] = [2 + random.below(20), 1 + random.below(10)];
      emulator.resize(cols, rows);
    }
    const { lines, cursor } = emulator.getScreen();
    expect(lines.map(({ width }) => width)).toEqual(Array.from({ length: rows }, () => cols));
    expect(cursor.row).toBeLessThan(rows);
    expect(cursor.col).toBeLessThan(cols);
    emulator.getLinesAbove(100);
  }
});

const characters = ['a', 'b', ' ', '日', '😀', 'e\u0301', 'o\u0302\u0323', '👍🏽', '🇩🇪'];

test.each(seeds)('no resize loses or moves text, and printing continues after it: seed %i', (seed) => {
  const random = new Random(seed);
  const emulator = new Emulator({ cols: 20, rows: 5, scrollback: 2000, firstRevision: 1, answer: () => {} });
  const printed: string[] = [''];
  for (let step = 0; step < 20; step += 1) {
    for (let count = random.below(40); count > 0; count -= 1) {
      const character = random.chance(0.05) ? '\r\n' : random.pick(characters);
      emulator.feed(Buffer.from(character));
      if (character === '\r\n') printed.push('');
      else printed.push((printed.pop() ?? '') + character);
    }
    emulator.resize(2 + random.below(30), 1 + random.below(12));
    expect(textIn(emulator)).toEqual(
      printed
        .map((line) => line.normalize('NFC').trimEnd())
        .join('\n')
        .trimEnd(),
    );
  }
  emulator.dispose();
});

/** All soft-wrapped lines, joined. */
function textIn(emulator: Emulator): string {
  const joined: string[] = [];
  const lines = [...emulator.getLinesAbove(2000), ...emulator.getScreen().lines];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    // A wide character did not fit into the last column.
    const isShort = next?.isWrapped === true && next.widthAt(0) === 2 && isUnwritten(line, line.width - 1);
    const text = isShort ? line.text.slice(0, -1) : line.text;
    if (line.isWrapped) joined.push((joined.pop() ?? '') + text);
    else joined.push(text);
  }
  return joined
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

const isUnwritten = (line: Line, col: number): boolean => line.widthAt(col) === 1 && !line.isWritten(col);
