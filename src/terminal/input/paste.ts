const begin = Buffer.from('\x1b[200~');
const end = Buffer.from('\x1b[201~');
// The same sequence with the one-character form of ESC [ (U+009B).
const shortEnd = Buffer.from('\u009b201~');
const lastByte = end.at(-1);

/** Encodes a bracketed paste. */
export const encodeBracketedPaste = (text: string): Buffer => Buffer.concat([begin, removePasteEnds(text), end]);

/** Encodes a text without end-of-paste sequences, also without one that results from a removal. */
export function removePasteEnds(text: string): Buffer {
  const source = Buffer.from(text);
  const kept = Buffer.alloc(source.length);
  let length = 0;
  for (const byte of source) {
    kept[length] = byte;
    length += 1;
    if (byte === lastByte) length -= measureEnd(kept.subarray(0, length));
  }
  return kept.subarray(0, length);
}

function measureEnd(bytes: Buffer): number {
  const found = [end, shortEnd].find((sequence) => bytes.subarray(-sequence.length).equals(sequence));
  return found?.length ?? 0;
}
