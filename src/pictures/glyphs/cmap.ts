import { brotliDecompressSync } from 'node:zlib';

/** A range of code points, first and last. */
export type Range = readonly [number, number];

// WOFF2 uses numbers for known tables: https://www.w3.org/TR/WOFF2/#table_dir_format
const cmapTag = 0;
const glyfTag = 10;
const locaTag = 11;
const otherTag = 63;

/** The code points that a font (TrueType, OpenType or WOFF2) has glyphs for; throws if the file is not such a font. */
export function readCoverage(font: Buffer): Range[] {
  const signature = font.length >= 12 ? font.readUInt32BE(0) : 0;
  const isWoff2 = signature === 0x774f4632;
  const isSfnt = signature === 0x00010000 || signature === 0x4f54544f || signature === 0x74727565;
  if (!isWoff2 && !isSfnt) throw new Error('not a TrueType, OpenType or WOFF2 font');
  const ranges = readIntact(() => {
    const cmap = isWoff2 ? findCmapInWoff2(font) : findCmapInSfnt(font);
    return cmap === undefined ? undefined : mergeRanges(readRanges(cmap));
  });
  if (ranges === undefined) throw new Error('the font has no character map');
  return ranges;
}

// Errors from reading past the end or from decompression would not help a user.
function readIntact<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error('the file is corrupted or truncated', { cause: error });
  }
}

function findCmapInSfnt(font: Buffer): Buffer | undefined {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) !== 'cmap') continue;
    const offset = font.readUInt32BE(entry + 8);
    return font.subarray(offset, offset + font.readUInt32BE(entry + 12));
  }
  return undefined;
}

function findCmapInWoff2(font: Buffer): Buffer | undefined {
  let at = 48;
  const readBase128 = (): number => {
    let value = 0;
    for (;;) {
      const byte = font[at] as number;
      at += 1;
      value = (value << 7) | (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
  };
  let offset = 0;
  let found: { readonly offset: number; readonly length: number } | undefined;
  for (let index = 0; index < font.readUInt16BE(12); index += 1) {
    const flags = font[at] as number;
    const tag = flags & 63;
    at += tag === otherTag ? 5 : 1;
    const original = readBase128();
    const isTransformed = tag === glyfTag || tag === locaTag ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const length = isTransformed ? readBase128() : original;
    if (tag === cmapTag) found = { offset, length };
    offset += length;
  }
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)));
  return found === undefined ? undefined : tables.subarray(found.offset, found.offset + found.length);
}

function* readRanges(cmap: Buffer): Generator<Range> {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    const format = table.readUInt16BE(0);
    if (format === 4) yield* readSegments(table);
    if (format === 12) yield* readGroups(table);
  }
}

function* readSegments(table: Buffer): Generator<Range> {
  const count = table.readUInt16BE(6) / 2;
  for (let index = 0; index < count; index += 1) {
    const last = table.readUInt16BE(14 + index * 2);
    const first = table.readUInt16BE(16 + (count + index) * 2);
    if (first !== 0xffff) yield [first, last];
  }
}

function* readGroups(table: Buffer): Generator<Range> {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12;
    yield [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
  }
}

function mergeRanges(ranges: Iterable<Range>): Range[] {
  const result: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const previous = result.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** Whether a code point is in one of the sorted ranges. */
export function hasCodePoint(ranges: readonly Range[], codePoint: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as Range;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}
