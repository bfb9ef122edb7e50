// Which rows go on in the next one by mistake. Programs such as less and vim let the terminal wrap long lines: they print
// one character beyond the margin, a space or the last one again, so that it wraps, and then write the continuation from
// its first column. A program that does not expect the margin prints on and on.
import { codePointMask, combinedBit, wordsPerCell } from '../screen/cells.js';
import type { Core, Print, RawLine } from './xterm/internals.js';

const space = 0x20;
/** Whether a character is half of a flag. */
const isRegional = (code: number): boolean => code >= 0x1f1e6 && code <= 0x1f1ff;

/** Looks at each character that a program prints from now on. */
export class OverflowWatch {
  readonly #core: Core;
  readonly #print: Print;
  /** The rows in which the one above goes on, and whether that has scrolled the screen. */
  readonly #overflows = new WeakMap<RawLine, boolean>();
  /** The row in which only the character that makes it wrap has been printed. */
  #probe: { readonly line: RawLine; readonly hasScrolled: boolean } | undefined;

  constructor(core: Core) {
    this.#core = core;
    const { _inputHandler: handler } = core;
    this.#print = handler.print;
    const print: Print = (data, start, end) => this.#printWatched(data, start, end);
    handler.print = print;
    handler._parser.setPrintHandler(print);
  }

  /** Whether a row overflows, and whether each that does has scrolled the screen: then it began in the last row. */
  find(): { readonly hasScrolled: boolean } | undefined {
    const rows = Array.from({ length: this.#core.rows - 1 }, (_, row) => row).filter((row) => this.#isOverflowing(row));
    if (rows.length === 0) return undefined;
    return { hasScrolled: rows.every((row) => this.#overflows.get(this.#lineAt(row + 1) as RawLine)) };
  }

  #isOverflowing(row: number): boolean {
    const [line, next] = [this.#lineAt(row), this.#lineAt(row + 1)];
    if (line === undefined || next?.isWrapped !== true || !this.#overflows.has(next)) return false;
    // What is left of a row that was drawn anew does not reach the margin.
    return line.getTrimmedLength() >= this.#core.cols - 1 && !this.#hasHalfFlag(line, next);
  }

  /** Half of a flag takes two cells in a terminal, and one for the C library: the program may not have known it. */
  #hasHalfFlag(line: RawLine, next: RawLine): boolean {
    const words = Array.from({ length: this.#core.cols }, (_, col) => readWord(line, col));
    return [...words, readWord(next, 0)].some((content) => isRegional(content & codePointMask));
  }

  #printWatched(data: Uint32Array, start: number, end: number): void {
    const { cols, buffers } = this.#core;
    for (let from = start; from < end; ) {
      const { x } = buffers.active;
      // A character takes two cells at most.
      const staysInside = x > 0 && this.#probe === undefined && x + 2 * (end - from) <= cols;
      const to = staysInside ? end : from + 1;
      if (staysInside) this.#print.call(undefined, data, from, to);
      else this.#printOne(data, from);
      from = to;
    }
  }

  #printOne(data: Uint32Array, index: number): void {
    const { active } = this.#core.buffers;
    const { x, y } = active;
    const line = this.#lineAt(y);
    this.#print.call(undefined, data, index, index + 1);
    const printedIn = this.#lineAt(active.y);
    if (printedIn !== line)
      this.#noteWrap(line, printedIn, { code: data[index] as number, hasScrolled: active.y === y });
    // A mark joins the character before it.
    else if (active.x !== x) this.#noteInRow(line, x, y);
  }

  #noteInRow(line: RawLine | undefined, x: number, y: number): void {
    const probe = this.#probe;
    if (probe !== undefined && probe.line === line && x > 0) this.#overflows.set(line, probe.hasScrolled);
    this.#probe = undefined;
    const below = x === 0 ? this.#lineAt(y + 1) : undefined;
    if (below !== undefined) this.#overflows.delete(below);
  }

  #noteWrap(
    from: RawLine | undefined,
    to: RawLine | undefined,
    { code, hasScrolled }: { readonly code: number; readonly hasScrolled: boolean },
  ): void {
    this.#probe = undefined;
    if (from === undefined || to === undefined) return;
    if (code === space || code === readCode(from, this.#core.cols - 1) || isRegional(code)) {
      this.#probe = { line: to, hasScrolled };
      this.#overflows.delete(to);
    } else this.#overflows.set(to, hasScrolled);
  }

  #lineAt(row: number): RawLine | undefined {
    const { active } = this.#core.buffers;
    return active.lines.get(active.ybase + row);
  }
}

const readWord = (line: RawLine, col: number): number => line._data[col * wordsPerCell] as number;

/** The first code point of a cell: vim prints it again without its marks. */
function readCode(line: RawLine, col: number): number | undefined {
  const content = readWord(line, col);
  return (content & combinedBit) === 0 ? content & codePointMask : line._combined[col]?.codePointAt(0);
}
