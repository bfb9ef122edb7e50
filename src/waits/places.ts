import type { Piece } from '../screen/logical.js';

/** What stands where: tells quickly, of many pieces, whether one of them is the same text at the same place. */
export class Places {
  readonly #keys: ReadonlySet<string>;

  constructor(pieces: readonly Piece[]) {
    this.#keys = new Set(pieces.map(keyOf));
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  has(piece: Piece): boolean {
    return this.#keys.has(keyOf(piece));
  }
}

const keyOf = ({ start, end, text }: Piece): string => `${start.row},${start.col},${end.row},${end.col},${text}`;
