import { type Cells, combinedBit, wordsPerCell } from '../screen/cells.js';
import { Line } from '../screen/line.js';
import { repairWideCells } from '../screen/screen.js';
import type { RawLine } from './xterm/internals.js';

const extendedBit = 0x10000000;

interface KnownSnapshot {
  readonly line: Line;
  readonly data: Uint32Array;
  /** The words that the line was made of, and a copy, as bytes: comparing those is one native call. */
  readonly sourceBytes: Buffer;
  readonly copyBytes: Buffer;
}

/** Converts the emulator's lines to `Line`s; returns the same object for a line that has not changed. */
export class LineSnapshots {
  readonly #known = new WeakMap<RawLine, KnownSnapshot>();

  capture(raw: RawLine, width: number): Line {
    const known = this.#known.get(raw);
    if (known !== undefined && known.line.width === width && isSame(known, raw)) return known.line;
    const source = getWords(raw, width);
    const copy = source.slice();
    const line = new Line(toCells(raw, repairWideCells(copy)), raw.isWrapped);
    const [sourceBytes, copyBytes] = [toBytes(source), toBytes(copy)];
    this.#known.set(raw, { line, data: raw._data, sourceBytes, copyBytes });
    return line;
  }
}

const toBytes = (words: Uint32Array): Buffer => Buffer.from(words.buffer, words.byteOffset, words.byteLength);

function isSame({ line, data, sourceBytes, copyBytes }: KnownSnapshot, raw: RawLine): boolean {
  if (raw._data !== data || line.isWrapped !== raw.isWrapped || !sourceBytes.equals(copyBytes)) return false;
  const { combined, extensions } = line.cells;
  for (const key in combined) if (combined[Number(key)] !== raw._combined[Number(key)]) return false;
  for (const key in extensions) if (extensions[Number(key)] !== raw._extendedAttrs[Number(key)]?._ext) return false;
  return true;
}

/** A `Line` that shares the emulator's memory: valid only until output is parsed again. */
export const createLineView = (raw: RawLine, width: number): Line =>
  new Line(toCells(raw, repairWideCells(getWords(raw, width))), raw.isWrapped);

/** The words of a line's cells. When the alternate screen becomes narrower, its lines retain cells that no longer fit. */
export const getWords = ({ _data }: RawLine, width: number): Uint32Array => _data.subarray(0, width * wordsPerCell);

const toCells = (raw: RawLine, words: Uint32Array): Cells => ({
  words,
  combined: copyCombined(raw, words),
  extensions: copyExtensions(raw, words),
});

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
