import xterm from '@xterm/headless';
import { expect, onTestFinished, test } from 'vitest';
import { defaultColor, trueColor } from '../base/colors.js';
import type { Line } from '../screen/line.js';
import type { Style } from '../screen/style.js';
import { Random } from '../tests/support/random.js';
import { createTerminal } from '../tests/support/terminal.js';
import { createLineView, LineSnapshots, LineStore } from './lines.js';
import { coreOf, type RawBuffers, type RawLine } from './xterm/internals.js';
import { printByClusters } from './xterm/terminal.js';

/** Underline styles are not part of the public API. */
type Cell = xterm.IBufferCell & { getUnderlineStyle(): number } & {
  readonly extended: { readonly underlineColor: number };
};

const kinds = [undefined, 'single', 'double', 'curly', 'dotted', 'dashed'] as const;

/** The style of a cell according to the public API of @xterm/headless. */
function styleOf(cell: Cell): Omit<Style, 'isDefault'> {
  const color = (isDefault: boolean, isTrue: boolean, value: number): number =>
    isDefault ? defaultColor : isTrue ? trueColor + value : value;
  return {
    fg: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() === 0 ? undefined : (kinds[cell.getUnderlineStyle()] ?? 'single'),
    underlineColor: underlineColorOf(cell.extended.underlineColor),
    blink: cell.isBlink() !== 0,
    inverse: cell.isInverse() !== 0,
    hidden: cell.isInvisible() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
    overline: cell.isOverline() !== 0,
  };
}

function underlineColorOf(word: number): number {
  const mode = (word >> 24) & 3;
  if (mode === 0) return defaultColor;
  return mode === 3 ? trueColor + (word & 0xffffff) : word & 0xff;
}

/** All properties of one of our lines. */
const ours = (line: Line): object => ({
  text: line.text,
  isWrapped: line.isWrapped,
  cells: Array.from({ length: line.width }, (_, col) => {
    const { isDefault: _isDefault, ...style } = line.styleAt(col);
    return { width: line.widthAt(col), isWritten: line.isWritten(col), style };
  }),
});

/** The same properties according to the public API; half a wide character is blank. */
function theirs(line: xterm.IBufferLine): object {
  const cells = Array.from({ length: line.length }, (_, col) => {
    const cell = line.getCell(col) as Cell;
    const width = cell.getWidth();
    const isWhole = width === 2 && line.getCell(col + 1)?.getWidth() === 0;
    const isSecond = width === 0 && line.getCell(col - 1)?.getWidth() === 2;
    const isHalf = width !== 1 && !isWhole && !isSecond;
    const text = isHalf ? '' : cell.getChars();
    return { width: isHalf ? 1 : width, text, style: styleOf(cell) };
  });
  return {
    text: cells
      .map(({ width, text }) => text || ' '.repeat(width))
      .join('')
      .normalize('NFC'),
    isWrapped: line.isWrapped,
    cells: cells.map(({ width, text, style }) => ({ width, isWritten: text !== '', style })),
  };
}

class Twin {
  readonly terminal: xterm.Terminal;
  readonly raw: RawBuffers;
  readonly buffers: LineStore;
  readonly capture = new LineSnapshots();

  constructor(cols: number, rows: number, scrollback: number) {
    this.terminal = new xterm.Terminal({ cols, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
    onTestFinished(() => this.terminal.dispose());
    printByClusters(this.terminal);
    this.raw = coreOf(this.terminal).buffers;
    this.buffers = new LineStore(coreOf(this.terminal));
  }

  async write(output: string): Promise<void> {
    await new Promise<void>((resolve) => this.terminal.write(output, resolve));
    this.buffers.noteWritten(0, this.terminal.rows - 1);
  }

  /** Every line of both buffers: captured, as a view, and according to the public API. */
  lines(): Record<'captured' | 'glimpsed' | 'expected', string[]> {
    const { normal, alternate } = this.terminal.buffer;
    const raws = [this.raw.normal, this.raw.alt].flatMap(({ lines }) =>
      Array.from({ length: lines.length }, (_, row) => lines.get(row) as RawLine),
    );
    const expected = [normal, alternate].flatMap((buffer) =>
      Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row) as xterm.IBufferLine),
    );
    return {
      captured: raws.map((raw) => JSON.stringify(ours(this.capture.capture(raw, raw._data.length / 3)))),
      glimpsed: raws.map((raw) => JSON.stringify(ours(createLineView(raw, raw._data.length / 3)))),
      expected: expected.map((line) => JSON.stringify(theirs(line))),
    };
  }

  check(): void {
    const { captured, glimpsed, expected } = this.lines();
    expect(captured).toEqual(expected);
    expect(glimpsed).toEqual(expected);
    const { active } = this.terminal.buffer;
    const visible = Array.from({ length: this.terminal.rows }, (_, row) => active.getLine(active.baseY + row));
    if (active.type === 'alternate') return;
    expect(this.buffers.getVisibleLines().map((line) => JSON.stringify(ours(line)))).toEqual(
      visible.map((line) => JSON.stringify(theirs(line as xterm.IBufferLine))),
    );
  }
}

const texts = ['a', ' ', 'wörd', '漢字', '한글', '\u1112\u1161\u11ab', 'e\u0301', '\u0301', 'q\u0323\u0301', '\u212b'];
const moreTexts = [
  '😀',
  '👨‍👩‍👧',
  '❤️',
  '\u09c7\u09be',
  '\u0958',
  'é',
  '\u200b',
  'ﬁ',
  '\u05d0',
  'x'.repeat(30),
  '漢'.repeat(9),
];
const codes = [0, 1, 2, 3, 4, '4:0', '4:2', '4:3', '4:4', '4:5', 5, 7, 8, 9, 21, 22, 23, 24, 25, 27, 28, 29, 53, 55];
const colors = [31, 39, 42, 49, 91, 107, '38;5;208', '48;5;17', '38;2;1;2;3', '48;2;250;5;5', '58;5;9', '58;2;9;8;7'];
const moves = ['\r', '\n', '\r\n', '\x1b[H', '\x1b[3;5H', '\x1b[A', '\x1b[C', '\x1b[D', '\x1bM', '\b', '\t'];
const edits = [
  'K',
  '1K',
  '2K',
  'J',
  '1J',
  '2J',
  '3J',
  '2@',
  '3P',
  '4X',
  'L',
  'M',
  '2S',
  'T',
  '2;4r',
  'r',
  '3b',
  '4h',
  '4l',
  '?7l',
  '?7h',
];
const screens = ['\x1b[?1049h', '\x1b[?1049l', '\x1b[!p', '\x1bc', '\x1b[1"q', '\x1b[0"q'];

function output(random: Random): string {
  const kind = random.below(20);
  if (kind < 9) return random.pick([...texts, ...moreTexts]);
  if (kind < 12) return `\x1b[${random.pick([...codes, ...colors])}m`;
  if (kind < 15) return random.pick(moves);
  if (kind < 17) return `\x1b[${random.pick(edits)}`;
  return kind < 18 && random.chance(0.3) ? random.pick(screens) : '\r\n'.repeat(random.below(8));
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'lines have the properties that the public API of @xterm/headless reports, seed %i [6.cells]',
  async (seed) => {
    const random = new Random(seed);
    const twin = new Twin(2 + random.below(30), 1 + random.below(8), random.pick([0, 3, 20]));
    for (let round = 0; round < 8; round += 1) {
      await twin.write(Array.from({ length: 25 }, () => output(random)).join(''));
      if (random.chance(0.5)) twin.check();
      if (random.chance(0.4)) twin.terminal.resize(2 + random.below(30), 1 + random.below(8));
      twin.buffers.noteWritten(0, twin.terminal.rows - 1);
      twin.check();
    }
  },
);

test('SGR 59 resets the underline color [6.style]', () => {
  const { buffers } = createTerminal({}, '\x1b[4:3;58;5;9ma\x1b[59mb');
  const [line] = buffers.getVisibleLines();
  expect([line?.styleAt(0).underlineColor, line?.styleAt(1).underlineColor]).toEqual([9, defaultColor]);
});

test('cells that no longer fit on the alternate screen are removed [5.size]', () => {
  const emulator = createTerminal({}, '\x1b[?1049h\x1b[Hhello world\r\nab漢字');
  emulator.resize(5, 6);
  const [first, second] = emulator.buffers.getVisibleLines();
  expect([first?.text, first?.width, second?.text, second?.slice(0, 5)]).toEqual(['hello', 5, 'ab漢 ', 'ab漢 ']);
});

test('a line does not change when the terminal receives more output [5.immutable]', () => {
  const emulator = createTerminal({ rows: 2, scrollback: 1 }, '\x1b[31mone\r\ne\u0301');
  const before = emulator.buffers.getVisibleLines();
  emulator.feed(Buffer.from('\x1b[H\x1b[32mTWO\x1b[2;1Ho\u0302\r\n\r\n\r\n\r\n'));
  expect(before.map(({ text }) => text.trimEnd())).toEqual(['one', 'é']);
  expect(before[0]?.styleAt(0).fg).toBe(1);
  expect(emulator.buffers.getVisibleLines()).not.toContain(before[0]);
});

test('a view of a line does not change after `keep` [5.immutable]', () => {
  const emulator = createTerminal({ rows: 1, scrollback: 2 }, '\x1b[1mone\r\ntwo\r\nthree');
  const [first] = emulator.buffers.captureFrom(0, true).lines;
  first?.retain();
  emulator.feed(Buffer.from('\r\nfour\r\nfive\r\nsix'));
  expect([first?.text.trimEnd(), first?.styleAt(0).bold]).toEqual(['one', true]);
});

test('an unchanged line is the same object [5.cheap]', () => {
  const emulator = createTerminal({}, 'a\u0301 \x1b[4:3;58;5;1mb\r\nc');
  const before = emulator.buffers.getVisibleLines();
  emulator.feed(Buffer.from('\r\x1b[md'));
  const after = emulator.buffers.getVisibleLines();
  expect(after.map((line, row) => line === before[row])).toEqual([true, false, true, true, true, true]);
});

const manySequences =
  'a漢\u0301é😀\x1b[1;38;2;1;2;3mbold\x1b[0m\x1b]0;title\x07\x1b[2;3H\x1b[?2026hframe\x1b[?2026l\x1bP+q\x1b\\\x1b(0q\x1b(B\u0080end';

test('output is on the screen when `feed` returns, wherever it is split [5.synchronous]', () => {
  const bytes = Buffer.from(manySequences);
  const whole = createTerminal({}, manySequences);
  const expected = JSON.stringify([
    whole.buffers.getVisibleLines().map(ours),
    whole.getScreen().cursor,
    whole.getScreen().title,
  ]);
  expect(expected).toContain('frame');
  for (let at = 1; at < bytes.length; at += 1) {
    const emulator = createTerminal();
    emulator.feed(bytes.subarray(0, at));
    emulator.feed(bytes.subarray(at));
    const { cursor, title } = emulator.getScreen();
    expect(JSON.stringify([emulator.buffers.getVisibleLines().map(ours), cursor, title]), `split at byte ${at}`).toBe(
      expected,
    );
  }
  const byteByByte = createTerminal();
  for (const byte of bytes) byteByByte.feed(Buffer.from([byte]));
  const { cursor, title } = byteByByte.getScreen();
  expect(JSON.stringify([byteByByte.buffers.getVisibleLines().map(ours), cursor, title])).toBe(expected);
});

test('a megabyte of output is on the screen when `feed` returns [5.synchronous]', () => {
  const emulator = createTerminal({ scrollback: 10 });
  emulator.feed(Buffer.from(`${'漢 line\r\n'.repeat(80_000)}last`));
  expect(emulator.buffers.getVisibleLines().at(-1)?.text.trimEnd()).toBe('last');
});
