import { expect, test } from 'vitest';
import { KeyDecoder, type PlayerKey } from './key-decoder.js';

/** The commands of pieces of input, including those that are decided at the end. */
function decoded(...pieces: readonly string[]): PlayerKey[] {
  const decoder = new KeyDecoder();
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.flush()];
}

const rows: readonly (readonly [string, readonly PlayerKey[]])[] = [
  [' ', ['toggle']],
  ['r', ['redraw']],
  ['\x0c', ['redraw']],
  ['q', ['quit']],
  ['Q', ['quit']],
  ['\x03', ['interrupt']],
  ['\x1c', ['interrupt']],
  ['\x1a', ['suspend']],
  ['\x1b', ['quit']],
  ['\x1b\x1b', ['quit']],
  ['\x1b\x1bx', ['quit']],
  ['\x1b[A', ['skip-back']],
  ['\x1b[B', ['skip-forward']],
  ['\x1b[C', ['next']],
  ['\x1b[D', ['previous']],
  ['\x1bOC', ['next']],
  ['\x1b[1;5D', ['previous']],
  ['\x1bO5D', ['previous']],
  ['\x1b\x1b[C', ['next']],
  ['\x1b[C\x1b[C \x1b[A', ['next', 'next', 'toggle', 'skip-back']],
  ['\x1bq', []],
  ['\x1b[', []],
  ['x', []],
  ['äπ😀', []],
  ['\x1b[200~q', ['quit']],
  ['\x1b[<0;10;5M', []],
  ['\x1b[?1;2c\x1b[I', []],
  ['\x1b[\x03', ['interrupt']],
  ['\x1bO\x03', ['interrupt']],
  [`\x1b[${'1;'.repeat(100)}\x03`, ['interrupt']],
];

test.each(rows)('decodes %j as %j, in one piece and byte by byte [9.player-keys]', (text, wishes) => {
  expect(decoded(text)).toEqual(wishes);
  expect(decoded(...text)).toEqual(wishes);
});

test('waits for more input only after a lone ESC [9.player-keys]', () => {
  const decoder = new KeyDecoder();
  const undecided = [...'\x1b[C\x1b'].map((piece) => {
    decoder.push(piece);
    return decoder.isUndecided;
  });
  expect(undecided).toEqual([true, false, false, true]);
});
