import { Emitter } from '../base/emitter.js';
import { type Kind, loadKinds, widthOf } from '../base/unicode/characters.js';
import { codePointMask, combinedBit, getCellWidth, wordsPerCell } from '../screen/cells.js';
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

/** What the meter reads of its emulator. */
interface MeteredTerminal {
  readonly parser: SequenceParser;
  readonly synchronization: Synchronization;
  readonly isInFrame: boolean;
  readonly scrollCount: number;
}

// The size limit of a terminal.
const maxRows = 1000;
// Lower code points take at most one cell, and never join the previous character.
const firstJoining = 0x300;
// Limits the memory for a program that erases other text each time.
const maxTextsPerRow = 64;
const space = 0x20;
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

// FNV-1a, with code points instead of bytes.
const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 16_777_619) + 1;

/** Whether a cell has no text: it was never written, has a space, or is the second half of a wide character. */
function isBlankCell(content: number): boolean {
  const code = content & codePointMask;
  return (content & combinedBit) === 0 && (code === 0 || code === space || getCellWidth(content) === 0);
}
