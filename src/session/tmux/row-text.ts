import { measureText } from '../../base/unicode/cluster.js';

const lineDrawing: Readonly<Record<string, string>> = Object.fromEntries(
  [...'`afgjklmnopqrstuvwxyz{|}~'].map((letter, index) => [letter, [...'◆▒°±┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'][index] as string]),
);
const tabWidth = 8;
const pieces = /\x1b\[[0-9;:]*m|\x0e|\x0f|\t|[^\x1b\x0e\x0f\t]+/g;

/** The text of captured rows. Captures switch line drawing on and off with SO and SI. */
export function readRowTexts(rows: readonly Buffer[]): string[] {
  let isDrawing = false;
  const read = (text: string, piece: string): string => {
    if (piece === '\x0e' || piece === '\x0f') isDrawing = piece === '\x0e';
    if (piece === '\t') return text + ' '.repeat(tabWidth - (measureText(text) % tabWidth));
    if (piece < ' ') return text;
    return text + (isDrawing ? [...piece].map((letter) => lineDrawing[letter] ?? letter).join('') : piece);
  };
  return rows.map((row) => (row.toString('utf8').match(pieces) ?? []).reduce(read, '').normalize('NFC'));
}
