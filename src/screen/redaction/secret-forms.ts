// Shorter pieces would hide parts of ordinary text.
const minPieceLength = 4;
const controls = /[\x00-\x1f\x7f-\x9f]+/;

/** Whether a text can be hidden: it has at least 4 characters without the blanks at its ends. */
export const isLongEnough = (text: string): boolean => [...text.trim()].length >= minPieceLength;

/** The parts of a secret between line breaks and other control characters, which a terminal displays separately. */
export function piecesOf(secret: string): string[] {
  const pieces = secret.split(controls).map((piece) => piece.trim());
  return [secret.trim(), ...pieces].filter(isLongEnough);
}

/** The ways in which a secret can be spelled in a message: escaped for JSON or a regular expression, composed or decomposed. */
export function formsOf(secret: string): string[] {
  const spellings = [secret, ...piecesOf(secret)].flatMap((text) => [
    text,
    text.normalize('NFC'),
    text.normalize('NFD'),
    text.replaceAll(/\r\n?/g, '\n'),
  ]);
  return [...new Set(spellings.flatMap((text) => [text, toJsonForm(text), toAsciiForm(text), toPatternForm(text)]))];
}

const toJsonForm = (text: string): string => JSON.stringify(text).slice(1, -1);

const toAsciiForm = (text: string): string =>
  toJsonForm(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const toPatternForm = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
