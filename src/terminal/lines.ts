// The lines of xterm.js as immutable values: captured when they are read, and shared as long as they do not change.
import { type Cells, combinedBit, type Link, wordsPerCell } from '../screen/cells.js';
import { Line } from '../screen/line.js';
import { repairWideCells } from '../screen/screen.js';
import { findSoftWraps, type LinePrefilter } from './line-prefilter.js';
import type { Core, RawBuffer, RawLine, RawLines } from './xterm/internals.js';

/** Consecutive lines; `first` is the number of the first one. */
interface Stack {
  readonly first: number;
  readonly lines: readonly Line[];
}
/** The lines of a terminal by their numbers and as they are now. */
export interface LineNumbers {
  readonly top: number;
  /** Changes whenever a line may have changed. */
  readonly version: number;
  getVisibleLines(): readonly Line[];
  capture(raw: RawLine): Line;
  /** A line of the normal buffer. */
  rawAt(number: number): RawLine | undefined;
}

// Output without any newline makes one endless line, which would be too slow to read at every check.
const maxWraps = 1000;

/** What is visible after change `at`. */
export interface ShownLines {
  readonly source: RawLines;
  /** The number of the first line. */
  readonly top: number;
  readonly at: number;
  readonly changes: Pick<DirtyLines, 'getRangeSince'>;
}

interface KnownLines {
  readonly source: RawLines | undefined;
  readonly lines: readonly Line[];
  readonly top: number;
  readonly at: number;
}

/**
 * The lines of a terminal. Every line of the normal buffer has a number that does not change when it scrolls: the first
 * line ever is 0, and no number is used twice. The alternate buffer has no scrollback and no numbers.
 */
export class LineStore implements LineNumbers {
  readonly #core: Core;
  readonly #raw: Core['buffers'];
  readonly #findLink: FindLink;
  readonly #capture: LineSnapshots;
  /** When the lines on the screen changed; lines of the alternate screen are numbered from 0. */
  readonly changes = new DirtyLines();
  #active: RawBuffer;
  #lines: RawLines;
  #subscription: { dispose(): void };
  #trimmed = 0;
  #visible: readonly Line[] | undefined;
  /** In the current chunk, the lowest number of a line that was written to before another one scrolled off. */
  #lowest = Number.POSITIVE_INFINITY;
  /** The visible lines as last returned. */
  #known: KnownLines = { source: undefined, lines: [], top: 0, at: 0 };
  #version = 0;
  #width: number;
  #height: number;

  /** `findLink` returns the link with a number. */
  constructor(core: Core, findLink: FindLink = () => undefined) {
    const raw = core.buffers;
    this.#core = core;
    this.#findLink = findLink;
    this.#capture = new LineSnapshots(findLink);
    this.#raw = raw;
    this.#active = raw.active;
    this.#lines = raw.normal.lines;
    this.#subscription = this.#countTrimmed();
    this.#width = this.width;
    this.#height = core.rows;
    // xterm.js calls this whenever a line scrolls off, with all rows: they would be read and searched again each time.
    core._inputHandler.markRangeDirty = () => {};
    raw.onBufferActivate(() => {
      this.#noteScrolledLines();
      this.invalidate();
    });
  }

  get isAlternate(): boolean {
    return this.#raw.active !== this.#raw.normal;
  }

  get cursor(): { readonly x: number; readonly y: number } {
    return this.#raw.active;
  }

  /** Whether there are lines that have scrolled off. */
  get hasScrollback(): boolean {
    return this.#raw.normal.ybase > 0;
  }

  /** The scroll region: the rows within which lines scroll, are inserted and deleted. */
  get region(): { readonly top: number; readonly bottom: number } {
    const { scrollTop, scrollBottom } = this.#raw.active;
    return { top: scrollTop, bottom: scrollBottom };
  }

  /** The number of the line at the top of the normal screen. */
  get top(): number {
    this.#followReset();
    return this.#trimmed + this.#raw.normal.ybase;
  }

  getVisibleLines(): readonly Line[] {
    this.#visible ??= this.#captureVisible();
    return this.#visible;
  }

  /** Whether the visible lines are these. Does not capture the lines after the first difference. */
  isShowing(lines: readonly Line[]): boolean {
    this.#noteScrolledLines();
    const top = this.isAlternate ? 0 : this.top;
    const { width } = this;
    return lines.every((line, row) => line === (this.#visible?.[row] ?? this.#captureRow(row, top, width)));
  }

  /** What is visible, and when each line was written to: for who follows it without a copy of each line. */
  get shown(): ShownLines {
    this.#noteScrolledLines();
    const { changes } = this;
    return { source: this.#raw.active.lines, top: this.isAlternate ? 0 : this.top, at: changes.now, changes };
  }

  /** Cells per line. */
  get width(): number {
    return (this.#raw.normal.lines.get(0)?._data.length ?? 0) / wordsPerCell;
  }

  /** Changes whenever a line may have changed. */
  get version(): number {
    return this.#version;
  }

  /** A line has scrolled off in the current chunk; rows from `first` on were written to before. */
  noteScrolled(first: number): void {
    const { top } = this;
    if (this.isAlternate || this.#hasScrollRegion) this.changes.noteAll();
    this.#lowest = Math.min(this.#lowest, top + Math.max(0, first - 1));
    this.#forget();
  }

  /** The rows from `first` to `last` were written to in the current chunk. */
  noteWritten(first: number, last: number): void {
    const top = this.isAlternate ? 0 : this.top;
    this.#noteScrolledLines();
    this.changes.note(top + first, top + last);
    this.invalidate();
  }

  /** The chunk has been parsed. */
  endPiece(): void {
    this.#lowest = Number.POSITIVE_INFINITY;
  }

  /** The visible lines and the size may have changed. */
  invalidate(): void {
    this.#forget();
    const [width, height] = [this.width, this.#core.rows];
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.changes.noteAll();
  }

  /**
   * The available lines of the normal buffer from line `from` on, or from the start of its soft-wrapped line. With
   * `isPassing`, lines that have scrolled off are valid only until output is parsed again: this avoids copying a flood
   * of lines that are searched only once.
   */
  captureFrom(from: number, isPassing = false): Stack {
    const { normal } = this.#raw;
    const start = this.#startOf(from);
    const above = this.#captureRange(normal, start, normal.ybase - start, isPassing);
    const isHidden = this.isAlternate;
    const onScreen = isHidden ? this.#captureRange(normal, normal.ybase, this.#core.rows) : this.getVisibleLines();
    const lines = [...above, ...onScreen.slice(Math.max(0, start - normal.ybase))];
    return { first: this.#trimmed + start, lines };
  }

  /** An immutable copy of a line. */
  capture(raw: RawLine): Line {
    return this.#capture.capture(raw, this.width);
  }

  /** A line of the normal buffer; undefined if it is no longer available. */
  rawAt(number: number): RawLine | undefined {
    this.#followReset();
    return this.#raw.normal.lines.get(number - this.#trimmed);
  }

  /**
   * Filters the lines that `captureFrom` returns: those that pass the prefilter, with all rows of their soft-wrapped line. The
   * lines of the alternate screen replace the lines that it hides.
   */
  captureMatching(from: number, isPassing: boolean, sifter: LinePrefilter): Stack[] {
    const { normal, active } = this.#raw;
    const begin = this.#startOf(from);
    this.#noteScrolledLines();
    if (active === normal)
      return this.#captureMatchingRange(normal, begin, normal.ybase + this.#core.rows, isPassing, sifter);
    return [
      ...this.#captureMatchingRange(normal, begin, normal.ybase, isPassing, sifter),
      ...this.#captureMatchingRange(active, active.ybase, active.ybase + this.#core.rows, isPassing, sifter),
    ];
  }

  #captureMatchingRange(
    buffer: RawBuffer,
    begin: number,
    end: number,
    isPassing: boolean,
    sifter: LinePrefilter,
  ): Stack[] {
    const { lines, ybase } = buffer;
    const { width, changes } = this;
    const isAlternate = buffer !== this.#raw.normal;
    const [shift, numberShift] = isAlternate ? [this.top - ybase, -ybase] : [this.#trimmed, this.#trimmed];
    const readWords = (index: number): Uint32Array => getWords(lines.get(index) as RawLine, width);
    const passing: number[] = [];
    for (let index = begin; index < Math.min(end, ybase); index += 1)
      if (sifter.canMatch(readWords(index))) passing.push(index);
    if (end > ybase) {
      const wordsAt = (number: number): Uint32Array => readWords(number - numberShift);
      const numbers = sifter.filterLines(changes, ybase + numberShift, end + numberShift, wordsAt);
      for (const number of numbers) passing.push(number - numberShift);
    }
    const stacks: Stack[] = [];
    for (const [start, next] of findSoftWraps(passing, lines, begin, end))
      stacks.push({ first: start + shift, lines: this.#captureRange(buffer, start, next - start, isPassing) });
    return stacks;
  }

  /** Whether scrolling moves only a part of the normal screen. */
  get #hasScrollRegion(): boolean {
    const { scrollTop, scrollBottom } = this.#raw.normal;
    return scrollTop > 0 || scrollBottom < this.#core.rows - 1;
  }

  #forget(): void {
    this.#visible = undefined;
    this.#version += 1;
  }

  // Called once per chunk, not for every line of a flood. A line may be written to after it has scrolled.
  #noteScrolledLines(): void {
    // xterm.js reports scrolling before it reports that the active buffer has changed.
    if (this.#raw.active !== this.#active) {
      this.#active = this.#raw.active;
      this.changes.noteAll();
    }
    if (this.#lowest === Number.POSITIVE_INFINITY) return;
    const { top } = this;
    this.changes.note(Math.max(this.#lowest, top), top + this.#core.rows - 1);
  }

  // Most lines have not changed, and comparing their cells would take most of the time.
  #captureVisible(): readonly Line[] {
    this.#noteScrolledLines();
    const top = this.isAlternate ? 0 : this.top;
    const { width } = this;
    const lines = Array.from({ length: this.#core.rows }, (_, row) => this.#captureRow(row, top, width));
    this.#known = { source: this.#raw.active.lines, lines, top, at: this.changes.now };
    return lines;
  }

  #captureRow(row: number, top: number, width: number): Line {
    const { active } = this.#raw;
    const { source, lines, top: knownTop, at } = this.#known;
    const raw = active.lines.get(active.ybase + row) as RawLine;
    const isSame = source === active.lines && this.changes.getLastChange(top + row) <= at;
    const line = isSame ? lines[top + row - knownTop] : undefined;
    return line?.isWrapped === raw.isWrapped ? line : this.#capture.capture(raw, width);
  }

  /** The index of the first row of the soft-wrapped line that a line belongs to. */
  #startOf(number: number): number {
    this.#followReset();
    const { lines } = this.#raw.normal;
    let start = Math.max(0, number - this.#trimmed);
    const highest = Math.max(0, start - maxWraps);
    while (start > highest && lines.get(start)?.isWrapped === true) start -= 1;
    return start;
  }

  #captureRange(buffer: RawBuffer, start: number, count: number, isPassing = false): Line[] {
    const lines: Line[] = [];
    const { width } = this;
    for (let index = start; index < start + count; index += 1) {
      const raw = buffer.lines.get(index) as RawLine;
      lines.push(isPassing ? createLineView(raw, width, this.#findLink) : this.#capture.capture(raw, width));
    }
    return lines;
  }

  // A full reset (RIS) creates new buffers, whose lines get new numbers.
  #followReset(): void {
    if (this.#raw.normal.lines === this.#lines) return;
    this.#subscription.dispose();
    this.#trimmed += this.#lines.length;
    this.changes.noteAll();
    this.#lines = this.#raw.normal.lines;
    this.#subscription = this.#countTrimmed();
  }

  #countTrimmed(): { dispose(): void } {
    return this.#lines.onTrim((count) => {
      this.#trimmed += count;
    });
  }
}

// More than the rows of any screen.
const slots = 1024;

/** Records when each line of the screen was last written to, as increasing change numbers. Lines have stable numbers. */
class DirtyLines {
  readonly #stamps = new Float64Array(slots);
  #now = 0;
  #allAt = 0;

  /** Increases with every change. */
  get now(): number {
    return this.#now;
  }

  /** The lines from `first` to `last` may have been written to. */
  note(first: number, last: number): void {
    this.#now += 1;
    for (let number = first; number <= last; number += 1) this.#stamps[number % slots] = this.#now;
  }

  /** Any line may have changed. */
  noteAll(): void {
    this.#now += 1;
    this.#allAt = this.#now;
  }

  /** The range of lines between `first` and `end` that were written to after change `at`; `to` is exclusive. */
  getRangeSince(at: number, first: number, end: number): readonly [from: number, to: number] {
    if (this.#allAt > at) return [first, end];
    const stamps = this.#stamps;
    let from = first;
    while (from < end && (stamps[from % slots] as number) <= at) from += 1;
    let to = end;
    while (to > from && (stamps[(to - 1) % slots] as number) <= at) to -= 1;
    return [from, to];
  }

  /** When a line of the screen was last written to. */
  getLastChange(number: number): number {
    return Math.max(this.#stamps[number % slots] as number, this.#allAt);
  }
}

const extendedBit = 0x10000000;

interface KnownSnapshot {
  readonly line: Line;
  readonly data: Uint32Array;
  /** The words that the line was made of, and a copy, as bytes: comparing those is one native call. */
  readonly sourceBytes: Buffer;
  readonly copyBytes: Buffer;
}

/** Finds the link with a number; undefined if it has been dropped. */
type FindLink = (number: number) => Link | undefined;

/** Converts the emulator's lines to `Line`s; returns the same object for a line that has not changed. */
export class LineSnapshots {
  readonly #known = new WeakMap<RawLine, KnownSnapshot>();
  readonly #findLink: FindLink;

  constructor(findLink: FindLink = () => undefined) {
    this.#findLink = findLink;
  }

  capture(raw: RawLine, width: number): Line {
    const known = this.#known.get(raw);
    if (known !== undefined && known.line.width === width && isSame(known, raw, this.#findLink)) return known.line;
    const source = getWords(raw, width);
    const copy = source.slice();
    const line = new Line(copyCells(raw, repairWideCells(copy), this.#findLink), raw.isWrapped);
    const [sourceBytes, copyBytes] = [bytesOfWords(source), bytesOfWords(copy)];
    this.#known.set(raw, { line, data: raw._data, sourceBytes, copyBytes });
    return line;
  }
}

/** A `Line` that shares the emulator's memory: valid only until output is parsed again. */
export const createLineView = (raw: RawLine, width: number, findLink: FindLink = () => undefined): Line =>
  new Line(copyCells(raw, repairWideCells(getWords(raw, width)), findLink), raw.isWrapped);

const bytesOfWords = (words: Uint32Array): Buffer => Buffer.from(words.buffer, words.byteOffset, words.byteLength);

function isSame({ line, data, sourceBytes, copyBytes }: KnownSnapshot, raw: RawLine, findLink: FindLink): boolean {
  if (raw._data !== data || line.isWrapped !== raw.isWrapped || !sourceBytes.equals(copyBytes)) return false;
  const { combined, extensions, links } = line.cells;
  for (const key in combined) if (combined[Number(key)] !== raw._combined[Number(key)]) return false;
  for (const key in extensions) {
    const attributes = raw._extendedAttrs[Number(key)];
    if (extensions[Number(key)] !== attributes?._ext) return false;
    if (links?.[Number(key)] !== linkOf(attributes, findLink)) return false;
  }
  return true;
}

/** The words of a line's cells. When the alternate screen becomes narrower, its lines retain cells that no longer fit. */
const getWords = ({ _data }: RawLine, width: number): Uint32Array => _data.subarray(0, width * wordsPerCell);

const copyCells = (raw: RawLine, words: Uint32Array, findLink: FindLink): Cells => {
  const extensions = copyExtensions(raw, words);
  const links = extensions === undefined ? undefined : copyLinks(raw, extensions, findLink);
  return { words, combined: copyCombined(raw, words), extensions, links };
};

const linkOf = (attributes: RawLine['_extendedAttrs'][number], findLink: FindLink): Link | undefined =>
  attributes === undefined || attributes.urlId === 0 ? undefined : findLink(attributes.urlId);

function copyLinks(raw: RawLine, extended: object, findLink: FindLink): Record<number, Link> | undefined {
  let links: Record<number, Link> | undefined;
  for (const key in extended) {
    const link = linkOf(raw._extendedAttrs[Number(key)], findLink);
    if (link === undefined) continue;
    links ??= {};
    links[Number(key)] = link;
  }
  return links;
}

// Both tables retain stale entries; nearly always they are empty.
function copyCombined(raw: RawLine, words: Uint32Array): Record<number, string> | undefined {
  let combined: Record<number, string> | undefined;
  for (const key in raw._combined) {
    const col = Number(key);
    if (!isCombined(words, col)) continue;
    combined ??= {};
    combined[col] = raw._combined[col] as string;
  }
  return combined;
}

function copyExtensions(raw: RawLine, words: Uint32Array): Record<number, number> | undefined {
  let extensions: Record<number, number> | undefined;
  for (const key in raw._extendedAttrs) {
    const col = Number(key);
    if (!isExtended(words, col)) continue;
    extensions ??= {};
    extensions[col] = raw._extendedAttrs[col]?._ext ?? 0;
  }
  return extensions;
}

const isCombined = (words: Uint32Array, col: number): boolean => ((words[col * wordsPerCell] ?? 0) & combinedBit) !== 0;
const isExtended = (words: Uint32Array, col: number): boolean =>
  ((words[col * wordsPerCell + 2] ?? 0) & extendedBit) !== 0;
