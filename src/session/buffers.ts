import { type Line, wordsPerCell } from '../screen/line.js';
import { glimpse, LineCapture, type RawLine, wordsOf } from './capture.js';
import { Event } from './event.js';
import type { Sieve } from './sieve.js';

// Output without any newline makes one endless line, which nobody wants to see whole at every look.
const mostWraps = 1000;

interface RawLines {
  readonly length: number;
  get(index: number): RawLine | undefined;
  /** Tells how many lines were dropped from the top. */
  onTrim(listener: (count: number) => void): { dispose(): void };
}
interface RawBuffer {
  readonly lines: RawLines;
  readonly ybase: number;
  readonly x: number;
  readonly y: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
}
/** Both buffers of a terminal as @xterm/headless keeps them. */
export interface RawBuffers {
  onBufferActivate(listener: () => void): unknown;
  readonly active: RawBuffer;
  readonly normal: RawBuffer;
}
/** Lines next to each other; `first` is the number of the first one. */
export interface Stack {
  readonly first: number;
  readonly lines: readonly Line[];
}
/** Lines that can be found again after they have moved. */
export interface TracedStack extends Stack {
  /** For each line what it is, whatever is written into it and wherever it moves, until it is dropped. */
  readonly identities: readonly object[];
  /** The number of the line at the top of the screen. */
  readonly top: number;
  /** The number of the oldest line that was kept. */
  readonly oldest: number;
}

/**
 * The lines of a terminal. Every line of the normal buffer has a number that it keeps while it scrolls: the first line
 * ever is 0, and no number is used twice. The alternate buffer has no memory and no numbers.
 */
export class Buffers {
  /** The size has just changed; with the width (told here) the numbers of lines change too. */
  readonly resized = new Event<[isWidthChanged: boolean]>();
  /** The alternate screen begins or ends. */
  readonly switched = new Event();
  readonly #raw: RawBuffers;
  readonly #rows: () => number;
  readonly #capture = new LineCapture();
  #lines: RawLines;
  #subscription: { dispose(): void };
  #trimmed = 0;
  #visible: readonly Line[] | undefined;
  #version = 0;
  #width: number;
  #height: number;

  constructor(raw: RawBuffers, rows: () => number) {
    this.#raw = raw;
    this.#rows = rows;
    this.#lines = raw.normal.lines;
    this.#subscription = this.#countTrimmed();
    this.#width = this.width;
    this.#height = rows();
    raw.onBufferActivate(() => {
      this.invalidate();
      this.switched.fire();
    });
  }

  get cursor(): { readonly x: number; readonly y: number } {
    return this.#raw.active;
  }

  /** Whether scrolling moves only a part of the normal screen. */
  get hasScrollRegion(): boolean {
    const { scrollTop, scrollBottom } = this.#raw.normal;
    return scrollTop > 0 || scrollBottom < this.#rows() - 1;
  }

  /** The number of the line at the top of the normal screen. */
  get top(): number {
    this.#follow();
    return this.#trimmed + this.#raw.normal.ybase;
  }

  /** What is visible. */
  visible(): readonly Line[] {
    const { active } = this.#raw;
    this.#visible ??= this.#take(active, active.ybase, this.#rows());
    return this.#visible;
  }

  /** How many cells a line has. */
  get width(): number {
    return (this.#raw.normal.lines.get(0)?._data.length ?? 0) / wordsPerCell;
  }

  /** Another one whenever something may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Lines have scrolled off: what was visible is so no longer. */
  forget(): void {
    this.#visible = undefined;
    this.#version += 1;
  }

  /** Something was parsed: what was visible may be so no longer. */
  invalidate(): void {
    this.forget();
    const [width, height] = [this.width, this.#rows()];
    const isWidthChanged = width !== this.#width;
    if (!isWidthChanged && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.resized.fire(isWidthChanged);
  }

  /**
   * Lines of the normal buffer, as far as they are still kept, down to the last; they begin with line `from`, or where
   * the soft wrap begins that it continues. With `isPassing` those that have scrolled off are only right until output
   * is parsed again: a flood of lines that are looked at once need not be copied.
   */
  from(from: number, isPassing = false): Stack {
    const { normal } = this.#raw;
    const start = this.#startOf(from);
    const above = this.#take(normal, start, normal.ybase - start, isPassing);
    const isHidden = this.#raw.active !== normal;
    const onScreen = isHidden ? this.#take(normal, normal.ybase, this.#rows()) : this.visible();
    const lines = [...above, ...onScreen.slice(Math.max(0, start - normal.ybase))];
    return { first: this.#trimmed + start, lines };
  }

  /** Of the same lines those that pass a sieve, alone or by others of their soft wrap; not while the alternate screen hides them. */
  sifted(from: number, isPassing: boolean, sieve: Sieve): Stack[] {
    const { normal } = this.#raw;
    const { lines } = normal;
    const { width } = this;
    const end = normal.ybase + this.#rows();
    const stacks: Stack[] = [];
    for (let start = this.#startOf(from); start < end; ) {
      let next = start;
      let passes = false;
      do {
        passes ||= sieve(wordsOf(lines.get(next) as RawLine, width));
        next += 1;
      } while (next < end && lines.get(next)?.isWrapped === true);
      if (passes) {
        const above = this.#take(normal, start, Math.min(next, normal.ybase) - start, isPassing);
        const visible = this.#take(normal, Math.max(start, normal.ybase), next - Math.max(start, normal.ybase));
        stacks.push({ first: this.#trimmed + start, lines: [...above, ...visible] });
      }
      start = next;
    }
    return stacks;
  }

  /** The same, to be followed from here on. */
  traced(from: number, isPassing = false): TracedStack {
    const { first, lines } = this.from(from, isPassing);
    const start = first - this.#trimmed;
    const identities = lines.map((_, index) => this.#lines.get(start + index) as RawLine);
    return { first, lines, identities, top: this.top, oldest: this.#trimmed };
  }

  /** The index of a line, or of the one where the soft wrap begins that it continues. */
  #startOf(number: number): number {
    this.#follow();
    const { lines } = this.#raw.normal;
    let start = Math.max(0, number - this.#trimmed);
    const highest = Math.max(0, start - mostWraps);
    while (start > highest && lines.get(start)?.isWrapped === true) start -= 1;
    return start;
  }

  #take(buffer: RawBuffer, start: number, count: number, isPassing = false): Line[] {
    const lines: Line[] = [];
    const { width } = this;
    for (let index = start; index < start + count; index += 1) {
      const raw = buffer.lines.get(index) as RawLine;
      lines.push(isPassing ? glimpse(raw, width) : this.#capture.capture(raw, width));
    }
    return lines;
  }

  // A full reset (RIS) begins new buffers; their lines are new lines.
  #follow(): void {
    if (this.#raw.normal.lines === this.#lines) return;
    this.#subscription.dispose();
    this.#trimmed += this.#lines.length;
    this.#lines = this.#raw.normal.lines;
    this.#subscription = this.#countTrimmed();
  }

  #countTrimmed(): { dispose(): void } {
    return this.#lines.onTrim((count) => {
      this.#trimmed += count;
    });
  }
}
