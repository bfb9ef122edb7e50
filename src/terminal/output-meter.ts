import { Emitter } from '../base/emitter.js';
import { type Kind, loadKinds, widthOf } from '../base/unicode/characters.js';
import { codePointMask, combinedBit, getCellWidth, wordsPerCell } from '../screen/cells.js';
import type { ShownLines } from './lines.js';
import type { Synchronization } from './modes.js';
import type { Core, Print, RawLine } from './xterm/internals.js';
import type { SequenceParser } from './xterm/terminal.js';

/** What some output has done, as far as it follows from its bytes: the same on every machine. */
export interface OutputCounts {
  readonly printedCells: number;
  /** Rows in which cells were printed or erased. */
  readonly rewrittenRows: number;
  readonly scrolledLines: number;
  /** How often a screen that was not blank was cleared. */
  readonly fullClears: number;
  /** Rows that were erased outside a synchronized update and have the same text again. */
  readonly erasedRows: number;
  /** Synchronized updates that ended. */
  readonly syncUpdates: number;
  /** Synchronized updates that began and did not end. */
  readonly openUpdates: number;
}

/** What is displayed. A program can end thousands of updates per second, and a screen at each would take far longer. */
export interface DisplayState {
  /** A row is the same object until it looks different. */
  readonly rows: readonly { readonly isBlank: boolean }[];
  /** Equal if all but the rows is equal. */
  readonly others: readonly unknown[];
}
/** Whether two states look the same. */
export const isSameDisplay = (left: DisplayState, right: DisplayState): boolean =>
  hasSameItems(left.rows, right.rows) && hasSameItems(left.others, right.others);

const hasSameItems = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left === right || (left.length === right.length && left.every((item, index) => item === right[index]));

/** A copy of the cells of a row. */
interface DisplayedRow {
  readonly bytes: Buffer;
  /** What is not in the bytes: characters of several code points, and attributes such as the color of an underline. */
  readonly others: string;
  readonly isBlank: boolean;
}

/** What the meter reads of its emulator. */
interface MeteredTerminal {
  readonly parser: SequenceParser;
  readonly synchronization: Synchronization;
  readonly isInFrame: boolean;
  readonly scrollCount: number;
  readonly shown: ShownLines;
  /** Other values if the program has set other colors. */
  readColors(): readonly unknown[];
}

// The size limit of a terminal.
const maxRows = 1000;
// Lower code points take at most one cell, and never join the previous character.
const firstJoining = 0x300;
// Limits the memory for a program that erases other text each time.
const maxTextsPerRow = 64;
const space = 0x20;
// Set in the background of a cell with attributes of its own, such as the color of its underline.
const extendedBit = 0x10000000;
const [updateBegins, updateEnds] = [1, 2];

/**
 * Counts what output does while it is parsed. It replaces handlers of the parser until it is disposed: a terminal that
 * is not measured does no additional work.
 */
export class OutputMeter implements Disposable {
  /** Fires while the byte that ends a synchronized update is being parsed. */
  readonly updateEnded = new Emitter();
  /** Fires just before a screen that is not blank is cleared. */
  readonly clearing = new Emitter();
  readonly #core: Core;
  readonly #terminal: MeteredTerminal;
  readonly #print: Print;
  readonly #owned: (() => void)[] = [];
  readonly #rewritten = new Uint8Array(maxRows);
  /** By row: hashes of the texts that were erased there. */
  readonly #erased = new Map<number, Set<number>>();
  /** The rows that were last read. */
  #displayed: (ShownLines & { readonly rows: DisplayedRow[] }) | undefined;
  #printedCells = 0;
  #scrolled = 0;
  #scrollCountBefore: number;
  #fullClears = 0;
  #syncUpdates = 0;
  #begunUpdates = 0;
  /** Whether a synchronized update has begun with the sequence of iTerm2, which the terminal itself ignores. */
  #isDcsOpen = false;

  constructor(core: Core, terminal: MeteredTerminal) {
    this.#core = core;
    this.#terminal = terminal;
    this.#scrollCountBefore = terminal.scrollCount;
    const { _inputHandler: handler } = core;
    this.#print = handler.print;
    const install = (print: Print): void => {
      handler.print = print;
      handler._parser.setPrintHandler(print);
    };
    install((data, start, end) => this.#printCounted(data, start, end));
    this.#owned.push(() => install(this.#print));
    this.#watchUpdates();
    this.#watchErasures();
    this.#watchMoves();
  }

  /** Whether a synchronized update has begun and not ended. */
  get isInUpdate(): boolean {
    return this.#terminal.isInFrame || this.#isDcsOpen;
  }

  /** What was counted since the last call. */
  take(): OutputCounts {
    const counts = {
      printedCells: this.#printedCells,
      rewrittenRows: this.#rewritten.reduce((sum, isRewritten) => sum + isRewritten, 0),
      scrolledLines: this.#scrolled + this.#terminal.scrollCount - this.#scrollCountBefore,
      fullClears: this.#fullClears,
      erasedRows: [...this.#erased].filter(([row, texts]) => texts.has(this.#hashAt(row))).length,
      syncUpdates: this.#syncUpdates,
      openUpdates: this.isInUpdate ? this.#begunUpdates : 0,
    };
    this.#rewritten.fill(0);
    this.#erased.clear();
    this.#scrollCountBefore = this.#terminal.scrollCount;
    this.#printedCells = 0;
    this.#scrolled = 0;
    this.#fullClears = 0;
    this.#syncUpdates = 0;
    this.#begunUpdates = 0;
    return counts;
  }

  /** What is displayed at this moment, also while output is parsed. */
  readDisplay(): DisplayState {
    const { cols, buffers, coreService } = this.#core;
    const { x, y } = buffers.active;
    return {
      rows: this.#readRows(),
      others: [cols, y, Math.min(x, cols - 1), coreService.isCursorHidden, ...this.#terminal.readColors()],
    };
  }

  #readRows(): DisplayedRow[] {
    const { cols, rows } = this.#core;
    const { shown } = this.#terminal;
    const { source, top, changes } = shown;
    const last = this.#displayed;
    const known = last?.rows ?? [];
    const isFollowed = source === last?.source && top === last.top && known.length === rows;
    const [first, end] = isFollowed ? changes.getRangeSince(last.at, top, top + rows) : [top, top + rows];
    const read = isFollowed && first === end ? known : known.slice(0, rows);
    for (let row = first - top; row < end - top; row += 1) read[row] = readRow(this.#rawAt(row), cols, known[row]);
    this.#displayed = { ...shown, rows: read };
    return read;
  }

  /** Removes all handlers. */
  [Symbol.dispose](): void {
    for (const remove of this.#owned.splice(0)) remove();
  }

  /** Prints in pieces that end where a line wraps, so that the figures do not depend on how output was read. */
  #printCounted(data: Uint32Array, start: number, end: number): void {
    const { cols, buffers } = this.#core;
    for (let from = start; from < end; ) {
      const { active } = buffers;
      const { x } = active;
      const free = cols - x;
      let to = from;
      while (to < end && to - from < free && (data[to] as number) < firstJoining) to += 1;
      if (to === from && free > 1) to = Math.min(end, from + (free >> 1));
      if (to === from) {
        to = from + 1;
        this.#print.call(undefined, data, from, to);
        this.#printedCells += this.#measureAtMargin(x, data[from] as number);
      } else {
        this.#print.call(undefined, data, from, to);
        this.#printedCells += active.x - x;
      }
      this.#rewritten[active.y] = 1;
      from = to;
    }
  }

  /** The cells of a character that was printed in the last column or wrapped, with the cursor in column `before`. */
  #measureAtMargin(before: number, code: number): number {
    const { buffers, coreService } = this.#core;
    const { x } = buffers.active;
    if (!coreService.decPrivateModes.wraparound) return widthOf[loadKinds()[code] as Kind];
    // It moves back by one if a selector made the character before it narrow.
    return x >= before - 1 ? x - before : x;
  }

  #watchUpdates(): void {
    const { parser, synchronization } = this.#terminal;
    const handleBegin = (): void => {
      this.#begunUpdates = 1;
    };
    const handleEnd = (): void => {
      if (this.#isDcsOpen) return;
      this.#syncUpdates += 1;
      this.#begunUpdates = 0;
      this.updateEnded.fire();
    };
    this.#owned.push(synchronization.began.on(handleBegin), synchronization.ended.on(handleEnd));
    this.#own(
      parser.registerDcsHandler({ prefix: '=', final: 's' }, (_, [kind]) => {
        const isOpen = this.isInUpdate;
        if (kind === updateBegins) {
          this.#isDcsOpen = true;
          if (!isOpen) handleBegin();
        } else if (kind === updateEnds && this.#isDcsOpen) {
          this.#isDcsOpen = false;
          if (!this.#terminal.isInFrame) handleEnd();
        }
        return false;
      }),
    );
  }

  #watchErasures(): void {
    const { buffers } = this.#core;
    const count = (value: unknown): number => Math.max(1, Number(value));
    this.#watch('K', (kind) => {
      const { x, y } = buffers.active;
      this.#erase(y, Number(kind) === 0 ? x : 0, Number(kind) === 1 ? x + 1 : this.#core.cols);
    });
    this.#watch('J', (kind) => this.#eraseDisplay(Number(kind)));
    this.#watch('X', (value) => {
      const { x, y } = buffers.active;
      this.#erase(y, x, Math.min(this.#core.cols, x + count(value)));
    });
    for (const final of ['@', 'P'])
      this.#watch(final, () => {
        this.#rewritten[buffers.active.y] = 1;
      });
    const { parser } = this.#terminal;
    const { _inputHandler: handler } = this.#core;
    const { fullReset } = handler;
    handler.fullReset = () => {
      this.#eraseDisplay(2);
      // xterm.js reports the new buffers as scrolled.
      const { scrollCount } = this.#terminal;
      const isHandled = fullReset();
      this.#scrolled -= this.#terminal.scrollCount - scrollCount;
      return isHandled;
    };
    this.#owned.push(() => {
      handler.fullReset = fullReset;
    });
    this.#own(
      parser.registerEscHandler({ intermediates: '#', final: '8' }, () => {
        this.#rewritten.fill(1, 0, this.#core.rows);
        return false;
      }),
    );
  }

  #watchMoves(): void {
    const { buffers } = this.#core;
    const countLines = (value: unknown, first: number): void => {
      const { scrollTop, scrollBottom } = buffers.active;
      if (first < scrollTop || first > scrollBottom) return;
      this.#scrolled += Math.min(Math.max(1, Number(value)), scrollBottom - first + 1);
    };
    for (const final of ['S', 'T']) this.#watch(final, (value) => countLines(value, buffers.active.scrollTop));
    for (const final of ['L', 'M']) this.#watch(final, (value) => countLines(value, buffers.active.y));
    const { parser } = this.#terminal;
    this.#own(
      parser.registerEscHandler({ final: 'M' }, () => {
        if (buffers.active.y === buffers.active.scrollTop) this.#scrolled += 1;
        return false;
      }),
    );
  }

  /** Calls back just before a control sequence is executed, with its first parameter. */
  #watch(final: string, listener: (value: unknown) => void): void {
    const { parser } = this.#terminal;
    // Selective erasures (DECSED, DECSEL) have a prefix.
    const prefixes = final === 'J' || final === 'K' ? [{}, { prefix: '?' }] : [{}];
    for (const prefix of prefixes)
      this.#own(
        parser.registerCsiHandler({ ...prefix, final }, ([value]) => {
          listener(value);
          return false;
        }),
      );
  }

  #own(handler: { dispose(): void }): void {
    this.#owned.push(() => handler.dispose());
  }

  #eraseDisplay(kind: number): void {
    const { cols, rows, buffers } = this.#core;
    const { x, y } = buffers.active;
    if (kind > 2) return;
    if ((kind === 2 || (kind === 0 && x === 0 && y === 0)) && !this.#isBlank()) {
      this.#fullClears += 1;
      this.clearing.fire();
    }
    if (kind === 0) this.#erase(y, x, cols);
    if (kind === 1) this.#erase(y, 0, x + 1);
    const [first, end] = kind === 0 ? [y + 1, rows] : [0, kind === 1 ? y : rows];
    for (let row = first; row < end; row += 1) this.#erase(row, 0, cols);
  }

  /** Columns `from` up to `to` of a row are about to be erased. */
  #erase(row: number, from: number, to: number): void {
    this.#rewritten[row] = 1;
    if (this.isInUpdate) return;
    const hash = this.#hashAt(row);
    // Only a row that is blank now can flicker; what is left of its text stays visible.
    if (hash === 0 || !this.#isBlankOutside(row, from, to)) return;
    const texts = this.#erased.get(row) ?? new Set();
    this.#erased.set(row, texts.add(hash));
    const [oldest] = texts;
    if (texts.size > maxTextsPerRow && oldest !== undefined) texts.delete(oldest);
  }

  #rawAt(row: number): RawLine | undefined {
    const { active } = this.#core.buffers;
    return active.lines.get(active.ybase + row);
  }

  #isBlank(): boolean {
    for (let row = 0; row < this.#core.rows; row += 1) if (this.#hashAt(row) !== 0) return false;
    return true;
  }

  #isBlankOutside(row: number, from: number, to: number): boolean {
    const data = this.#rawAt(row)?._data;
    for (let col = 0; col < this.#core.cols; col += 1)
      if ((col < from || col >= to) && !isBlankCell(data?.[col * wordsPerCell] ?? 0)) return false;
    return true;
  }

  /** A number that depends on the text of a row without trailing blanks; 0 if it is blank. */
  #hashAt(row: number): number {
    const raw = this.#rawAt(row);
    if (raw === undefined) return 0;
    const { _data: data, _combined: combined } = raw;
    let hash = 0;
    let hashed = 0;
    let end = 0;
    for (let col = 0; col < this.#core.cols; col += 1) {
      const content = data[col * wordsPerCell] as number;
      if (isBlankCell(content)) hash = mix(hash, space);
      else {
        hash = mix(hash, content & (codePointMask | combinedBit));
        if ((content & combinedBit) !== 0)
          for (const character of combined[col] ?? '') hash = mix(hash, character.codePointAt(0) as number);
        hashed = hash;
        end = col + 1;
      }
    }
    return end === 0 ? 0 : end * 2 ** 32 + (hashed >>> 0);
  }
}

const emptyRow: DisplayedRow = { bytes: Buffer.alloc(0), others: '', isBlank: true };

/** What a row displays: what is known, if that is still the same. */
function readRow(raw: RawLine | undefined, cols: number, known = emptyRow): DisplayedRow {
  if (raw === undefined) return emptyRow;
  const { _data: words } = raw;
  const bytes = bytesOf(words, cols);
  const others = readOthers(raw);
  if (known.bytes.equals(bytes) && known.others === others) return known;
  let col = 0;
  while (col < cols && isBlankCell(words[col * wordsPerCell] as number)) col += 1;
  return { bytes: Buffer.from(bytes), others, isBlank: col === cols };
}

// state: the bytes of an array; to create this object takes longer than to compare a row.
const knownBytes = new WeakMap<Uint32Array, Buffer>();

function bytesOf(words: Uint32Array, cols: number): Buffer {
  const length = cols * wordsPerCell * words.BYTES_PER_ELEMENT;
  const known = knownBytes.get(words);
  if (known?.length === length) return known;
  const bytes = Buffer.from(words.buffer, words.byteOffset, length);
  knownBytes.set(words, bytes);
  return bytes;
}

function readOthers({ _data: words, _combined: combined, _extendedAttrs: extended }: RawLine): string {
  let text = '';
  for (const key in combined)
    if (((words[Number(key) * wordsPerCell] ?? 0) & combinedBit) !== 0) text += `${key} ${combined[key]} `;
  for (const key in extended)
    if (((words[Number(key) * wordsPerCell + 2] ?? 0) & extendedBit) !== 0)
      text += `${key} ${extended[key]?._ext} ${extended[key]?.urlId} `;
  return text;
}

// FNV-1a, with code points instead of bytes.
const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 16_777_619) + 1;

/** Whether a cell has no text: it was never written, has a space, or is the second half of a wide character. */
function isBlankCell(content: number): boolean {
  const code = content & codePointMask;
  return (content & combinedBit) === 0 && (code === 0 || code === space || getCellWidth(content) === 0);
}
