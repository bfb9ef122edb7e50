// When each cell last changed. Everything that is new on the screen is determined by these ages.
import { Emitter } from '../../base/emitter.js';
import { wordsPerCell } from '../../screen/cells.js';
import type { Line } from '../../screen/line.js';
import type { LineNumbers } from '../lines.js';
import type { Core, RawLine, RawLines } from '../xterm/internals.js';
import {
  type AgedLine,
  type AgedRows,
  type CellAges,
  compareDisplay,
  type DisplayedChanges,
  type DisplayedLine,
  LineHistory,
  styleAgeAt,
  textAgeAt,
  type WrittenLine,
} from './displayed-changes.js';

const none: DisplayedChanges<RawLine> = { ages: new Map(), isUncertain: false };

interface DisplayedBefore extends AgedLine {
  readonly raw: RawLine;
  readonly history: LineHistory;
}

/**
 * Remembers when the cells of a terminal last changed. Time is counted in epochs: each baseline ends one. Writing,
 * erasing and scrolling are noted as they are parsed; whether a cell has changed is determined when the output is
 * displayed (`settle`): at the end of a synchronized update, or when output pauses.
 */
export class CellHistory {
  /** A text that could have been a copy of another one has been found to be new, or the reverse. */
  readonly resolved = new Emitter();
  #epoch = 1;
  /** Lines without a history have not been displayed yet, so all of their cells are new. */
  readonly #histories = new WeakMap<RawLine, LineHistory>();
  /** Lines that have been written to since they were last displayed. */
  readonly #written = new Set<RawLine>();
  /** The lines that were displayed when the current synchronized update began. */
  #displayed: readonly DisplayedBefore[] = [];
  /** The number after the last line with cells that are older than the epoch. */
  #oldEnd = 0;
  /** For each epoch that ended with another line at the top of the screen: that line's number. */
  #tops: { readonly epoch: number; readonly top: number }[] = [];
  /** Before this epoch ended, a change of width gave lines other numbers. */
  #renumberedAt = 0;
  #isUnresolved = false;
  #compared: { readonly version: number; readonly changes: DisplayedChanges<RawLine> } | undefined;
  readonly #core: Core;
  readonly #lines: LineNumbers;

  constructor(core: Core, lines: LineNumbers) {
    this.#core = core;
    this.#lines = lines;
    core.buffers.onBufferActivate(() => {
      this.isTracking ||= this.#hasOldCells;
    });
  }

  /** Whether there may be cells on the screen that a write would make newer. */
  isTracking = false;
  /** The line that Enter submitted. Its output is recognized by writes, so each one is noted, even if it changes nothing. */
  submitted: DisplayedLine | undefined;
  /** How often written output has been displayed. */
  settleCount = 0;
  /** How many lines have scrolled. */
  scrollCount = 0;

  get epoch(): number {
    return this.#epoch;
  }

  /** Whether all output so far is displayed: a program may still be redrawing otherwise. */
  get isSettled(): boolean {
    return this.#written.size === 0;
  }

  /** Fires `resolved` when the output so far is displayed. */
  resolveLater(): void {
    this.#isUnresolved = true;
  }

  /** Ends the epoch: cells with its number or a lower one are old from now on. Returns its number. */
  endEpoch(): number {
    this.settle();
    const { top } = this.#lines;
    this.#oldEnd = top + this.#core.rows;
    if (top > (this.#tops.at(-1)?.top ?? -1)) this.#tops.push({ epoch: this.#epoch, top });
    this.isTracking = true;
    this.#epoch += 1;
    return this.#epoch - 1;
  }

  /** The line of a row if it was displayed before, so that writing to it can change something. */
  lineAt(row: number): DisplayedLine | undefined {
    const raw = this.#rawAt(row);
    const history = raw && this.#histories.get(raw);
    return raw && history && { raw, history };
  }

  /** The row of a line; negative if it has scrolled off, undefined if it was cleared. Its number was once `number`. */
  findRow({ raw, history }: DisplayedLine, number: number): number | undefined {
    if (history.hasScrolledOff) return -1;
    if (this.#histories.get(raw) !== history) return undefined;
    for (let row = 0; row < this.#core.rows; row += 1) if (this.#rawAt(row) === raw) return row;
    return this.#lines.rawAt(number) === raw ? number - this.#lines.top : -1;
  }

  /** Rows are about to be written to or erased in columns `from` up to `to`. */
  noteRows(first: number, last: number, from = 0, to = this.#core.cols): void {
    for (let row = first; row <= last; row += 1) {
      const line = this.lineAt(row);
      if (line !== undefined) this.note(line, from, to);
    }
  }

  /** A line is written to or erased in columns `from` up to `to`. It must be noted before, and can be noted again. */
  note({ raw, history }: DisplayedLine, from: number, to: number): void {
    if (history.shown === undefined) {
      history.shown = this.#lines.capture(raw);
      this.#written.add(raw);
    }
    if (this.submitted !== undefined) history.noteWritten(this.#epoch, from, to, this.#core.cols);
  }

  /** Columns `from` up to `to` of a row are about to be cleared: everything printed there afterwards is new. */
  clear(row: number, from: number, to: number): void {
    const line = this.lineAt(row);
    if (line === undefined) return;
    this.note(line, from, to);
    line.history.clear(this.#epoch, from, to);
  }

  /** A row is about to be cleared: everything printed there afterwards is new. */
  forget(row: number): void {
    const line = this.lineAt(row);
    if (line === undefined) return;
    this.#histories.delete(line.raw);
    this.#written.delete(line.raw);
  }

  /** The terminal has scrolled: the line that came to the bottom may be one that has scrolled off and is used again. */
  noteScrolled(): void {
    this.scrollCount += 1;
    const { lines, ybase, scrollBottom } = this.#active;
    const raw = lines.get(ybase + scrollBottom) as RawLine;
    const history = this.#histories.get(raw);
    if (history === undefined) return;
    history.hasScrolledOff = true;
    this.forget(scrollBottom);
  }

  /** A synchronized update begins: the lines displayed now remain displayed until it ends, even if they move. */
  beginUpdate(): void {
    const displayed: DisplayedBefore[] = [];
    this.#displayed = displayed;
    if (!this.isTracking) return;
    for (const [row, line] of this.#lines.getVisibleLines().entries()) {
      const raw = this.#rawAt(row) as RawLine;
      const history = this.#histories.get(raw);
      if (history !== undefined)
        displayed.push({ row, raw, history, line: history.shown ?? line, ages: copyAges(history) });
    }
  }

  /** The output written so far is displayed. */
  settle(): void {
    const isUncertain = this.#isUnresolved || this.#compared?.changes.isUncertain === true;
    this.#isUnresolved = false;
    if (this.#written.size > 0) {
      for (const [raw, ages] of this.#compare(true).ages) this.#storeHistory(raw, ages);
      for (const raw of this.#written) (this.#histories.get(raw) as LineHistory).shown = undefined;
      this.#written.clear();
    }
    this.settleCount += 1;
    this.#compared = undefined;
    this.#displayed = [];
    for (const { lines, ybase } of [this.#core.buffers.normal, this.#core.buffers.alt])
      for (let index = ybase; index < Math.min(lines.length, ybase + this.#core.rows); index += 1)
        this.#register(lines.get(index) as RawLine);
    this.isTracking = this.#hasOldCells;
    if (isUncertain) this.resolved.fire();
  }

  /** The ages of the rows on the screen now, and of lines above it that begin at `firstRow`. */
  capture(firstRow: number, hasWrites: boolean): AgedRows {
    const { ages: changes } = this.#written.size === 0 ? none : this.#compareOnce();
    const { top } = this.#lines;
    const fresh = this.#fresh;
    const known = new Map<number, CellAges>();
    const written = new Map<number, Uint32Array | undefined>();
    const add = (row: number, raw: RawLine | undefined): void => {
      const history = raw && this.#histories.get(raw);
      const ages = changes.get(raw as RawLine) ?? history;
      if (ages === undefined && row < 0) known.set(row, { ...fresh, born: this.#findEpoch(top + row) });
      if (ages !== undefined) known.set(row, copyAges(ages));
      // A line that was not displayed before has been written completely.
      if (hasWrites && history !== undefined) written.set(row, history.written?.slice() ?? history.texts);
    };
    for (let row = firstRow; row < 0 && top + row < this.#oldEnd; row += 1) add(row, this.#lines.rawAt(top + row));
    for (let row = 0; row < this.#core.rows; row += 1) add(row, this.#rawAt(row));
    const agesAt = (row: number): CellAges => known.get(row) ?? fresh;
    const isWrittenSince = (since: number, row: number, col: number): boolean =>
      !written.has(row) || (written.get(row)?.[col] ?? agesAt(row).born) > since;
    return { agesAt, isWrittenSince };
  }

  /** The number of the first line that may have cells newer than an epoch at whose end `top` was the top line. */
  getFirstNewLine(epoch: number, top: number): number {
    return epoch < this.#renumberedAt ? 0 : top;
  }

  /** Changes the size. Cells retain their ages when they move. */
  resize(cols: number, rows: number, resize: () => void): void {
    this.settle();
    const { normal } = this.#core.buffers;
    const count = cols === this.#core.cols ? rows - this.#core.rows : normal.ybase;
    const first = this.#lines.top - normal.ybase;
    for (let index = Math.max(0, normal.ybase - count); index < normal.ybase; index += 1)
      this.#register(normal.lines.get(index) as RawLine, this.#findEpoch(first + index));
    if (cols === this.#core.cols) resize();
    else this.#reflow(normal.lines, resize);
    this.settle();
  }

  /** Draws the whole terminal again. Only lines with another text than before are new. */
  redraw(draw: () => void): void {
    this.settle();
    const ages = redrawWithAges(this.#core, (raw) => this.#lines.capture(raw).trimmed, this.#fresh, draw);
    this.#written.clear();
    this.#carry(ages);
    this.settle();
  }

  #reflow(lines: RawLines, resize: () => void): void {
    const ages = reflowWithAges(lines, (raw) => this.#histories.get(raw) ?? this.#fresh, resize);
    this.#carry(ages);
  }

  #carry(ages: ReadonlyMap<RawLine, CellAges>): void {
    for (const [raw, carried] of ages) this.#histories.set(raw, new LineHistory(carried));
    this.#tops = [];
    this.#renumberedAt = this.#epoch;
    this.#oldEnd = this.#lines.top + this.#core.rows;
  }

  /** The epoch in which a line above the screen appeared, if it was not on the screen at the end of any epoch. */
  #findEpoch(number: number): number {
    return this.#tops.find(({ top }) => top > number)?.epoch ?? this.#epoch;
  }

  get #fresh(): CellAges {
    return { born: this.#epoch, texts: undefined, styles: undefined };
  }

  get #active(): Core['buffers']['active'] {
    return this.#core.buffers.active;
  }

  #rawAt(row: number): RawLine | undefined {
    return this.#active.lines.get(this.#active.ybase + row);
  }

  #register(raw: RawLine, born = this.#epoch): void {
    if (!this.#histories.has(raw)) this.#histories.set(raw, new LineHistory({ ...this.#fresh, born }));
  }

  get #hasOldCells(): boolean {
    for (let row = 0; row < this.#core.rows; row += 1)
      if (this.lineAt(row)?.history.isAsNewAs(this.#epoch) === false) return true;
    return false;
  }

  #storeHistory(raw: RawLine, { born, texts, styles }: CellAges): void {
    const history = this.#histories.get(raw) ?? new LineHistory({ born, texts, styles });
    if (this.submitted !== undefined && !this.#histories.has(raw))
      history.noteWritten(this.#epoch, 0, this.#core.cols, this.#core.cols);
    history.born = born;
    history.texts = texts;
    history.styles = styles;
    this.#histories.set(raw, history);
    this.#oldEnd = this.#lines.top + this.#core.rows;
  }

  #compareOnce(): DisplayedChanges<RawLine> {
    const { version } = this.#lines;
    if (this.#compared?.version !== version) this.#compared = { version, changes: this.#compare(false) };
    return this.#compared.changes;
  }

  #compare(isFinal: boolean): DisplayedChanges<RawLine> {
    const written: WrittenLine<RawLine>[] = [];
    const unwritten: AgedLine[] = [];
    const onScreen = new Set<RawLine>();
    const toWrittenLine = (raw: RawLine, row: number, now: Line): WrittenLine<RawLine> => {
      const ages = this.#histories.get(raw) ?? this.#fresh;
      const isSubmitted = this.submitted !== undefined && ages === this.submitted.history;
      return { key: raw, row, shown: ages instanceof LineHistory ? ages.shown : undefined, ages, now, isSubmitted };
    };
    for (const [row, line] of this.#lines.getVisibleLines().entries()) {
      const raw = this.#rawAt(row) as RawLine;
      const ages = this.#histories.get(raw);
      onScreen.add(raw);
      if (ages !== undefined && !this.#written.has(raw)) unwritten.push({ row, line, ages });
      else written.push(toWrittenLine(raw, row, line));
    }
    for (const raw of this.#written)
      if (!onScreen.has(raw)) written.push(toWrittenLine(raw, -1, this.#lines.capture(raw)));
    const isGone = ({ raw, history }: DisplayedBefore): boolean =>
      this.#histories.get(raw) !== history || !(onScreen.has(raw) || this.#written.has(raw));
    const gone = this.#displayed.filter(isGone);
    return compareDisplay({ written, gone, unwritten, isFinal }, this.#epoch);
  }
}

const copyAges = ({ born, texts, styles }: CellAges): CellAges => ({ born, texts, styles });

/**
 * The ages of all lines after `draw` has drawn the whole terminal again, with its scrollback. Lines whose text was there
 * before are old, the others are new: nothing else is known about what was displayed meanwhile.
 */
function redrawWithAges(
  core: Core,
  textOfLine: (raw: RawLine) => string,
  fresh: CellAges,
  draw: () => void,
): ReadonlyMap<RawLine, CellAges> {
  const counts = new Map<string, number>();
  for (const raw of listLines(core)) {
    const text = textOfLine(raw);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  draw();
  const ages = new Map<RawLine, CellAges>();
  for (const raw of listLines(core)) {
    const text = textOfLine(raw);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    ages.set(raw, count > 0 ? { ...fresh, born: 0 } : fresh);
  }
  return ages;
}

const listLines = (core: Core): RawLine[] =>
  [core.buffers.normal, core.buffers.alt].flatMap(({ lines }) =>
    Array.from({ length: lines.length }, (_, index) => lines.get(index) as RawLine),
  );

/**
 * Runs `resize`, which moves cells between lines, and returns the ages of all lines afterwards. While it runs, each cell
 * has its own number instead of a foreground color, because xterm.js moves whole cells and does not read their colors.
 */
function reflowWithAges(
  lines: RawLines,
  agesOf: (raw: RawLine) => CellAges,
  resize: () => void,
): Map<RawLine, CellAges> {
  let count = 1;
  for (let index = 0; index < lines.length; index += 1)
    count += (lines.get(index) as RawLine)._data.length / wordsPerCell;
  // Cells that the resize adds have the number 0: they are blank and old.
  const foregrounds = new Uint32Array(count);
  const texts = new Uint32Array(count);
  const styles = new Uint32Array(count);
  let next = 1;
  for (let index = 0; index < lines.length; index += 1) {
    const raw = lines.get(index) as RawLine;
    const { _data: data } = raw;
    const ages = agesOf(raw);
    for (let col = 0; col * wordsPerCell < data.length; col += 1) {
      foregrounds[next] = data[col * wordsPerCell + 1] as number;
      texts[next] = textAgeAt(ages, col);
      styles[next] = styleAgeAt(ages, col);
      data[col * wordsPerCell + 1] = next;
      next += 1;
    }
  }
  resize();
  const carried = new Map<RawLine, CellAges>();
  for (let index = 0; index < lines.length; index += 1) {
    const raw = lines.get(index) as RawLine;
    const { _data: data } = raw;
    const ages = {
      born: 0,
      texts: new Uint32Array(data.length / wordsPerCell),
      styles: new Uint32Array(data.length / wordsPerCell),
    };
    for (let col = 0; col * wordsPerCell < data.length; col += 1) {
      const number = data[col * wordsPerCell + 1] as number;
      data[col * wordsPerCell + 1] = foregrounds[number] as number;
      ages.texts[col] = texts[number] as number;
      ages.styles[col] = styles[number] as number;
    }
    carried.set(raw, isUniform(ages) ? { born: ages.styles[0] ?? 0, texts: undefined, styles: undefined } : ages);
  }
  return carried;
}

const isUniform = ({ texts, styles }: { texts: Uint32Array; styles: Uint32Array }): boolean =>
  styles.every((age, col) => age === styles[0] && texts[col] === age);
