// Messages are limited to 64 KiB, with the other members.
const maxPieceBytes = 60_000;
const endOfLine = /\r\n?|\n/g;
const halfCharacter = /\p{Surrogate}/gu;

/** Returns a text as terminals paste it: lines end with CR, and halves of characters are replaced. */
export const normalizePaste = (text: string): string =>
  text.replaceAll(endOfLine, '\r').replaceAll(halfCharacter, '\ufffd');

/** Splits a text into pieces that fit into messages, between characters. */
export function splitPaste(text: string, maxBytes = maxPieceBytes): string[] {
  const pieces: string[] = [];
  let [from, at, bytes] = [0, 0, 0];
  for (const character of text) {
    const size = measureJson(character);
    if (bytes + size > maxBytes) {
      pieces.push(text.slice(from, at));
      [from, bytes] = [at, 0];
    }
    at += character.length;
    bytes += size;
  }
  return at > from ? [...pieces, text.slice(from)] : pieces;
}

/** Returns the bytes of a character in JSON. */
function measureJson(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return 6;
  if (code < 0x80) return 2;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
