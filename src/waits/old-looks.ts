import type { LogicalLine, Piece } from '../screen/logical.js';
import type { Leaf, LeafSearch, Match } from '../screen/selector.js';
import { Places } from './places.js';

/** Tells whether a match in an old line is new all the same. */
export type IsNewLook = (match: Match, line: LogicalLine, leaf: Leaf) => boolean;

// Who blinks longer than this has been seen without the style.
const mostLooks = 16;

/**
 * How old lines of the alternate screen have looked since: a match of a style is new in an old text too, when the line was
 * seen without it.
 */
export class OldLooks {
  /** By row and text. */
  readonly #looks: ReadonlyMap<string, readonly LogicalLine[]>;

  constructor(looks: OldLooks['looks']) {
    this.#looks = looks;
  }

  /** Lines that are old from now on. */
  static of(lines: readonly LogicalLine[]): OldLooks {
    return new OldLooks(new Map(lines.map((line) => [keyOf(line), [line]])));
  }

  get looks(): ReadonlyMap<string, readonly LogicalLine[]> {
    return this.#looks;
  }

  /** The same with how they look now. */
  seen(lines: readonly LogicalLine[]): OldLooks {
    const changed = lines.filter((line) => {
      const looks = this.#looks.get(keyOf(line));
      return looks !== undefined && looks.length < mostLooks && !isSame(looks.at(-1) as LogicalLine, line);
    });
    if (changed.length === 0) return this;
    const added = changed.map((line) => [keyOf(line), [...(this.#looks.get(keyOf(line)) ?? []), line]] as const);
    return new OldLooks(new Map([...this.#looks, ...added]));
  }

  /** The verdict of this moment. */
  judge(search: LeafSearch): IsNewLook {
    const known = new Map<LogicalLine, Map<Leaf, Places>>();
    const matchesIn = (look: LogicalLine, leaf: Leaf): Places => {
      const byLeaf = known.get(look) ?? new Map<Leaf, Places>();
      const places = byLeaf.get(leaf) ?? new Places(search(leaf, look).map((match) => within(look, match)));
      // None may also mean that the worker has yet to find them.
      if (!places.isEmpty) known.set(look, byLeaf.set(leaf, places));
      return places;
    };
    return (match, line, leaf) => {
      if (leaf.type === 'at' || leaf.style === undefined) return false;
      const has = (look: LogicalLine): boolean => matchesIn(look, leaf).has(within(line, match));
      const looks = this.#looks.get(keyOf(line));
      if (looks !== undefined) return !looks.every(has);
      // It has moved.
      return ![...this.#looks.values()].some(([look]) => look?.trimmed === line.trimmed && has(look));
    };
  }
}

const keyOf = ({ row, trimmed }: LogicalLine): string => `${row} ${trimmed}`;

const isSame = (left: LogicalLine, right: LogicalLine): boolean =>
  left.rows.every((row, index) => row === right.rows[index]);

/** A match by its place in its line, wherever that stands. */
const within = ({ row }: LogicalLine, { start, end, text }: Match): Piece => ({
  start: { row: start.row - row, col: start.col },
  end: { row: end.row - row, col: end.col },
  text,
});
