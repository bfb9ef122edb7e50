/** A row as it looks at some time. */
interface Variant {
  readonly id: number;
  /** Its position in the track of each row that shows it. */
  readonly positions: Map<number, number>;
}
/** Where a variant is in the track of a row. */
export interface VariantPlace {
  readonly position: number;
  /** What must be added to the track: the variant itself, a reference to it, or nothing. */
  readonly adds: 'content' | 'reference' | undefined;
  readonly id: number;
}

// Older variants are forgotten; if they appear again, the file contains them twice.
const maxKnownLength = 4 * 1024 * 1024;
const maxKnown = 10_000;

/** Remembers the variants of rows, so that each is stored once. */
export class Variants {
  readonly #known = new Map<string, Variant>();
  readonly #counts = new Map<number, number>();
  #length = 0;
  #lastId = 0;

  /** The place of a variant in the track of a row; adds it to the track if it is not there. */
  locate(row: number, markup: string): VariantPlace {
    const known = this.#known.get(markup);
    const { id, positions } = known ?? this.#add(markup);
    const existing = positions.get(row);
    if (existing !== undefined) return { id, position: existing, adds: undefined };
    const position = this.#counts.get(row) ?? 0;
    this.#counts.set(row, position + 1);
    positions.set(row, position);
    return { id, position, adds: known === undefined ? 'content' : 'reference' };
  }

  #add(markup: string): Variant {
    this.#lastId += 1;
    const variant = { id: this.#lastId, positions: new Map<number, number>() };
    this.#known.set(markup, variant);
    this.#length += markup.length;
    while ((this.#length > maxKnownLength || this.#known.size > maxKnown) && this.#known.size > 1) {
      const oldest = this.#known.keys().next().value as string;
      this.#known.delete(oldest);
      this.#length -= oldest.length;
    }
    return variant;
  }
}
