import { type Cells, Line, wordsPerCell } from '../screen/line.js';

/**
 * A line as @xterm/headless keeps it. Its public API hands out a cell at a time; copying the words is ten times as
 * fast and makes lines that never change. The layout is that of `Cells`; a test holds it against the public API.
 */
export interface RawLine {
  readonly _data: Uint32Array;
  readonly _combined: Readonly<Record<number, string>>;
  readonly _extendedAttrs: Readonly<Record<number, { readonly _ext: number } | undefined>>;
  readonly isWrapped: boolean;
  readonly length: number;
}

const combinedBit = 0x200000;
const extendedBit = 0x10000000;

/** Turns the emulator's lines into Lines; a line that did not change is the same object again. */
export class LineCapture {
  readonly #known = new WeakMap<RawLine, Line>();

  capture(raw: RawLine): Line {
    const known = this.#known.get(raw);
    if (known !== undefined && isSame(known, raw)) return known;
    const line = new Line(copyOf(raw), raw.isWrapped);
    this.#known.set(raw, line);
    return line;
  }
}

function copyOf(raw: RawLine): Cells {
  const words = raw._data.slice(0, raw.length * wordsPerCell);
  // Both tables keep entries of cells that are no longer so.
  const combined = Object.entries(raw._combined).filter(([col]) => isCombined(words, Number(col)));
  const extensions = Object.entries(raw._extendedAttrs)
    .filter(([col]) => isExtended(words, Number(col)))
    .map(([col, attributes]) => [col, attributes?._ext ?? 0] as const);
  return {
    words,
    combined: combined.length === 0 ? undefined : Object.fromEntries(combined),
    extensions: extensions.length === 0 ? undefined : Object.fromEntries(extensions),
  };
}

function isSame(line: Line, raw: RawLine): boolean {
  const { words, combined, extensions } = line.cells;
  if (line.isWrapped !== raw.isWrapped || words.length !== raw.length * wordsPerCell) return false;
  for (let index = 0; index < words.length; index += 1) if (words[index] !== raw._data[index]) return false;
  for (const key in combined) if (combined[Number(key)] !== raw._combined[Number(key)]) return false;
  for (const key in extensions) if (extensions[Number(key)] !== raw._extendedAttrs[Number(key)]?._ext) return false;
  return true;
}

const isCombined = (words: Uint32Array, col: number): boolean => ((words[col * wordsPerCell] ?? 0) & combinedBit) !== 0;
const isExtended = (words: Uint32Array, col: number): boolean =>
  ((words[col * wordsPerCell + 2] ?? 0) & extendedBit) !== 0;
